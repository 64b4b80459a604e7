// Device times from events.
#include "lockstep/timing.hpp"

#include <algorithm>

namespace lockstep
{

Milliseconds elapsed(const cl::Event& event)
{
    // Some implementations, Mesa's rusticl is one, give times of any queue; a program must fail everywhere or nowhere.
    const auto queue = event.getInfo<CL_EVENT_COMMAND_QUEUE>();
    if (queue() == nullptr || (queue.getInfo<CL_QUEUE_PROPERTIES>() & CL_QUEUE_PROFILING_ENABLE) == 0)
        throw cl::Error(CL_PROFILING_INFO_NOT_AVAILABLE, "clGetEventProfilingInfo");
    event.wait();
    const cl_ulong start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    return std::chrono::nanoseconds{static_cast<std::chrono::nanoseconds::rep>(end - start)};
}

double median(std::vector<double> times)
{
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

} // namespace lockstep
