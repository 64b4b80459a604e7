// Device times from events.
#include "lockstep/timing.hpp"

namespace lockstep
{

Milliseconds elapsed(const cl::Event& event)
{
    event.wait();
    const cl_ulong start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    const cl_ulong end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
    return std::chrono::nanoseconds{static_cast<std::chrono::nanoseconds::rep>(end - start)};
}

} // namespace lockstep
