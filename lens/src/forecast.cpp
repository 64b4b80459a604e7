// How long a launch takes on a GPU, and what it is that takes so long.
#include "lockstep/lens/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep::lens
{

namespace
{

double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

/// Of a load of global memory, in nanoseconds: the mean over the levels that its sectors come from.
double mean_wait(const Rates& rates, const LaunchWork& work)
{
    const double all = std::max(work.load_sectors, work.sectors_by_groups);
    if (!(all > 0)) return rates.first_ns;
    const double behind_first = work.sectors_by_groups;
    const double behind_second = std::min(work.sectors_read, behind_first);
    return ((all - behind_first) * rates.first_ns + (behind_first - behind_second) * rates.second_ns +
            behind_second * rates.memory_ns) /
           all;
}

} // namespace

std::vector<std::string> Rates::missing() const
{
    std::vector<std::string> names;
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, double>>{{"clock_ghz", clock_ghz},
                                                               {"slots_per_clock", slots_per_clock},
                                                               {"lines_per_clock", lines_per_clock},
                                                               {"passes_per_clock", passes_per_clock},
                                                               {"memory_gbps", memory_gbps},
                                                               {"second_gbps", second_gbps},
                                                               {"partial_per_ns", partial_per_ns},
                                                               {"atomics_per_ns", atomics_per_ns},
                                                               {"line_atomics_per_ns", line_atomics_per_ns},
                                                               {"step_clocks", step_clocks},
                                                               {"local_ns", local_ns},
                                                               {"first_ns", first_ns},
                                                               {"second_ns", second_ns},
                                                               {"memory_ns", memory_ns}})
        if (!(value > 0)) names.emplace_back(name);
    return names;
}

double partial_sectors(double sectors, double ideal)
{
    return std::min(sectors, 2 * std::max(0.0, sectors - ideal));
}

std::string_view name_of(Bound bound)
{
    switch (bound) {
    case Bound::memory:
        return "memory";
    case Bound::second_level:
        return "second level";
    case Bound::first_level:
        return "first level";
    case Bound::instructions:
        return "instructions";
    case Bound::latency:
        return "latency";
    case Bound::atomics:
        break;
    }
    return "atomics";
}

Forecast forecast(const Profile& profile, const LaunchWork& work, const Occupancy& occupancy)
{
    const Rates& rates = profile.rates;
    const double unit_clocks = profile.compute_units * rates.clock_ghz; // in a nanosecond
    const double load_bytes = profile.global.sector_bytes(true);
    const double store_bytes = profile.global.sector_bytes(false);
    Forecast result;
    const auto term = [&](Bound bound) -> double& {
        return result.terms_ns[static_cast<std::size_t>(bound)];
    };
    term(Bound::memory) =
        (work.sectors_read * load_bytes + work.sectors_written * store_bytes) / rates.memory_gbps +
        work.partial_sectors / rates.partial_per_ns;
    term(Bound::second_level) =
        (work.sectors_by_groups * load_bytes + work.store_sectors * store_bytes) / rates.second_gbps;
    term(Bound::first_level) =
        (work.lines / rates.lines_per_clock + work.local_passes / rates.passes_per_clock) / unit_clocks;
    term(Bound::instructions) = work.issue_slots / (rates.slots_per_clock * unit_clocks);
    const double resident =
        std::min(work.sub_groups, static_cast<double>(occupancy.sub_groups) * profile.compute_units);
    term(Bound::latency) = ratio(work.waits * mean_wait(rates, work) + work.local_waits * rates.local_ns +
                                     work.steps * rates.step_clocks / rates.clock_ghz,
                                 resident);
    term(Bound::atomics) = std::max(work.atomic_lanes / rates.atomics_per_ns,
                                    ratio(work.atomic_lanes, work.atomic_lines) / rates.line_atomics_per_ns);
    const auto longest = std::max_element(result.terms_ns.begin(), result.terms_ns.end());
    double squares = 0;
    for (const double ns : result.terms_ns) squares += ns * ns;
    result.ns = std::sqrt(squares);
    result.bound = static_cast<Bound>(longest - result.terms_ns.begin());
    return result;
}

} // namespace lockstep::lens
