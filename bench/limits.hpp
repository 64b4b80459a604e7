// What a device can do at most: copy, read, multiply and add. Measured, with native C++ beside it on a CPU.
#pragma once

#include "ladder.hpp"

#include "lockstep/formats/ladder_results.hpp"

#include <optional>
#include <string>

namespace lockstep::bench
{

/// The best of several kernels for each limit, in GB/s and GFLOP/s.
class DeviceLimits
{
public:
    /// Compiles the kernels, allocates the buffers and tries all variants. @param quick with small buffers
    /// and few rounds: the caches may count as memory then, and the slowest implementation is done in seconds.
    DeviceLimits(Workbench& workbench, bool quick);
    ~DeviceLimits();
    DeviceLimits(DeviceLimits&&) noexcept;

    /// Measures one limit now: on a CPU the best of all variants, elsewhere the one that was best at first. GB/s, or GFLOP/s.
    double measure(LimitKind limit);

    /// An empty kernel of one work-item, once: milliseconds by the host's clock until it is done.
    double launch_ms();

    /// The device's clock in MHz while it multiplies and adds; nothing where neither the driver tells nor the device is the host.
    std::optional<double> clock_mhz();

    /// The highest figure seen so far.
    double highest(LimitKind limit) const;

    /// What native C++ reached, streaming stores included; 0 where the device is no CPU.
    double highest_native(LimitKind limit) const;

    /// Measures them all now, to four digits, with the clock; on a CPU what native C++ reaches as well.
    formats::LimitFigures look();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// "GB/s" or "GFLOP/s".
std::string unit_of(LimitKind limit);
/// "copy", "read", "FMA", "matrix FMA".
std::string name_of(LimitKind limit);

} // namespace lockstep::bench
