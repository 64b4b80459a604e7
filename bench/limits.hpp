// What a device can do at most: copy, read, multiply and add. Measured, with native C++ beside it on a CPU.
#pragma once

#include "ladder.hpp"

#include "lockstep/formats/ladder_results.hpp"

#include <string>

namespace lockstep::bench
{

/// The best of several kernels for each limit, in GB/s and GFLOP/s.
class DeviceLimits
{
public:
    /// Compiles the kernels, allocates the buffers and finds the best variant of each. @param quick with small buffers
    /// and few rounds: the caches may count as memory then, and the slowest implementation is done in seconds.
    DeviceLimits(Workbench& workbench, bool quick);
    ~DeviceLimits();

    /// Measures one limit now, with the variant found best. GB/s, or GFLOP/s.
    double measure(LimitKind limit);

    /// The highest figure seen so far.
    double highest(LimitKind limit) const;

    /// What native C++ reached, streaming stores included; 0 where the device is no CPU.
    double highest_native(LimitKind limit) const;

    /// The highest figures seen so far, to a digit behind the point; what native C++ reached only on a CPU.
    formats::LimitFigures figures() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// "GB/s" or "GFLOP/s".
std::string unit_of(LimitKind limit);
/// "copy", "read", "FMA".
std::string name_of(LimitKind limit);

} // namespace lockstep::bench
