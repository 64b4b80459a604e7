// A buffer of OpenGL's that a kernel writes, in a context of OpenCL's that shares with it.
#pragma once

#include "lab.hpp"

#include <CL/cl_gl.h>
#include <GL/glcorearb.h>

// The functions of OpenGL, from the version 1.5 of its buffers and the 1.0 of the rest.
struct GlFunctions
{
    PFNGLGENBUFFERSPROC generate;
    PFNGLBINDBUFFERPROC bind;
    PFNGLBUFFERDATAPROC allocate;
    PFNGLGETBUFFERSUBDATAPROC read;
    PFNGLDELETEBUFFERSPROC remove;
    PFNGLFINISHPROC finish;
};

inline void check(cl_int code, const char* call)
{
    if (code != CL_SUCCESS) throw cl::Error(code, call);
}

// True if OpenGL reads what the kernel wrote. `properties` name its context, as they did for
// the question which device belongs to it.
inline bool write_gl_buffer(const Lab& lab, const cl_context_properties* properties,
                            const GlFunctions& gl)
{
    constexpr std::size_t count = 4096, bytes = count * sizeof(cl_float2);
    //! [context]
    const cl::Context context{lab.device, const_cast<cl_context_properties*>(properties)};
    const cl::CommandQueue queue{context, lab.device};
    //! [context]
    const cl::Program program =
        build_program(context, lab.device, CHAPTER_DIR "/circle.cl");
    //! [create]
    GLuint name = 0;
    gl.generate(1, &name);
    gl.bind(GL_ARRAY_BUFFER, name);
    gl.allocate(GL_ARRAY_BUFFER, bytes, nullptr, GL_DYNAMIC_DRAW);
    cl_int code = CL_SUCCESS;
    const cl::Buffer vertices{
        clCreateFromGLBuffer(context(), CL_MEM_WRITE_ONLY, name, &code)};
    check(code, "clCreateFromGLBuffer");
    //! [create]
    cl::Kernel circle = find_kernel(program, "circle");
    circle.setArg(0, vertices);
    circle.setArg(1, 0.25F);
    //! [turns]
    const cl_mem object = vertices();
    gl.finish(); // OpenGL is done with it
    check(clEnqueueAcquireGLObjects(queue(), 1, &object, 0, nullptr, nullptr),
          "clEnqueueAcquireGLObjects");
    queue.enqueueNDRangeKernel(circle, cl::NullRange, cl::NDRange(count));
    check(clEnqueueReleaseGLObjects(queue(), 1, &object, 0, nullptr, nullptr),
          "clEnqueueReleaseGLObjects");
    queue.finish(); // OpenCL is done with it, and OpenGL may draw
    //! [turns]
    std::vector<cl_float2> drawn(count);
    gl.read(GL_ARRAY_BUFFER, 0, bytes, drawn.data());
    gl.remove(1, &name);
    bool right = true;
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = 2 * 3.14159265358979 * static_cast<double>(i) / count;
        right = right && std::abs(drawn[i].s[0] - 1.25 * std::cos(angle)) < 1e-5 &&
                std::abs(drawn[i].s[1] - 1.25 * std::sin(angle)) < 1e-5;
    }
    return right;
}
