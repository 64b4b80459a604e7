// Four host threads, each with a queue and a kernel of its own, launch and build at the same time.
#include <CL/opencl.hpp>

#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace
{

constexpr std::size_t items = 256;
constexpr int launches = 12;

void work(const cl::Context& context, int number)
{
    const std::string name = "strided" + std::to_string(number);
    const std::string source =
        "kernel void " + name +
        "(global int* out)\n{\n    out[get_global_id(0) * STRIDE] = " + std::to_string(number) + ";\n}\n";
    const cl::CommandQueue queue{context, context.getInfo<CL_CONTEXT_DEVICES>().front()};
    for (int i = 0; i < launches; ++i) {
        cl::Program program{context, source};
        program.build(("-DSTRIDE=" + std::to_string(1 << number)).c_str());
        cl::Kernel kernel{program, name.c_str()};
        const cl::Buffer out{context, CL_MEM_READ_WRITE,
                             (items << static_cast<unsigned>(number)) * sizeof(cl_int)};
        kernel.setArg(0, out);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, items, 64);
        cl_int last = -1;
        queue.enqueueReadBuffer(out, CL_TRUE, ((items - 1) << number) * sizeof(cl_int), sizeof(last), &last);
        if (last != number) std::printf("wrong result of %s\n", name.c_str());
    }
}

} // namespace

int main()
{
    const cl::Context context{CL_DEVICE_TYPE_GPU};
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) threads.emplace_back(work, std::cref(context), number);
    for (std::thread& thread : threads) thread.join();
}
