// What happens when groups wait for each other, and when neighbours wait for a lock.
#pragma once

#include "lab.hpp"

#include <algorithm>

struct Meeting
{
    bool met;
    double ms;
};

//! [everybody]
inline Meeting everybody(const Lab& lab, const cl::Program& program, std::size_t groups,
                         std::size_t group)
{
    const cl::Buffer state = lab.zeros(2);
    cl::Kernel kernel = find_kernel(program, "everybody");
    kernel.setArg(0, state);
    kernel.setArg(1, lab.simulated ? 2U : lab.gpu ? 20'000U : 1'000'000U);
    const double ms = lab.launch_ms(kernel, groups, group);
    return {.met = lab.read(state, 2).at(1) == 0, .ms = ms};
}
//! [everybody]

// The largest number of groups that all met, found by halving.
inline void groups_that_meet(const Lab& lab)
{
    const cl::Program program = lab.program("groups.cl");
    std::printf("\nall groups wait for each other; %zu compute units\n", lab.units);
    for (const std::size_t group : {64, 256, 1024}) {
        if (lab.simulated && group > 64) break;
        std::size_t most = 1, too_many = 64 * lab.units;
        while (too_many - most > 1) {
            const std::size_t groups = (most + too_many) / 2;
            (everybody(lab, program, groups, group).met ? most : too_many) = groups;
        }
        const Meeting met = everybody(lab, program, most, group);
        const Meeting not_met = everybody(lab, program, too_many, group);
        std::printf(
            "  groups of %4zu: %4zu met after %.3f ms; %zu gave up after %.1f ms%s\n",
            group, most, met.ms, too_many, not_met.ms,
            met.met && !not_met.met ? "" : ", not always");
    }
}

//! [locks]
inline void locks(const Lab& lab)
{
    const std::optional<cl::Program> newer = lab.newer("groups.cl");
    const cl::Program program = newer ? *newer : lab.program("groups.cl");
    constexpr cl_uint items = 64;
    std::printf("\na lock and a group of %u\n", items);
    for (const char* name : {"each_locks", "one_at_a_time"}) {
        const cl::Buffer lock = lab.zeros(1), count = lab.zeros(1), in_step = lab.zeros(1);
        cl::Kernel kernel = find_kernel(program, name);
        kernel.setArg(0, lock);
        kernel.setArg(1, count);
        kernel.setArg(2, in_step);
        kernel.setArg(3, lab.simulated ? 4U : 20'000U);
        const double ms = lab.launch_ms(kernel, 1, items);
        const cl_uint together = lab.read(in_step, 1).at(0);
        std::printf("  %-14s %u of %u got it in %.2f ms; in step: %s\n", name,
                    lab.read(count, 1).at(0), items, ms,
                    together == 0 ? "not told" : std::to_string(together).c_str());
    }
}
//! [locks]
