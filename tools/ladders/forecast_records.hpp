// Forecasts beside measurements: of the ladders' rungs at the sizes at which those were measured, and of small launches.
#pragma once

#include "ladders/ladder_sizes.hpp"
#include "lockstep/formats/cache_record.hpp"
#include "lockstep/formats/forecast_record.hpp"
#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/size_curves.hpp"
#include "lockstep/lens/forecast.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// A rung that was measured, with its ladder.
struct MeasuredRung
{
    const formats::LadderResult* ladder;
    const formats::RungResult* rung;

    /// At which it was measured; null where the ladder does not say with what its counts grow.
    const LadderSize* size(const LadderSizes& sizes) const;
};

/// Those with a figure and such a size. @param measured must outlive them.
std::vector<MeasuredRung> measured_rungs(const formats::DeviceResults& measured, const LadderSizes& sizes);

/// The device's own curves over sizes and, of ladders that have none there, another device's: what an element's work is, a forecast
/// reads there, and it is the ladder's. @throws Failure when no device has any.
formats::SizeCurves curves_for(const std::filesystem::path& results, const std::string& device);

/// Gives the launches of each rung the registers that a GPU's counters have of the same rung with the same parameters.
void tell_registers(formats::CountsAtTwoSizes& counts, const formats::DeviceCounters& counters);

/// Kernels of chapters and exercises in small launches, and their times in large ones.
struct SmallLaunches
{
    std::vector<formats::CountedKernel> counted;
    std::vector<formats::TimedKernel> timed;
};

/// Those of lens/validation/times; none where the device has none.
SmallLaunches small_launches(const std::filesystem::path& folder, const std::string& device);

/// What all launches of a rung count together at a size, told from what was counted at two.
/// @param sizes which have these two
lens::LaunchWork work_at(const formats::CountedRung& rung, const LadderSizes& sizes, const LadderSize& wanted,
                         const lens::Profile& profile);

/// Every rung's forecast beside its measurement, every small launch's told on a full device, and how far off they are.
///
/// What was counted at two sizes is scaled to the measured one: each count is the sum of a part that grows with the work of the ladder and
/// one that grows with its results, n^3 and n^2 of a product of matrices say, and two sizes give both parts
/// (Ladder::growth() in bench/ladder.hpp). Where the number of work-groups stays the same for elements in one row, it follows the device's compute units: then the second part and
/// the groups are those of one unit. Where the number of launches differs, it grows with the logarithm if all launches are of one shape;
/// else their sum is scaled.
/// A rung that was not counted with the parameters that it was measured with is left out.
/// @throws Failure when that leaves none.
formats::ForecastRecord forecast_record(const lens::Profile& profile, const formats::CountsAtTwoSizes& counts,
                                        const formats::DeviceResults& measured,
                                        const formats::SizeCurves& curves, const LadderSizes& sizes,
                                        const SmallLaunches& small_launches = {});

/// Spearman's rank correlation of two lists of the same length, ties sharing their mean rank; 0 for fewer than two.
double rank_correlation(const std::vector<double>& left, const std::vector<double>& right);

} // namespace lockstep::tool
