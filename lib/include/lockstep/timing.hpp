// Times: of a command on the device by its event, and of a piece of host code.
#pragma once

#include <CL/opencl.hpp>

#include <chrono>
#include <vector>

namespace lockstep
{

using Milliseconds = std::chrono::duration<double, std::milli>;

/// The time a finished command ran on its device, from CL_PROFILING_COMMAND_START to _END.
/// Waits for the event. @throws cl::Error CL_PROFILING_INFO_NOT_AVAILABLE when its queue was made without
/// CL_QUEUE_PROFILING_ENABLE, also where the implementation would give times all the same.
Milliseconds elapsed(const cl::Event& event);

/// The middle one of several times, or of two middle ones the later. @param times at least one.
double median(std::vector<double> times);

/// Host time since construction or the last restart().
class Stopwatch
{
public:
    Milliseconds elapsed() const { return std::chrono::steady_clock::now() - start_; }
    void restart() { start_ = std::chrono::steady_clock::now(); }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace lockstep
