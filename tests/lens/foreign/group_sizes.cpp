// Launches one kernel with group sizes of its own and with open ones.
#include <CL/opencl.hpp>

int main()
{
    const cl::Context context{CL_DEVICE_TYPE_GPU};
    const cl::CommandQueue queue{context, context.getInfo<CL_CONTEXT_DEVICES>().front()};
    const cl::Program program{context,
                              "kernel void fill(global int* out)\n"
                              "{\n    out[get_global_id(0) + get_global_size(0) * get_global_id(1)] = 1;\n}\n"
                              "kernel __attribute__((reqd_work_group_size(16, 1, 1))) void fixed(global int* "
                              "out)\n{\n    out[get_global_id(0)] = 1;\n}\n",
                              true};
    cl::Kernel kernel{program, "fill"};
    const cl::Buffer out{context, CL_MEM_READ_WRITE, 65536 * sizeof(cl_int)};
    kernel.setArg(0, out);
    const auto launch = [&](const cl::NDRange& global, const cl::NDRange& local) {
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
        queue.finish();
    };
    launch(1024, cl::NullRange);
    launch(512, 64);
    launch(2018, cl::NullRange);  // 2 * 1009
    launch(1009, cl::NullRange);  // a prime
    launch(10007, cl::NullRange); // one beyond every group
    launch({48, 20}, cl::NullRange);
}
