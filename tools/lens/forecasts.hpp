// Forecasts of launches that were counted, and of a ladder's rungs at the size at which those were measured.
#pragma once

#include "lockstep/formats/cache_record.hpp"
#include "lockstep/formats/forecast_record.hpp"
#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/lens_report.hpp"
#include "lockstep/formats/size_curves.hpp"
#include "lockstep/lens/forecast.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What a forecast and a recording need of a launch.
formats::CountedLaunch counted_launch(const formats::LensKernel& kernel);

/// Gives each launch of the report a forecast, whose profile it is. Without one stay launches of which only a part was counted, sums
/// of several, those that no device takes, and those that do not take all its places for sub-groups: they are bound by latency, of
/// which lens::forecast() has only the mean over sectors. @param records as of forecast_error_of()
void add_forecasts(formats::LensReport& report, const lens::Profile& profile,
                   const std::filesystem::path& records);

/// How far forecasts were off where launches of `profile` were measured, or why there is none, in a sentence.
/// @param records the folder in which DEVICE-forecast.json stands for a device on which forecasts were tried
std::string forecast_error_of(const lens::Profile& profile, const std::filesystem::path& records);

/// "218 ns", "2.1 us", "34.5 ms": microseconds with three digits.
std::string time_text(double us);

/// "about 2.1 us, bound by memory   (alone: latency 1.3 us)": what a report says of a launch, with the roofs that are nearly as
/// low.
std::string forecast_text(const formats::LensForecast& forecast);

/// A rung that was measured, with its ladder.
struct MeasuredRung
{
    const formats::LadderResult* ladder;
    const formats::RungResult* rung;
};

/// Those with a figure. @param measured must outlive them.
std::vector<MeasuredRung> measured_rungs(const formats::DeviceResults& measured);

/// The device's own curves over sizes or, where none were measured, another device's: what an element's work is, a forecast reads
/// there, and it is the ladder's. @throws Failure when no device has any.
formats::SizeCurves curves_for(const std::filesystem::path& results, const std::string& device);

/// Gives the launches of each rung the registers that a GPU's counters have of the same rung with the same parameters.
void tell_registers(formats::CountsAtTwoSizes& counts, const formats::DeviceCounters& counters);

/// Every rung's forecast beside its measurement, and how far off they are.
///
/// What was counted at two sizes is scaled to the measured one: each count is the sum of a part that grows with the work of the ladder and
/// one that grows with its results, n^3 and n^2 of a product of matrices say, and two sizes give both parts (growth_of() in
/// forecasts.cpp lists them). Where the number of work-groups stays the same for elements in one row, it follows the device's compute units: then the second part and
/// the groups are those of one unit. Where the number of launches differs, it grows with the logarithm if all launches are of one shape;
/// else their sum is scaled.
/// A rung that was not counted with the parameters that it was measured with is left out.
/// @throws Failure when that leaves none.
formats::ForecastRecord forecast_record(const lens::Profile& profile, const formats::CountsAtTwoSizes& counts,
                                        const formats::DeviceResults& measured,
                                        const formats::SizeCurves& curves);

/// Spearman's rank correlation of two lists of the same length, ties sharing their mean rank; 0 for fewer than two.
double rank_correlation(const std::vector<double>& left, const std::vector<double>& right);

} // namespace lockstep::tool
