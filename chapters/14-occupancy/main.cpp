// How many work-groups share a compute unit, and what becomes of memory bandwidth when they are few.
#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace lockstep;

void chapter()
{
    const cl::Device device = choose_device();
    const cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    const bool simulated = is_simulator(device); // under the lens: small, and not timed
    const bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    const std::size_t n = simulated ? 4096 : std::size_t{1} << (gpu ? 27U : 24U);
    const std::size_t group = 64, items = n / (simulated ? 8 : 128);
    const std::vector<float> ones(n, 1.0F);
    const cl::Buffer in{context, ones.begin(), ones.end(), true};
    const cl::Buffer out{context, CL_MEM_READ_WRITE, n * sizeof(float)};

    std::printf("%zu MiB read, work-groups of %zu\n", n * sizeof(float) >> 20U, group);
    std::printf("  local memory   read in flight by a work-item\n");
    std::printf("  of a group   %14d %12d %12d %12d\n", 1, 2, 4, 8);
    for (const std::size_t kib : {1U, 13U, 27U, 44U}) {
        if (simulated && kib != 1 && kib != 44) continue;
        std::printf("  %6zu KiB   ", kib);
        for (const std::size_t per_item : {1U, 2U, 4U, 8U}) {
            if (simulated && per_item != 1) continue;
            //! [room]
            const cl::Program program =
                build_program(context, device, CHAPTER_DIR "/occupancy.cl",
                              "-D PER_ITEM=" + std::to_string(per_item));
            cl::Kernel sum = find_kernel(program, "sum_ahead");
            sum.setArg(0, in);
            sum.setArg(1, out);
            sum.setArg(2, static_cast<cl_uint>(n / items / per_item));
            sum.setArg(3, cl::Local(kib * 1024));
            //! [room]
            double best = 1e30;
            for (int repeat = 0; repeat < (simulated ? 1 : 5); ++repeat) {
                cl::Event event;
                queue.enqueueNDRangeKernel(sum, cl::NullRange, cl::NDRange(items),
                                           cl::NDRange(group), nullptr, &event);
                best = std::min(best, elapsed(event).count());
            }
            float last = 0;
            queue.enqueueReadBuffer(out, CL_TRUE, (items - 1) * sizeof(float),
                                    sizeof(float), &last);
            const bool right = last == static_cast<float>(n / items);
            const double gbps = 4e-6 * static_cast<double>(n) / best;
            std::printf("%8.*f GB/s%s", gbps < 100 ? 1 : 0, gbps, right ? "" : " WRONG");
        }
        std::printf("\n");
    }
}

int main()
{
    return run(chapter);
}
