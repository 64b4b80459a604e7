// The clock that a device runs at.
#pragma once

#include <CL/opencl.hpp>

#include <optional>

namespace lockstep::bench
{

/// The clock of an NVIDIA GPU's multiprocessors at this moment in MHz, by the driver's management library, which nvidia-smi
/// asks as well; nothing where that library is missing or does not know the device.
std::optional<double> nvidia_clock_mhz(const cl::Device& device);

} // namespace lockstep::bench
