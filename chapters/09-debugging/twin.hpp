// A host twin of the kernel step_cells, and the bisection that finds the first step, the cell and the work-item that differ.
#pragma once

#include "bugs.hpp"
#include "rule.h"

#include <lockstep/compare.hpp>

#include <cstdint>
#include <utility>

using Cells = std::vector<std::uint8_t>;

constexpr std::size_t cells = 512;
constexpr std::size_t first_cell = 40; // the only one that is 1 at the beginning
constexpr int last_step = 128;

inline Cells host_twin(int steps)
{
    Cells now(cells);
    now[first_cell] = 1;
    for (int step = 0; step < steps; ++step) {
        Cells next(cells);
        for (std::size_t i = 0; i < cells; ++i) // a work-item's part
            next[i] = next_cell(i > 0 ? now[i - 1] : 0, i + 1 < cells ? now[i + 1] : 0);
        now = next;
    }
    return now;
}

inline Cells on_device(const Opened& cl, cl::Kernel kernel, Cells now, int steps)
{
    cl::Buffer in{cl.context, now.begin(), now.end(), false};
    cl::Buffer out{cl.context, CL_MEM_READ_WRITE, cells};
    for (int step = 0; step < steps; ++step) {
        kernel.setArg(0, in);
        kernel.setArg(1, out);
        cl.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(cells),
                                      cl::NDRange(group_size));
        std::swap(in, out);
    }
    cl.queue.enqueueReadBuffer(in, CL_TRUE, 0, cells, now.data());
    return now;
}

inline cl::Kernel cells_kernel(const Opened& cl, const std::string& options = "")
{
    return find_kernel(
        build_program(cl.context, cl.device, CHAPTER_DIR "/cells.cl", options),
        "step_cells");
}

inline void bisect(const Opened& cl)
{
    const cl::Kernel kernel = cells_kernel(cl);
    const auto difference = [&](int steps) {
        const Cells right = host_twin(steps);
        return compare(
            std::span<const std::uint8_t>{right},
            std::span<const std::uint8_t>{on_device(cl, kernel, host_twin(0), steps)});
    };
    int same = 0;              // after so many steps both agree
    int different = last_step; // and after so many they do not
    while (different - same > 1) {
        const int middle = (same + different) / 2;
        const auto found = difference(middle);
        std::printf("after %3d steps: %s\n", middle, found ? "different" : "the same");
        (found ? different : same) = middle;
    }
    const Mismatch first = *difference(different);
    const LaunchShape shape{{cells, 1, 1}, {group_size, 1, 1}, 1};
    std::printf("step %d is the first: cell %zu is %g, on the host %g\n", different,
                first.index, first.got, first.expected);
    std::printf("%s\n", name_work_item(first.index, shape).c_str());
}

//! [one-step]
// What the debugger is given: the one step that goes wrong, from the cells that are still right.
inline void wrong_step(const Opened& cl, const std::string& options)
{
    const Cells got = on_device(cl, cells_kernel(cl, options), host_twin(24), 1);
    std::printf("cell 63: %d, on the host %d\n", got[63], host_twin(25)[63]);
}
//! [one-step]
