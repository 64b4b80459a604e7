// One step of a rank: the rows at the edges, their exchange, and the rows in between at the same time. step.cpp defines the function.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <functional>
#include <span>

/// A rank's rows on its device: row 0 is the upper halo, rows 1 to `rows` are its own, row rows + 1 is the lower halo. Each row
/// has `columns` floats.
struct Strip
{
    cl::CommandQueue edges; ///< in order: for the rows at the edges and everything that is exchanged
    cl::CommandQueue inner; ///< in order: for the rows in between
    cl::Buffer old;         ///< complete, with both halos, when the step begins
    cl::Buffer next;        ///< what the step makes, and the neighbours' new rows in its halos
    cl::Buffer
        border; ///< four rows for what is exchanged: upper halo, first own row, last own row, lower halo
    std::size_t columns; ///< at least 1
    std::size_t rows;    ///< at least 3
};

/// Sends the new first and last own row to the neighbours, and waits for theirs. It is the host's work, and takes its time.
using Exchange = std::function<void(std::span<const float> first, std::span<const float> last,
                                    std::span<float> above, std::span<float> below)>;

/// You write this. Computes all own rows of `next`, hands the new first and last row to `exchange`, and puts what it brings into the halos
/// of `next`. When the function returns, everything is complete.
///
/// No queue uses a buffer while the other one changes it, because OpenCL leaves undefined what happens then. So the edges are computed into
/// `border`, the halos are written there, and all four rows go to their places in `next` when the rows in between are complete.
///
/// The exchange is called once, as soon as both edges are computed and read. While it runs, the device has the rows in between to
/// compute, in one launch. It is enqueued behind the launches of the edges, because a device may take them in the order in which they
/// come, and flushed before the host waits for anything. Neither the reads nor the exchange nor the writes of the halos wait for it.
/// @param kernel has the parameters (global const float* old, global float* out, uint columns, uint first, uint count, uint to). It is
/// two-dimensional and computes `count` rows: work-item (x, y) computes column x of row first + y and writes it to row to + y of `out`,
/// for x < columns and y < count.
/// @throws cl::Error where a call fails, as the functions of cl::CommandQueue do. No transfer is on its way then: it would use
/// memory of this function, which is gone.
void step(const Strip& strip, cl::Kernel& kernel, const Exchange& exchange);
