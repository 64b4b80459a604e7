// Forecasts of launches that were counted, and what a report says of them.
#pragma once

#include "lockstep/formats/lens_report.hpp"
#include "lockstep/lens/forecast.hpp"

#include <filesystem>
#include <string>

namespace lockstep::tool
{

/// Gives each launch of the report a forecast, whose profile it is; one that does not take every place for a work-group, or less time than it takes to start it, gets its
/// part of a device that is full of such groups. Without one stay launches of which only a part was counted, sums of
/// several, those that no device takes, and those whose memory was not all counted. Where the caches were modelled, their bytes are those
/// that memory moves. @param records as of forecast_error_of()
void add_forecasts(formats::LensReport& report, const lens::Profile& profile,
                   const std::filesystem::path& records);

/// How far forecasts were off where launches of `profile` were measured, or why there is none, in a sentence.
/// @param records the folder in which DEVICE-forecast.json stands for a device on which forecasts were tried
std::string forecast_error_of(const lens::Profile& profile, const std::filesystem::path& records);

/// "218 ns", "2.1 us", "34.5 ms": microseconds with three digits.
std::string time_text(double us);

/// "about 2.1 us, bound by memory   (alone: latency 1.3 us)", of a part "about 2.1 us of a full device, ...": what a report says of a launch, with the roofs that are nearly as
/// low.
std::string forecast_text(const formats::LensForecast& forecast);

} // namespace lockstep::tool
