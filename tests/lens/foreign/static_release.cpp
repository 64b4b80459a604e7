// Keeps its OpenCL objects in static variables, whose destructors release them after main has ended.
#include <CL/opencl.hpp>

#include <string>
#include <vector>

namespace
{

struct Machine
{
    cl::Context context{CL_DEVICE_TYPE_GPU};
    cl::CommandQueue queue{context, context.getInfo<CL_CONTEXT_DEVICES>().front()};
    cl::Program program{context, "kernel void fill(global int* out)\n{\n    out[get_global_id(0)] = 1;\n}\n",
                        true};
    cl::Buffer out{context, CL_MEM_READ_WRITE, 256 * sizeof(cl_int)};
    cl::Kernel kernel{program, "fill"};

    // A last launch, while the process ends; memory that was freed before is used again.
    ~Machine()
    {
        std::vector<std::string> words;
        for (std::size_t i = 0; i < 1000; ++i) words.emplace_back(16 + i, 'x');
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, 256, 64);
        queue.finish();
    }
};

Machine& machine()
{
    static Machine made;
    return made;
}

} // namespace

int main()
{
    Machine& made = machine();
    made.kernel.setArg(0, made.out);
    made.queue.enqueueNDRangeKernel(made.kernel, cl::NullRange, 256, 64);
    made.queue.finish();
}
