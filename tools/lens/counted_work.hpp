// A launch's counts as what a forecast is made from.
#pragma once

#include "lockstep/formats/forecast_record.hpp"
#include "lockstep/formats/lens_report.hpp"
#include "lockstep/lens/forecast.hpp"

namespace lockstep::tool
{

/// A launch's counts as numbers, with the shape of its groups.
struct CountedWork
{
    lens::LaunchWork work;
    lens::KernelResources resources;
};

/// What a forecast and a recording need of a launch.
formats::CountedLaunch counted_launch(const formats::LensKernel& kernel);

CountedWork counted_work(const formats::CountedLaunch& launch, const lens::Profile& profile);

/// Of a launch that fills the device, and takes longer than to start it, its time; of another one its part of a device that is full
/// of such groups.
formats::LensForecast forecast_or_part(const lens::Profile& profile, const CountedWork& counted,
                                       const lens::Occupancy& occupancy);

} // namespace lockstep::tool
