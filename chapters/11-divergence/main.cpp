// The same work handed out in different ways: a branch that cuts sub-groups apart, and loops of unequal length.
#include "votes.hpp"

#include <lockstep/device.hpp>
#include <lockstep/program.hpp>
#include <lockstep/run.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

using namespace lockstep;
using Numbers = std::vector<cl_uint>;

unsigned collatz_steps(unsigned long long n)
{
    unsigned steps = 0;
    for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    return steps;
}

void chapter()
{
    const cl::Device device = choose_device();
    const cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    const cl::Program program =
        build_program(context, device, CHAPTER_DIR "/divergence.cl");
    const bool simulated = is_simulator(device); // under the lens: few, and not timed
    const bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    const std::size_t n = simulated ? 1024 : std::size_t{1} << (gpu ? 24U : 20U);
    const auto best_ms = [&](cl::Kernel& kernel) {
        double best = 1e30;
        for (int repeat = 0; repeat < (simulated ? 1 : 5); ++repeat) {
            cl::Event event;
            queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n),
                                       cl::NDRange(256), nullptr, &event);
            best = std::min(best, elapsed(event).count());
        }
        return best;
    };

    //! [branches]
    const cl_uint rounds = simulated ? 16 : gpu ? 1000 : 100;
    const cl::Buffer out{context, CL_MEM_WRITE_ONLY, n * sizeof(cl_float)};
    cl::Kernel branches = find_kernel(program, "branches");
    branches.setArg(0, out);
    branches.setArg(2, rounds);
    std::printf("if and else, %u rounds each, %zu work-items\n", rounds, n);
    double odd_and_even = 0;
    for (const cl_uint side : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U}) {
        if (simulated && side != 1 && side != 32) continue;
        branches.setArg(1, side);
        const double ms = best_ms(branches);
        if (side == 1) odd_and_even = ms;
        std::printf("  sides change every %3u work-items %10.3f ms %7.2f times as fast\n",
                    side, ms, odd_and_even / ms);
    }
    //! [branches]

    cl::Kernel limit = find_kernel(program, "limit");
    const cl::Buffer in{context, CL_MEM_READ_ONLY, n * sizeof(cl_float)};
    queue.enqueueFillBuffer(in, cl_float2{{0.0F, 1.0F}}, 0, n * sizeof(cl_float));
    limit.setArg(0, in);
    limit.setArg(1, out);
    limit.setArg(2, 0.5F);
    best_ms(limit);

    //! [orders]
    Numbers natural(n);
    std::iota(natural.begin(), natural.end(), 1U);
    Numbers expected(n + 1);
    for (const cl_uint number : natural) expected[number] = collatz_steps(number);
    Numbers by_length = natural;
    std::stable_sort(by_length.begin(), by_length.end(),
                     [&](cl_uint a, cl_uint b) { return expected[a] < expected[b]; });
    //! [orders]

    cl::Kernel collatz = find_kernel(program, "collatz");
    std::printf("\nCollatz steps of the numbers 1 to %zu\n", n);
    double first = 0;
    for (const Numbers& order : {natural, by_length}) {
        const cl::Buffer start{context, CL_MEM_READ_ONLY, n * sizeof(cl_uint)};
        const cl::Buffer steps{context, CL_MEM_WRITE_ONLY, n * sizeof(cl_uint)};
        queue.enqueueWriteBuffer(start, CL_TRUE, 0, n * sizeof(cl_uint), order.data());
        collatz.setArg(0, start);
        collatz.setArg(1, steps);
        const double ms = best_ms(collatz);
        if (first == 0) first = ms;
        Numbers got(n);
        queue.enqueueReadBuffer(steps, CL_TRUE, 0, n * sizeof(cl_uint), got.data());
        bool right = true;
        for (std::size_t i = 0; i < n; ++i) right = right && got[i] == expected[order[i]];
        std::printf("  %-33s %10.3f ms %7.2f times as fast, %s\n",
                    order == natural ? "in their natural order" : "sorted by length", ms,
                    first / ms, right ? "right" : "WRONG");
    }
    if (!simulated) vote(context, device, queue);
}

int main()
{
    return run(chapter);
}
