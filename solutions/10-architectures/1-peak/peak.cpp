// The peak of a device by its answers to queries.
#include "peak.hpp"

double peak_gflops(const Answers& device)
{
    return 2e-3 * device.compute_units * device.clock_mhz * device.slots;
}
