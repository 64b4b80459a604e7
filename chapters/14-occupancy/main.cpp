// How many work-groups share a compute unit, and what becomes of memory bandwidth when they are few.
#include <lockstep/device.hpp>
#include <lockstep/error.hpp>
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

    //! [room]
    const auto sum_ahead = [&](std::size_t per_item, std::size_t local_bytes) {
        cl::Kernel sum =
            find_kernel(build_program(context, device, CHAPTER_DIR "/occupancy.cl",
                                      "-D PER_ITEM=" + std::to_string(per_item)),
                        "sum_ahead");
        sum.setArg(0, in);
        sum.setArg(1, out);
        sum.setArg(2, static_cast<cl_uint>(n / items / per_item));
        sum.setArg(3, cl::Local(local_bytes));
        return sum;
    };
    //! [room]

    std::printf("%zu MiB read, work-groups of %zu\n", n * sizeof(float) >> 20U, group);
    std::printf("  local memory   reads under way in a work-item\n");
    std::printf("  of a group   %14d %12d %12d %12d\n", 1, 2, 4, 8);
    for (const std::size_t kib : {1U, 13U, 27U, 44U}) {
        if (simulated && kib != 1 && kib != 44) continue;
        const bool there = kib * 1024 <= device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
        std::string row;
        for (const std::size_t per_item : {1U, 2U, 4U, 8U}) {
            if (simulated && per_item != 1) continue;
            if (!there) {
                row += "    none GB/s";
                continue;
            }
            cl::Kernel sum = sum_ahead(per_item, kib * 1024);
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
            char cell[32];
            std::snprintf(cell, sizeof cell, "%8.*f GB/s%s", gbps < 100 ? 1 : 0, gbps,
                          right ? "" : " WRONG");
            row += cell;
        }
        if (!simulated) std::printf("  %6zu KiB   %s\n", kib, row.c_str());
    }

    if (simulated) return;
    //! [promise]
    const std::size_t promised = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    std::printf("\n%zu KiB for a group, all that the device promises: ", promised >> 10U);
    try {
        queue.enqueueNDRangeKernel(sum_ahead(1, promised), cl::NullRange,
                                   cl::NDRange(items), cl::NDRange(group));
        queue.finish();
        std::printf("granted\n");
    } catch (const cl::Error& error) {
        std::printf("refused, %s\n", error_name(error.err()).c_str());
    }
    //! [promise]
}

int main()
{
    return run(chapter);
}
