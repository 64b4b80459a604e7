// Slots of device memory that take turns, and a stream of data that passes through them. ring.cpp defines the functions.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <span>
#include <vector>

/// Slots of device memory that take turns: sub-buffers of one buffer.
class Ring
{
public:
    /// Makes one buffer and cuts it into sub-buffers that do not overlap, with no more room between them than the device's
    /// alignment asks for.
    /// @param slots how many, at least 1. @param floats the length of each, at least 1.
    Ring(const cl::Context& context, const cl::Device& device, std::size_t slots, std::size_t floats);

    /// The sub-buffer for block number `block`: they take turns, so that block 0 has the first, and the block after the last
    /// slot's has the first again.
    const cl::Buffer& slot(std::size_t block) const;

    /// The length of a slot.
    std::size_t floats() const { return floats_; }

private:
    std::size_t floats_;
    std::vector<cl::Buffer> slots_;
};

/// Sends a stream through the ring in blocks of ring.floats(); the last may be shorter. Each block is written to its slot,
/// changed there by the kernel, and read to its place in `results`. The function enqueues everything, waits once, and returns
/// when the results are complete. An empty stream needs no command.
/// @param queue in order. @param kernel has the parameters (global float* values, uint n) and changes the first n values, one
/// work-item for each; more work-items do no harm. The size of the work-groups is left to the driver.
void send(const cl::CommandQueue& queue, cl::Kernel& kernel, const Ring& ring, std::span<const float> stream,
          std::span<float> results);
