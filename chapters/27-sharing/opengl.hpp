// OpenGL without a display: a context by EGL, and whether OpenCL shares with it.
#pragma once

#include "asked.hpp"
#include "gl_buffer.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

// The properties and the question of cl_khr_gl_sharing, as in CL/cl_gl.h.
namespace gl
{
constexpr cl_context_properties context = 0x2008;     // CL_GL_CONTEXT_KHR
constexpr cl_context_properties egl_display = 0x2009; // CL_EGL_DISPLAY_KHR
constexpr cl_uint current_device = 0x2006; // CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR

using AskContext = cl_int(CL_API_CALL*)(const cl_context_properties*, cl_uint, std::size_t,
                                        void*, std::size_t*);

template <typename Function>
Function find(const char* name)
{
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}
} // namespace gl

// A context of a display without a screen, current in this thread.
class OpenGL
{
public:
    explicit OpenGL(EGLDisplay on) : display(on)
    {
        const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0,
                                 EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        //! [egl]
        eglBindAPI(EGL_OPENGL_API);
        eglChooseConfig(display, wanted, &config, 1, &count);
        if (count > 0) context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
        current =
            context != EGL_NO_CONTEXT &&
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE;
        //! [egl]
        if (!current) return;
        const auto text = gl::find<PFNGLGETSTRINGPROC>("glGetString");
        renderer = reinterpret_cast<const char*>(text(GL_RENDERER));
    }
    ~OpenGL()
    {
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
        eglTerminate(display);
    }
    OpenGL(const OpenGL&) = delete;
    OpenGL& operator=(const OpenGL&) = delete;

    EGLDisplay display;
    EGLContext context = EGL_NO_CONTEXT;
    bool current = false;
    std::string renderer;
};

// One display: its renderer, and OpenCL's answer.
inline void ask_display(const Lab& lab, const char* how, EGLDisplay display)
{
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE) {
        std::printf("  %s: no display\n", how);
        return;
    }
    const OpenGL opengl{display};
    std::printf("  %s: %s\n", how, opengl.current ? opengl.renderer.c_str() : "no context");
    if (!opengl.current) return;
    const auto question = lab.find<gl::AskContext>("clGetGLContextInfoKHR");
    if (question == nullptr ||
        !(lab.lists("cl_khr_gl_sharing") || lab.lists("cl_khr_gl_event"))) {
        std::printf("    OpenCL lists no extension for it, so there is nothing to ask\n");
        return;
    }
    const cl::Platform platform{lab.device.getInfo<CL_DEVICE_PLATFORM>()};
    //! [question]
    const cl_context_properties properties[] = {
        gl::context,
        reinterpret_cast<cl_context_properties>(opengl.context),
        gl::egl_display,
        reinterpret_cast<cl_context_properties>(opengl.display),
        CL_CONTEXT_PLATFORM,
        reinterpret_cast<cl_context_properties>(platform()),
        0};
    cl_device_id found = nullptr;
    std::size_t bytes = 0;
    const cl_int code =
        question(properties, gl::current_device, sizeof(found), &found, &bytes);
    //! [question]
    std::printf("    clGetGLContextInfoKHR returned %d, %s\n", code,
                code != CL_SUCCESS || bytes == 0 || found == nullptr ? "no device"
                : found == lab.device()                              ? "this device"
                                                                     : "another device");
    if (code != CL_SUCCESS || found != lab.device()) return;
    const GlFunctions functions{gl::find<PFNGLGENBUFFERSPROC>("glGenBuffers"),
                                gl::find<PFNGLBINDBUFFERPROC>("glBindBuffer"),
                                gl::find<PFNGLBUFFERDATAPROC>("glBufferData"),
                                gl::find<PFNGLGETBUFFERSUBDATAPROC>("glGetBufferSubData"),
                                gl::find<PFNGLDELETEBUFFERSPROC>("glDeleteBuffers"),
                                gl::find<PFNGLFINISHPROC>("glFinish")};
    const bool right = write_gl_buffer(lab, properties, functions);
    std::printf("    a buffer of OpenGL's, written by a kernel: %s\n",
                right ? "right" : "WRONG");
}

inline void ask_opengl(const Lab& lab)
{
    const auto by_platform =
        gl::find<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    const auto devices = gl::find<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    if (by_platform == nullptr) throw Missing{"This EGL has no displays by platform."};
    EGLint count = 0;
    std::array<EGLDeviceEXT, 8> found{};
    if (devices != nullptr)
        devices(static_cast<EGLint>(found.size()), found.data(), &count);
    for (EGLint i = 0; i < count; ++i)
        ask_display(lab, ("EGL device " + std::to_string(i)).c_str(),
                    by_platform(EGL_PLATFORM_DEVICE_EXT, found[static_cast<std::size_t>(i)],
                                nullptr));
    if (count == 0)
        ask_display(
            lab, "surfaceless",
            by_platform(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
}
