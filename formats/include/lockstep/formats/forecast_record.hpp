// bench/results/launch-counts.json, what the lens counts in each rung at two sizes with the parameters that the tuner chose on a device, and DEVICE-forecast.json, what follows
// from it for the size that was measured.
#pragma once

#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/lens_report.hpp"
#include "lockstep/formats/origin.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::formats
{

/// One launch of a kernel.
struct CountedLaunch
{
    std::string kernel;
    std::uint64_t work_groups = 0;
    std::uint64_t group_size = 0; ///< in work-items
    std::uint64_t local_bytes = 0;
    std::uint64_t registers = 0; ///< of a work-item; 0: not told
    std::uint64_t load_sectors = 0;
    std::uint64_t store_sectors = 0;
    std::uint64_t ideal_store_sectors = 0;
    std::uint64_t local_passes = 0; ///< of loads and stores
    LensWork work;

    bool operator==(const CountedLaunch&) const = default;
};

struct CountedSize
{
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    std::vector<CountedLaunch> launches;

    bool operator==(const CountedSize&) const = default;
};

/// One rung of one case, with the parameters that some device was measured with.
struct CountedRung
{
    std::string ladder;
    std::string input; ///< the case: "random"
    std::string rung;
    Parameters parameters;
    std::vector<CountedSize> sizes; ///< two, the smaller one first

    bool operator==(const CountedRung&) const = default;
};

struct CountsAtTwoSizes
{
    std::string
        device; ///< the id of the profile by which was counted; what counts alike needs no counts of its own
    std::vector<CountedRung> rungs;

    /// Nothing where that rung was not counted with the parameters that it was measured with.
    const CountedRung* find(const LadderResult& ladder, const RungResult& rung) const;

    bool operator==(const CountsAtTwoSizes&) const = default;
};

/// A kernel of a chapter or of an exercise's right or wrong solution, launched small: `times` as much was measured.
struct CountedKernel
{
    std::string of;      ///< "12-coalescing", "12-coalescing/3-product"
    std::string job;     ///< what kernels do that can be compared
    std::string variant; ///< "solution", "as-it-was"
    double times = 1;
    CountedLaunch launch;
};

/// Its time on a GPU.
struct TimedKernel
{
    std::string of;
    std::string job;
    std::string variant;
    double ms = 0;
};

struct TimedKernels
{
    std::string device; ///< its name
    std::vector<TimedKernel> rows;
};

/// One forecast beside its measurement, of a rung at the size that was measured or of a small launch told on a full device.
struct ForecastRow
{
    std::string ladder; ///< or chapter, or exercise
    std::string input;  ///< the case, or the job
    std::string rung;   ///< or variant
    std::string bound;  ///< of the launch that takes longest
    bool small = false; ///< told on a full device
    bool of_one_size =
        false; ///< only those of one case, or job, do the same work; of a ladder's cases all do
    double forecast_ms = 0;
    double measured_ms = 0;

    double times() const
    {
        return measured_ms > 0 ? forecast_ms / measured_ms : 0;
    } ///< too long by this factor
};

/// How far off some forecasts are.
struct ForecastError
{
    std::string of; ///< a ladder's name, "all" of them, "small" launches, or rungs over "sizes"
    std::uint64_t rungs = 0;
    double rank_correlation = 0;     ///< Spearman's
    double median_error_percent = 0; ///< the median of |forecast / measured - 1|
    double within_twice_percent = 0; ///< how many are off by less than a factor of two
    std::uint64_t pairs = 0;         ///< of one ladder or job, of which one takes at least a tenth longer
    std::uint64_t wrong_pairs = 0;   ///< of these, those that the forecast has the other way round
    std::uint64_t clear_pairs = 0;   ///< of which one takes at least half as long again
    std::uint64_t wrong_clear_pairs = 0;
};

struct ForecastRecord
{
    Origin origin; ///< of the measurements
    std::vector<ForecastError>
        errors; ///< of all ladders first, then of small launches and over sizes if there are any, then of each ladder
    std::vector<ForecastRow> rows;
};

/// Throws Failure.
CountsAtTwoSizes read_counts_at_two_sizes(const std::filesystem::path& file);
CountsAtTwoSizes counts_at_two_sizes_of(const JsonReader& root);
/// lens/validation/times/counts.json, and NAME.json beside it.
std::vector<CountedKernel> read_counted_kernels(const std::filesystem::path& file);
TimedKernels read_timed_kernels(const std::filesystem::path& file);
ForecastRecord read_forecast_record(const std::filesystem::path& file);
ForecastRecord forecast_record_of(const JsonReader& root);

/// The files' texts: a line for each rung. A record's rows are those of an experiment, which lessons quote; first come the errors.
std::string text_of(const CountsAtTwoSizes& counts);
std::string text_of(const ForecastRecord& record);

} // namespace lockstep::formats
