// A step of the host's in the middle of a graph of the device's. relay.cpp defines the function.
#pragma once

#include <CL/opencl.hpp>

#include <functional>
#include <future>
#include <span>

/// A kernel, a step of the host's, and a kernel, one behind the other on the same values. It stays as it is until the future is ready,
/// because no call may release anything but events while a command waits for a user event.
struct Relay
{
    cl::CommandQueue queue; ///< in order or out of order
    cl::Kernel first;  ///< changes the buffer; its arguments are set, it needs one work-item for each value
    cl::Kernel second; ///< the same
    cl::Buffer buffer; ///< on the device, as long as `values`
    std::span<float>
        values; ///< on the host, at least one; they stay where they are until the future is ready
    std::function<void(std::span<float>)>
        change; ///< the host's step; it takes a while, and makes no call of OpenCL's
};

/// You write this. Enqueues all of the following, flushes the queue, and returns without having waited for any of it:
/// the kernel `first`, a read of the buffer into `values`, then `change(values)` in a callback, a write of `values`
/// to the buffer, the kernel `second`, and a read of the buffer into `values`.
///
/// Each step begins when the one before has ended well. If a command fails, or `change` throws, none of the steps
/// behind it is taken, and no command is left that waits for ever.
/// @return ready when all has ended: without a value when all went well; with the exception that `change` threw; or
/// with a cl::Error, whose err() is the negative status that a callback was told.
/// @throws cl::Error when something cannot be enqueued. What was enqueued before may still run then; but `change` is not
/// called, and no command is left that waits for ever.
std::future<void> relay(const Relay& job);
