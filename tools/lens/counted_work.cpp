// A launch's counts as what a forecast is made from.
#include "lens/counted_work.hpp"

#include "lockstep/lens/occupancy.hpp"

#include <string>

namespace lockstep::tool
{

namespace
{

using formats::CountedLaunch;

/// What a report says of a launch.
formats::LensForecast lens_forecast_of(const lens::Forecast& made, double copies)
{
    formats::LensForecast forecast{.microseconds = made.ns * 1e-3 / copies,
                                   .copies = copies,
                                   .bound = std::string(lens::name_of(made.bound)),
                                   .terms = {}};
    for (std::size_t i = 0; i < lens::bounds; ++i)
        forecast.terms.push_back({.name = std::string(lens::name_of(static_cast<lens::Bound>(i))),
                                  .microseconds = made.terms_ns[i] * 1e-3 / copies});
    return forecast;
}

} // namespace

CountedLaunch counted_launch(const formats::LensKernel& kernel)
{
    return {.kernel = kernel.name,
            .work_groups = kernel.work_groups,
            .group_size = kernel.local_size[0] * kernel.local_size[1] * kernel.local_size[2],
            .local_bytes = kernel.local_bytes,
            .registers = kernel.registers,
            .load_sectors = kernel.global_load.sectors,
            .store_sectors = kernel.global_store.sectors,
            .ideal_store_sectors = kernel.global_store.ideal_sectors,
            .local_passes = kernel.local_load.wavefronts + kernel.local_store.wavefronts,
            .work = kernel.work.value_or(formats::LensWork{})};
}

CountedWork counted_work(const CountedLaunch& launch, const lens::Profile& profile)
{
    const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
    const formats::LensWork& work = launch.work;
    const std::uint64_t width = profile.sub_group_size;
    const double of_group = number((launch.group_size + width - 1) / width);
    return {.work = {.groups = number(launch.work_groups),
                     .sub_groups = number(launch.work_groups) * of_group,
                     .issue_slots = number(work.issue_slots),
                     .waits = number(work.waits),
                     .local_waits = number(work.local_waits),
                     .steps = number(work.steps),
                     .lines = number(work.lines),
                     .local_passes = number(launch.local_passes + work.atomic_passes),
                     .load_sectors = number(launch.load_sectors),
                     .sectors_by_groups = number(work.sectors_by_groups),
                     .sectors_read = number(work.sectors_read),
                     .store_sectors = number(launch.store_sectors),
                     .partial_sectors = lens::partial_sectors(number(launch.store_sectors),
                                                              number(launch.ideal_store_sectors)),
                     .sectors_written = number(work.sectors_written),
                     .atomic_lanes = number(work.atomic_lanes),
                     .atomic_lines = number(work.atomic_lines)},
            .resources = {.group_size = static_cast<unsigned>(launch.group_size),
                          .registers_per_item = static_cast<unsigned>(launch.registers),
                          .local_bytes = static_cast<unsigned>(launch.local_bytes)}};
}

formats::LensForecast forecast_or_part(const lens::Profile& profile, const CountedWork& counted,
                                       const lens::Occupancy& occupancy)
{
    const lens::Forecast alone = lens::forecast(profile, counted.work, occupancy);
    if (lens::fills(profile, counted.work, occupancy) && alone.ns * 1e-3 >= profile.rates.launch_us)
        return lens_forecast_of(alone, 1);
    const double copies = lens::copies_to_fill(profile, counted.work, occupancy);
    return lens_forecast_of(lens::forecast(profile, lens::repeated(counted.work, copies), occupancy), copies);
}

} // namespace lockstep::tool
