// Counting, adding floats and searching for the smallest, all with one place in memory.
#pragma once

#include "lab.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <bit>
#include <set>

struct Crowd
{
    const Lab& lab;
    std::size_t n = lab.simulated ? 256 : std::size_t{1} << (lab.gpu ? 24U : 20U);
    cl::Program program = lab.program("atomics.cl");

    // The best of several launches, each of which finds `value` in the first word.
    double best_ms(cl::Kernel& kernel, const cl::Buffer& place, cl_uint value = 0) const
    {
        double best = 1e30;
        for (int repeat = 0; repeat < (lab.simulated ? 1 : 5); ++repeat) {
            lab.clear(place, 1, value);
            best = std::min(best, lab.launch_ms(kernel, n / 256, 256));
        }
        return best;
    }
};

inline void counting(const Crowd& crowd)
{
    std::printf("\n%zu work-items count to %zu\n", crowd.n, crowd.n);
    for (const char* name : {"count_plain", "count_atomic", "count_by_group"}) {
        const cl::Buffer counter = crowd.lab.zeros(1);
        cl::Kernel kernel = find_kernel(crowd.program, name);
        kernel.setArg(0, counter);
        const double ms = crowd.best_ms(kernel, counter);
        std::printf("  %-18s %9.3f ms: %u\n", name, ms, crowd.lab.read(counter, 1).at(0));
    }
}

// The same floats, added by whoever comes first: how many different sums do ten launches
// give?
inline void adding(const Crowd& crowd)
{
    const std::size_t n = crowd.lab.simulated ? 256 : 16384;
    std::vector<float> values = random_floats(n, 15, 0, 1);
    const cl::Buffer in{crowd.lab.context, values.begin(), values.end(), true};
    const cl::Buffer sum = crowd.lab.zeros(1), tries = crowd.lab.zeros(1);
    cl::Kernel kernel = find_kernel(crowd.program, "sum_by_exchange");
    kernel.setArg(0, in);
    kernel.setArg(1, sum);
    kernel.setArg(2, tries);
    std::set<cl_uint> sums;
    double best = 1e30;
    constexpr int launches = 10;
    for (int launch = 0; launch < launches; ++launch) {
        crowd.lab.clear(sum, 1);
        crowd.lab.clear(tries, 1);
        best = std::min(best, crowd.lab.launch_ms(kernel, n / 256, 256));
        sums.insert(crowd.lab.read(sum, 1).at(0));
    }
    std::printf(
        "\n%zu floats added by compare-and-swap: %.3f ms, %.2f tries an addition\n", n,
        best, static_cast<double>(crowd.lab.read(tries, 1).at(0)) / static_cast<double>(n));
    std::printf("  %d launches, %zu different sums, from %.3f to %.3f\n", launches,
                sums.size(), static_cast<double>(std::bit_cast<float>(*sums.begin())),
                static_cast<double>(std::bit_cast<float>(*sums.rbegin())));
}

inline cl_uint ordered(float x)
{
    const auto bits = std::bit_cast<cl_uint>(x);
    return (bits >> 31U) != 0 ? ~bits : bits | 0x80000000U;
}

inline void searching(const Crowd& crowd)
{
    std::vector<float> values = random_floats(crowd.n, 16);
    const cl_uint expected = ordered(*std::min_element(values.begin(), values.end()));
    const cl::Buffer in{crowd.lab.context, values.begin(), values.end(), true};
    std::printf("\nthe smallest of %zu floats\n", crowd.n);
    for (const char* name : {"smallest", "smallest_by_group"}) {
        const cl::Buffer least = crowd.lab.zeros(1);
        cl::Kernel kernel = find_kernel(crowd.program, name);
        kernel.setArg(0, in);
        kernel.setArg(1, least);
        const double ms = crowd.best_ms(kernel, least, CL_UINT_MAX);
        std::printf("  %-18s %9.3f ms, %s\n", name, ms,
                    crowd.lab.read(least, 1).at(0) == expected ? "right" : "WRONG");
    }
}

inline void one_place(const Lab& lab)
{
    const Crowd crowd{lab};
    counting(crowd);
    adding(crowd);
    searching(crowd);
}
