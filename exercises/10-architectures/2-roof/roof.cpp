// What a device can make of a kernel at most.
#include "roof.hpp"

Forecast forecast(const Device& device, const Work& work)
{
    // Your code here.
    return {1e-6 * static_cast<double>(work.operations) / device.gflops, device.gflops, Bound::arithmetic};
}

double free_operations(const Device& device, const Work& work)
{
    // Your code here.
    return device.gflops * static_cast<double>(work.bytes);
}
