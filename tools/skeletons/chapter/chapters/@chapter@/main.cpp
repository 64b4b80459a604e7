// TO WRITE: what the program shows. It scales a vector of floats and checks every element.
#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lockstep;

void chapter()
{
    const cl::Device device = choose_device();
    const std::size_t n = is_simulator(device) ? 1000 : 1'000'000; // small under the lens
    const float factor = 2.5F;
    const std::vector<float> in = random_floats(n, 1);
    std::vector<float> out(n);
    const std::size_t bytes = n * sizeof(float);

    const cl::Context context{device};
    const cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    const cl::Buffer device_in{context, CL_MEM_READ_WRITE, bytes};
    const cl::Buffer device_out{context, CL_MEM_READ_WRITE, bytes};
    queue.enqueueWriteBuffer(device_in, CL_TRUE, 0, bytes, in.data());

    //! [launch]
    const std::string file = CHAPTER_DIR "/@slug@.cl";
    cl::Kernel scale = find_kernel(build_program(context, device, file), "scale");
    scale.setArg(0, factor);
    scale.setArg(1, device_in);
    scale.setArg(2, device_out);
    scale.setArg(3, static_cast<cl_uint>(n));
    cl::Event event;
    queue.enqueueNDRangeKernel(scale, cl::NullRange, cl::NDRange((n + 63) / 64 * 64),
                               cl::NDRange(64), nullptr, &event);
    //! [launch]
    queue.enqueueReadBuffer(device_out, CL_TRUE, 0, bytes, out.data());

    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) wrong += out[i] != factor * in[i] ? 1 : 0;
    std::printf("scale %.3f ms\n", elapsed(event).count());
    std::printf("wrong elements: %zu of %zu\n", wrong, n);
}

int main()
{
    return run(chapter);
}
