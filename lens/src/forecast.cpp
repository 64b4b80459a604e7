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

double waves(const Profile& profile, const LaunchWork& work, const Occupancy& occupancy)
{
    return ratio(work.groups, static_cast<double>(profile.compute_units) * occupancy.groups);
}

/// How many compute units have work, in the mean.
double busy_units(const Profile& profile, const LaunchWork& work)
{
    const double of_one = std::ceil(work.groups / profile.compute_units);
    return of_one > 0 ? work.groups / of_one : profile.compute_units;
}

/// Of a load of global memory, in nanoseconds.
/// @param waves of the groups that share sectors
double mean_wait(const Rates& rates, const LaunchWork& work, double waves)
{
    const double beyond_first =
        ratio(work.sectors_by_groups, std::max(work.load_sectors, work.sectors_by_groups));
    const double in_first_wave = work.sectors_by_groups / std::max(1.0, waves);
    const double from_memory =
        std::min(1.0, ratio(std::max(work.sectors_read, in_first_wave), work.sectors_by_groups));
    return (1 - beyond_first) * rates.first_ns +
           beyond_first * (from_memory * rates.memory_ns + (1 - from_memory) * rates.second_ns);
}

} // namespace

const std::vector<double LaunchWork::*> LaunchWork::parts{
    &LaunchWork::groups,          &LaunchWork::sub_groups,
    &LaunchWork::issue_slots,     &LaunchWork::waits,
    &LaunchWork::local_waits,     &LaunchWork::steps,
    &LaunchWork::lines,           &LaunchWork::local_passes,
    &LaunchWork::load_sectors,    &LaunchWork::sectors_by_groups,
    &LaunchWork::sectors_read,    &LaunchWork::store_sectors,
    &LaunchWork::partial_sectors, &LaunchWork::sectors_written,
    &LaunchWork::atomic_lanes,    &LaunchWork::atomic_lines,
    &LaunchWork::memory_bytes};

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

bool fills(const Profile& profile, const LaunchWork& work, const Occupancy& occupancy)
{
    return waves(profile, work, occupancy) >= 1;
}

double copies_to_fill(const Profile& profile, const LaunchWork& work, const Occupancy& occupancy)
{
    constexpr double times = 4;
    return std::max(1.0, ratio(times, waves(profile, work, occupancy)));
}

LaunchWork repeated(const LaunchWork& work, double copies)
{
    LaunchWork all = work;
    for (const auto part : LaunchWork::parts) all.*part *= copies;
    all.atomic_lines = work.atomic_lines;
    all.copies *= copies;
    return all;
}

Forecast forecast(const Profile& profile, const LaunchWork& work, const Occupancy& occupancy)
{
    const Rates& rates = profile.rates;
    const double unit_clocks = busy_units(profile, work) * rates.clock_ghz; // in a nanosecond
    const double load_bytes = profile.global.sector_bytes(true);
    const double store_bytes = profile.global.sector_bytes(false);
    Forecast result;
    const auto term = [&](Bound bound) -> double& {
        return result.terms_ns[static_cast<std::size_t>(bound)];
    };
    const double moved = work.memory_bytes > 0
                             ? work.memory_bytes
                             : work.sectors_read * load_bytes + work.sectors_written * store_bytes;
    term(Bound::memory) = (moved + work.partial_sectors * store_bytes) / rates.memory_gbps;
    term(Bound::second_level) =
        (work.sectors_by_groups * load_bytes + work.store_sectors * store_bytes) / rates.second_gbps;
    term(Bound::first_level) =
        (work.lines / rates.lines_per_clock + work.local_passes / rates.passes_per_clock) / unit_clocks;
    term(Bound::instructions) = work.issue_slots / (rates.slots_per_clock * unit_clocks);
    const double resident =
        std::min(work.sub_groups, static_cast<double>(occupancy.sub_groups) * profile.compute_units);
    const double wait = mean_wait(rates, work, waves(profile, work, occupancy) / work.copies);
    term(Bound::latency) = ratio(work.waits * wait + work.local_waits * rates.local_ns +
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
