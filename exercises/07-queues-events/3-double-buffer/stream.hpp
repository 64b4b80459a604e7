// A stream of blocks through a few slots of device memory, with transfers and kernels at the same time. stream.cpp
// defines the function.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <span>

/// Three queues of one device, each in order. Between two queues there is no order but the one that wait lists name.
struct Queues
{
    cl::CommandQueue upload;   ///< for the writes
    cl::CommandQueue compute;  ///< for the launches
    cl::CommandQueue download; ///< for the reads
};

/// You write this. Sends a stream through the device in blocks of `block` floats; the last may be shorter. Block i
/// goes to slot i modulo slots.size(), is changed there by the kernel, and is read to its place in `out`.
///
/// The next blocks are not kept waiting: with n slots, a write may run while kernels and reads of the n - 1 blocks
/// before it run, and a kernel while their reads run. Only what shares a slot, or a queue, takes turns. The host
/// waits only at the end, when everything is enqueued, and the results are complete when the function returns. An
/// empty stream needs no command.
/// @param kernel has the parameters (global float* values, uint n) and changes the first n values, one work-item for
/// each; more work-items do no harm.
/// @param slots at least one, each of `block` floats.
/// @param block at least 1. @param out as long as `in`.
void stream(const Queues& queues, cl::Kernel& kernel, std::span<const cl::Buffer> slots, std::size_t block,
            std::span<const float> in, std::span<float> out);
