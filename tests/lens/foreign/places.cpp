// One kernel's code from several files: a header of its own folder, lines that a generator renumbered, a header that it is
// compiled with; a program that is linked, one from a binary, and two programs with a kernel of one name.
#include <CL/opencl.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace
{

const char* const generated = "#include \"places.clh\"\n"
                              "kernel void included(global int* out)\n"
                              "{\n"
                              "    store_far(out, 1);\n"
                              "#line 70 \"grammar.y\"\n"
                              "    out[get_global_id(0)] = 3;\n"
                              "}\n";

const char* const part = "#include \"given.h\"\n"
                         "kernel void linked(global int* out)\n"
                         "{\n"
                         "    out[get_global_id(0) * 2] = 5;\n"
                         "    given(out);\n"
                         "}\n";

const char* const given = "void given(global int* out)\n{\n    out[get_global_id(0) * 4] = 6;\n}\n";

const char* const named = "kernel void named(global int* out)\n{\n    out[get_global_id(0) * STEP] = 1;\n}\n";

void launch(const cl::Context& context, const cl::Program& program, const char* name)
{
    const cl::CommandQueue queue{context, context.getInfo<CL_CONTEXT_DEVICES>().front()};
    const cl::Buffer out{context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_int)};
    cl::Kernel kernel{program, name};
    kernel.setArg(0, out);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, 64, 64);
    queue.finish();
}

} // namespace

int main(int, char** arguments)
{
    const cl::Context context{CL_DEVICE_TYPE_GPU};
    const std::vector<cl::Device> devices = context.getInfo<CL_CONTEXT_DEVICES>();

    cl::Program whole{context, generated};
    whole.build(("-I" + std::string{arguments[1]}).c_str());
    launch(context, whole, "included");

    cl_int error = CL_SUCCESS;
    cl_program header =
        clCreateProgramWithSource(context(), 1, const_cast<const char**>(&given), nullptr, &error);
    cl_program parts =
        clCreateProgramWithSource(context(), 1, const_cast<const char**>(&part), nullptr, &error);
    const char* header_name = "given.h";
    if (clCompileProgram(parts, 0, nullptr, nullptr, 1, &header, &header_name, nullptr, nullptr) !=
        CL_SUCCESS)
        std::printf("part is not compiled\n");
    const cl::Program linked{
        clLinkProgram(context(), 0, nullptr, nullptr, 1, &parts, nullptr, nullptr, &error)};
    launch(context, linked, "linked");

    const cl::Program first{context, named};
    first.build("-DSTEP=1");
    launch(context, first, "named");
    const cl::Program second{context, named};
    second.build("-DSTEP=8");
    launch(context, second, "named");

    const cl::Program same{
        context, "kernel void packed(global int* out)\n{\n    out[get_global_id(0)] = 1;\n}\n", true};
    const auto binaries = same.getInfo<CL_PROGRAM_BINARIES>();
    const cl::Program unpacked{context, devices, cl::Program::Binaries{binaries.front()}};
    unpacked.build();
    launch(context, unpacked, "packed");
    clReleaseProgram(header);
    clReleaseProgram(parts);
}
