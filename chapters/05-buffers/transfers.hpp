// Six ways to bring an array to a device and back, and how long each takes.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

using namespace lockstep;

struct Bench
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device};
    bool simulated = is_simulator(device);
    std::size_t count = simulated ? 1024 : std::size_t{1} << 24;
    std::size_t bytes = count * sizeof(float);
    std::vector<float> data = random_floats(count, 5); // in the host's own memory
    cl::Kernel kernel =
        find_kernel(build_program(context, device, CHAPTER_DIR "/buffers.cl"), "twice");

    void run(const cl::Buffer& values)
    {
        kernel.setArg(0, values);
        kernel.setArg(1, static_cast<cl_uint>(count));
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count),
                                   cl::NDRange(256));
        queue.finish();
    }
};

// Three steps of one way to a doubled array: to the device, the kernel, and back; then what the host finds.
struct Way
{
    const char* name;
    std::function<void()> to;
    std::function<void()> run;
    std::function<const float*()> back;
    std::function<void()> done = [] {}; // not timed
};

// Each step seven times, after one that is not counted.
void time(const Bench& bench, const Way& way)
{
    std::array<std::vector<double>, 3> times;
    bool right = true;
    for (int repeat = 0; repeat < (bench.simulated ? 1 : 8); ++repeat) {
        Stopwatch watch;
        const auto lap = [&](std::size_t step) {
            if (repeat > 0 || bench.simulated)
                times.at(step).push_back(watch.elapsed().count());
            watch.restart();
        };
        way.to();
        lap(0);
        way.run();
        lap(1);
        const float* result = way.back();
        lap(2);
        for (std::size_t i = 0; i < bench.count; ++i)
            right = right && result[i] == 2 * bench.data[i];
        way.done();
    }
    std::printf("%-26s %7.2f ms %9.2f ms %7.2f ms, %s\n", way.name, median(times[0]),
                median(times[1]), median(times[2]), right ? "right" : "WRONG");
}

// Writes of several sizes, each waited for, from memory that the operating system may move and from memory it may not.
void sizes(const Bench& bench, const cl::Buffer& to, const float* pageable,
           const float* pinned)
{
    std::printf("\n%10s %21s %21s\n", "write", "pageable", "pinned");
    for (std::size_t bytes = 4096; bytes <= bench.bytes; bytes *= 16) {
        std::printf("%6zu KiB", bytes >> 10U);
        for (const float* from : {pageable, pinned}) {
            std::vector<double> times;
            for (int repeat = 0; repeat < (bench.simulated ? 1 : 21); ++repeat) {
                const Stopwatch watch;
                bench.queue.enqueueWriteBuffer(to, CL_TRUE, 0, bytes, from);
                times.push_back(watch.elapsed().count());
            }
            const double ms = median(times);
            std::printf(" %9.1f us %5.1f GB/s", 1e3 * ms,
                        1e-6 * static_cast<double>(bytes) / ms);
        }
        std::printf("\n");
    }
}

void transfers(Bench& bench)
{
    cl::CommandQueue& queue = bench.queue;
    std::printf("%zu MiB on %s\n%-26s %10s %12s %10s\n", bench.bytes >> 20U,
                bench.device.getInfo<CL_DEVICE_NAME>().c_str(), "", "there", "kernel",
                "back");
    std::vector<float> result(bench.count);

    cl::Buffer plain{bench.context, CL_MEM_READ_WRITE, bench.bytes};
    const auto write = [&](const float* from) {
        queue.enqueueWriteBuffer(plain, CL_TRUE, 0, bench.bytes, from);
    };
    const auto read = [&](const cl::Buffer& from, float* to) {
        queue.enqueueReadBuffer(from, CL_TRUE, 0, bench.bytes, to);
        return to;
    };
    time(bench, {"write and read", [&] { write(bench.data.data()); },
                 [&] { bench.run(plain); }, [&] { return read(plain, result.data()); }});

    cl::Buffer copied;
    time(bench, {"copied at its creation",
                 [&] {
                     copied =
                         cl::Buffer{bench.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                    bench.bytes, bench.data.data()};
                 },
                 [&] { bench.run(copied); }, [&] { return read(copied, result.data()); }});

    const cl::Buffer staging{bench.context, CL_MEM_ALLOC_HOST_PTR, bench.bytes};
    auto* pinned = static_cast<float*>(
        queue.enqueueMapBuffer(staging, CL_TRUE, CL_MAP_WRITE, 0, bench.bytes));
    const auto fill = [&] { std::copy(bench.data.begin(), bench.data.end(), pinned); };
    fill();
    time(bench, {"write and read, pinned", [&] { write(pinned); },
                 [&] { bench.run(plain); }, [&] { return read(plain, pinned); }, fill});

    const cl::Buffer mapped{bench.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                            bench.bytes};
    const auto map = [&](const cl::Buffer& buffer, cl_map_flags flags) {
        return static_cast<float*>(
            queue.enqueueMapBuffer(buffer, CL_TRUE, flags, 0, bench.bytes));
    };
    const auto unmap = [&](const cl::Buffer& buffer, float* place) {
        queue.enqueueUnmapMemObject(buffer, place);
        queue.finish();
    };
    float* place = map(mapped, CL_MAP_WRITE_INVALIDATE_REGION);
    std::copy(bench.data.begin(), bench.data.end(), place); // as if it were made here
    time(bench, {"map", [&] { unmap(mapped, place); }, [&] { bench.run(mapped); },
                 [&] { return place = map(mapped, CL_MAP_READ | CL_MAP_WRITE); },
                 [&] { std::copy(bench.data.begin(), bench.data.end(), place); }});
    unmap(mapped, place);

    const std::unique_ptr<float, decltype(&std::free)> own{
        static_cast<float*>(std::aligned_alloc(4096, bench.bytes)), &std::free};
    std::copy(bench.data.begin(), bench.data.end(), own.get());
    const cl::Buffer used{bench.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                          bench.bytes, own.get()};
    place = map(used, CL_MAP_WRITE);
    time(bench,
         {"the host's own, mapped", [&] { unmap(used, place); }, [&] { bench.run(used); },
          [&] { return place = map(used, CL_MAP_READ | CL_MAP_WRITE); },
          [&] { std::copy(bench.data.begin(), bench.data.end(), place); }});
    std::printf("the mapping is the host's own memory: %s\n",
                place == own.get() ? "yes" : "no");

    time(bench, {"the same, migrated",
                 [&] {
                     queue.enqueueUnmapMemObject(used, place);
                     queue.enqueueMigrateMemObjects({used}, 0);
                     queue.finish();
                 },
                 [&] { bench.run(used); },
                 [&] { return place = map(used, CL_MAP_READ | CL_MAP_WRITE); },
                 [&] { std::copy(bench.data.begin(), bench.data.end(), place); }});
    unmap(used, place);
    sizes(bench, plain, bench.data.data(), pinned);
    unmap(staging, pinned);
}
