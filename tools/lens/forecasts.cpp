// Forecasts of launches that were counted, and of a ladder's rungs at the size at which those were measured.
#include "lens/forecasts.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/formats/shown_devices.hpp"
#include "lockstep/lens/occupancy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::CountedLaunch;
using formats::CountedSize;

/// What the counts of a launch are sums of: a part that grows with the work, one that grows with the results.
struct Growth
{
    double results = 0;
    double work = 0; ///< as the ladder's elements are counted in its curves over sizes
};

/// Of products of matrices n^2 and n^3, of pairs of bodies n and n^2, of sums of products the results and all products; of everything
/// else a constant, of pictures their rim, and the elements.
Growth growth_of(const std::string& ladder, std::uint64_t columns, std::uint64_t rows)
{
    const auto across = static_cast<double>(columns);
    const auto down = static_cast<double>(rows);
    if (ladder == "matrix_multiply") {
        // As the ladder chooses its depth: half of the longer side where small sizes are ragged, else the mean.
        const bool small_and_ragged = std::max(columns, rows) <= 1024 && columns != rows;
        const std::uint64_t depth = small_and_ragged ? std::max(columns, rows) / 2 : (columns + rows) / 2;
        return {.results = across * down, .work = across * down * static_cast<double>(depth)};
    }
    if (ladder == "n_body") return {.results = across, .work = across * across};
    if (ladder == "first_ladder") return {.results = across, .work = across * down};
    return {.results = rows == 1 ? 1 : across + down, .work = across * down};
}

/// A launch's counts as numbers, with the shape of its groups.
struct Counted
{
    lens::LaunchWork work;
    double groups = 0;
    lens::KernelResources resources;
};

Counted counted_work(const CountedLaunch& launch, const lens::Profile& profile)
{
    const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
    const formats::LensWork& work = launch.work;
    const std::uint64_t width = profile.sub_group_size;
    const double of_group = number((launch.group_size + width - 1) / width);
    return {.work = {.sub_groups = number(launch.work_groups) * of_group,
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
            .groups = number(launch.work_groups),
            .resources = {.group_size = static_cast<unsigned>(launch.group_size),
                          .registers_per_item = static_cast<unsigned>(launch.registers),
                          .local_bytes = static_cast<unsigned>(launch.local_bytes)}};
}

constexpr double lens::LaunchWork::*parts[] = {&lens::LaunchWork::sub_groups,
                                               &lens::LaunchWork::issue_slots,
                                               &lens::LaunchWork::waits,
                                               &lens::LaunchWork::local_waits,
                                               &lens::LaunchWork::steps,
                                               &lens::LaunchWork::lines,
                                               &lens::LaunchWork::local_passes,
                                               &lens::LaunchWork::load_sectors,
                                               &lens::LaunchWork::sectors_by_groups,
                                               &lens::LaunchWork::sectors_read,
                                               &lens::LaunchWork::store_sectors,
                                               &lens::LaunchWork::partial_sectors,
                                               &lens::LaunchWork::sectors_written,
                                               &lens::LaunchWork::atomic_lanes,
                                               &lens::LaunchWork::atomic_lines};

/// Three sizes: the two that were counted, and the one that was measured.
struct Sizes
{
    Growth small;
    Growth large;
    Growth wanted;
    bool of_one_row = false; ///< then groups that do not grow follow the compute units
};

Counted scaled(const Counted& small, const Counted& large, const Sizes& sizes, unsigned units)
{
    const auto& [one, two, wanted, of_one_row] = sizes;
    const double determinant = one.results * two.work - two.results * one.work;
    const double times_results = of_one_row && small.groups == large.groups ? units : 1;
    Counted result = large;
    for (const auto part : parts) {
        const double per_result = (small.work.*part * two.work - large.work.*part * one.work) / determinant;
        const double per_work =
            (one.results * large.work.*part - two.results * small.work.*part) / determinant;
        result.work.*part =
            std::max(0.0, per_result * wanted.results * times_results + per_work * wanted.work);
    }
    return result;
}

/// All launches as one.
Counted sum_of(const std::vector<CountedLaunch>& launches, const lens::Profile& profile)
{
    Counted sum = counted_work(launches.front(), profile);
    for (std::size_t i = 1; i < launches.size(); ++i) {
        const Counted more = counted_work(launches[i], profile);
        for (const auto part : parts) sum.work.*part += more.work.*part;
        sum.groups += more.groups;
    }
    return sum;
}

bool of_one_shape(const std::vector<CountedLaunch>& launches)
{
    return std::ranges::all_of(launches, [&](const CountedLaunch& launch) {
        return launch.work_groups == launches.front().work_groups &&
               launch.group_size == launches.front().group_size;
    });
}

/// A launch at the measured size, and how often it is made.
struct ScaledLaunch
{
    Counted counted;
    double times = 1;
};

std::vector<ScaledLaunch> scaled_launches(const formats::CountedRung& rung, const Sizes& sizes,
                                          const lens::Profile& profile)
{
    const auto& small = rung.sizes.front().launches;
    const auto& large = rung.sizes.back().launches;
    const unsigned units = profile.compute_units;
    std::vector<ScaledLaunch> result;
    if (small.size() == large.size()) {
        for (std::size_t i = 0; i < small.size(); ++i)
            result.push_back(
                {scaled(counted_work(small[i], profile), counted_work(large[i], profile), sizes, units), 1});
        return result;
    }
    Counted less = sum_of(small, profile);
    Counted more = sum_of(large, profile);
    if (!of_one_shape(small) || !of_one_shape(large)) return {{scaled(less, more, sizes, units), 1}};
    for (const auto part : parts) {
        less.work.*part /= static_cast<double>(small.size());
        more.work.*part /= static_cast<double>(large.size());
    }
    const double per_doubling = (static_cast<double>(large.size()) - static_cast<double>(small.size())) /
                                std::log2(sizes.large.work / sizes.small.work);
    const double launches =
        static_cast<double>(large.size()) + per_doubling * std::log2(sizes.wanted.work / sizes.large.work);
    return {{scaled(less, more, sizes, units), launches}};
}

/// The rung's forecast in milliseconds, and the bound of its longest launch.
std::pair<double, std::string> forecast_of(const formats::CountedRung& rung, const Sizes& sizes,
                                           const lens::Profile& profile)
{
    double ns = 0;
    double longest_ns = -1;
    std::string bound;
    for (const auto& [counted, times] : scaled_launches(rung, sizes, profile)) {
        const lens::Forecast made =
            lens::forecast(profile, counted.work, lens::occupancy(profile, counted.resources));
        ns += times * made.ns;
        if (times * made.ns > longest_ns) bound = lens::name_of(made.bound);
        longest_ns = std::max(longest_ns, times * made.ns);
    }
    return {ns * 1e-6, bound};
}

/// The place of each number among all, from 0; equal ones share the mean of their places.
std::vector<double> ranks(const std::vector<double>& values)
{
    std::vector<double> result;
    for (const double value : values) {
        const auto lower = std::ranges::count_if(values, [&](double other) { return other < value; });
        const auto equal = std::ranges::count(values, value);
        result.push_back(static_cast<double>(lower) + (static_cast<double>(equal) - 1) / 2);
    }
    return result;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

formats::ForecastError error_of(const std::string& name, const std::vector<formats::ForecastRow>& rows)
{
    std::vector<double> made;
    std::vector<double> measured;
    std::vector<double> errors;
    double near = 0;
    for (const formats::ForecastRow& row : rows) {
        if (name != "all" && row.ladder != name) continue;
        made.push_back(row.forecast_ms);
        measured.push_back(row.measured_ms);
        errors.push_back(std::abs(row.times() - 1));
        near += row.times() > 0.5 && row.times() < 2 ? 1 : 0;
    }
    return {.of = name,
            .rungs = made.size(),
            .rank_correlation = rank_correlation(made, measured),
            .median_error_percent = 100 * median(errors),
            .within_twice_percent = 100 * near / static_cast<double>(made.size())};
}

/// A part of the work that takes less than this of the whole is not told.
constexpr double worth_a_word = 0.1;

constexpr const char* too_small =
    "A launch too small to fill the GPU has no forecast: it mostly waits, and the model knows its waits too "
    "coarsely to say which of two launches is faster.";

/// Does the launch take every place for a sub-group at least once?
bool fills(const lens::Profile& profile, const lens::LaunchWork& work, const lens::Occupancy& occupancy)
{
    return work.sub_groups >= static_cast<double>(occupancy.sub_groups) * profile.compute_units;
}

} // namespace

std::string time_text(double us)
{
    return us < 1      ? fmt::format("{:.3g} ns", us * 1e3)
           : us < 1000 ? fmt::format("{:.3g} us", us)
                       : fmt::format("{:.3g} ms", us * 1e-3);
}

double rank_correlation(const std::vector<double>& left, const std::vector<double>& right)
{
    const std::vector<double> a = ranks(left);
    const std::vector<double> b = ranks(right);
    if (a.size() < 2) return 0;
    const double mean = (static_cast<double>(a.size()) - 1) / 2;
    double both = 0;
    double of_a = 0;
    double of_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (a[i] - mean) * (b[i] - mean);
        of_a += (a[i] - mean) * (a[i] - mean);
        of_b += (b[i] - mean) * (b[i] - mean);
    }
    return of_a > 0 && of_b > 0 ? both / std::sqrt(of_a * of_b) : 0;
}

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

void add_forecasts(formats::LensReport& report, const lens::Profile& profile, const fs::path& records)
{
    report.forecast_error = forecast_error_of(profile, records);
    if (!profile.rates.missing().empty()) return;
    bool any = false;
    bool any_too_small = false;
    for (formats::LensKernel& kernel : report.kernels) {
        if (kernel.launches != 1 || kernel.sampled_groups != kernel.work_groups || kernel.truncated ||
            !kernel.work)
            continue;
        const Counted counted = counted_work(counted_launch(kernel), profile);
        const lens::Occupancy fits = lens::occupancy(profile, counted.resources);
        if (!fits.refusal.empty()) continue;
        if (!fills(profile, counted.work, fits)) {
            any_too_small = true;
            continue;
        }
        any = true;
        const lens::Forecast made = lens::forecast(profile, counted.work, fits);
        formats::LensForecast& told = kernel.forecast.emplace();
        told.microseconds = made.ns * 1e-3;
        told.bound = lens::name_of(made.bound);
        for (std::size_t i = 0; i < lens::bounds; ++i)
            told.terms.push_back({.name = std::string(lens::name_of(static_cast<lens::Bound>(i))),
                                  .microseconds = made.terms_ns[i] * 1e-3});
    }
    if (any_too_small) report.forecast_error = any ? report.forecast_error + " " + too_small : too_small;
}

std::string forecast_error_of(const lens::Profile& profile, const fs::path& records)
{
    if (const auto missing = profile.rates.missing(); !missing.empty())
        return fmt::format("No forecast: the profile {} does not tell {}.", profile.id,
                           missing.size() == 14 ? "any of its rates"
                                                : fmt::format("{}", fmt::join(missing, ", ")));
    const fs::path file = records / fmt::format("{}-forecast.json", profile.id);
    if (!fs::exists(file)) return "No forecast of this device was compared with a measurement.";
    const formats::ForecastRecord record = formats::read_forecast_record(file);
    const formats::ForecastError& all = record.errors.front();
    return fmt::format("Forecasts of the {} rungs measured on an {} were off by {:.0f} percent in the "
                       "median, {:.0f} of 100 by "
                       "less than a factor of two; their order agrees by {:.2f} (rank correlation).",
                       all.rungs, record.origin.device, all.median_error_percent, all.within_twice_percent,
                       all.rank_correlation);
}

std::string forecast_text(const formats::LensForecast& forecast)
{
    std::vector<formats::LensForecast::Term> roofs = forecast.terms;
    std::ranges::stable_sort(roofs, std::ranges::greater{}, &formats::LensForecast::Term::microseconds);
    std::string lower;
    for (const formats::LensForecast::Term& roof : roofs)
        if (roof.name != forecast.bound && roof.microseconds >= worth_a_word * forecast.microseconds)
            lower += fmt::format("{}{} {}", lower.empty() ? "   (alone: " : ", ", roof.name,
                                 time_text(roof.microseconds));
    return fmt::format("about {}, bound by {}{}", time_text(forecast.microseconds), forecast.bound,
                       lower.empty() ? "" : lower + ")");
}

std::vector<MeasuredRung> measured_rungs(const formats::DeviceResults& measured)
{
    std::vector<MeasuredRung> rungs;
    for (const formats::LadderResult& ladder : measured.ladders)
        for (const formats::RungResult& rung : ladder.rungs)
            if (rung.figures) rungs.push_back({&ladder, &rung});
    return rungs;
}

formats::SizeCurves curves_for(const fs::path& results, const std::string& device)
{
    if (auto own = formats::find_size_curves(results, device)) return *own;
    for (const formats::ShownDevice& other : formats::shown_devices(results))
        if (auto curves = formats::find_size_curves(results, other.id)) return *curves;
    throw Failure("Nothing was measured over sizes.",
                  fmt::format("./lockstep bench sizes --json bench/results/{}-sizes.json", device));
}

void tell_registers(formats::CountsAtTwoSizes& counts, const formats::DeviceCounters& counters)
{
    for (formats::CountedRung& rung : counts.rungs) {
        const formats::RungCounters* of_rung =
            counters.find(rung.ladder, rung.input, rung.rung, rung.parameters);
        for (CountedSize& size : rung.sizes)
            for (CountedLaunch& launch : size.launches)
                if (const formats::KernelCounters* of_kernel =
                        of_rung ? of_rung->find(launch.kernel) : nullptr)
                    launch.registers = of_kernel->registers;
    }
}

formats::ForecastRecord forecast_record(const lens::Profile& profile, const formats::CountsAtTwoSizes& counts,
                                        const formats::DeviceResults& measured,
                                        const formats::SizeCurves& curves)
{
    formats::ForecastRecord record{.origin = measured.origin, .errors = {}, .rows = {}};
    record.origin.command = fmt::format("lockstep bench forecast --record --device {}", profile.id);
    std::vector<std::string> ladders;
    for (const auto& [ladder, result] : measured_rungs(measured)) {
        const formats::CountedRung* counted = counts.find(*ladder, *result);
        const formats::SizeCurve* curve = curves.find(ladder->name, "");
        if (!counted || !curve) continue;
        const formats::CountedRung& rung = *counted;
        const formats::ResultExtent extent =
            result->figures->extent.value_or(formats::ResultExtent{ladder->columns, ladder->rows});
        const CountedSize& small = rung.sizes.front();
        const CountedSize& large = rung.sizes.back();
        const Sizes sizes{.small = growth_of(rung.ladder, small.columns, small.rows),
                          .large = growth_of(rung.ladder, large.columns, large.rows),
                          .wanted = growth_of(rung.ladder, extent.columns, extent.rows),
                          .of_one_row = small.rows == 1 && large.rows == 1};
        const auto [ms, bound] = forecast_of(rung, sizes, profile);
        // Work is in bytes or operations, figures in as many a nanosecond.
        const double measured_ms =
            sizes.wanted.work * curve->work_per_element / result->figures->median * 1e-6;
        record.rows.push_back({.ladder = rung.ladder,
                               .input = rung.input,
                               .rung = rung.rung,
                               .bound = bound,
                               .forecast_ms = ms,
                               .measured_ms = measured_ms});
        if (std::ranges::find(ladders, rung.ladder) == ladders.end()) ladders.push_back(rung.ladder);
    }
    if (record.rows.empty())
        throw Failure("No rung was counted.", "./lockstep bench forecast --count --record");
    record.errors.push_back(error_of("all", record.rows));
    for (const std::string& ladder : ladders) record.errors.push_back(error_of(ladder, record.rows));
    return record;
}

} // namespace lockstep::tool
