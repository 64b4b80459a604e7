// What a device can make of a kernel at most, and what to change in a slower one.
#include "roof.hpp"

Forecast forecast(const Device& device, const Work& work)
{
    // Your code here.
    return {1e-6 * static_cast<double>(work.operations) / device.gflops, device.gflops, Bound::arithmetic};
}

Advice advise(const Device& device, const Work& needed, const Work& done, double ms)
{
    // Your code here.
    return forecast(device, done).ms > ms && needed.bytes > 0 ? Advice::fewer_bytes : Advice::stop;
}
