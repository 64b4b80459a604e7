// Forecasts beside measurements: of the ladders' rungs at the sizes at which those were measured, and of small launches.
#include "ladders/forecast_records.hpp"

#include "lens/counted_work.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/shown_devices.hpp"
#include "lockstep/lens/occupancy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::CountedLaunch;
using formats::CountedSize;

/// Three sizes: the two that were counted, and the one that was measured.
struct Sizes
{
    LadderSize small;
    LadderSize large;
    LadderSize wanted;

    bool of_one_row() const
    {
        return small.rows == 1 && large.rows == 1;
    } ///< then groups that do not grow follow the compute units
};

/// How many times as many work-groups the wanted size has as the larger one of the two. They are not scaled as counts are, because
/// two small sizes of ragged pictures and matrices say little of them: the groups at a rim are many of few.
double more_groups(double small, double large, const Sizes& sizes, unsigned units)
{
    if (sizes.wanted.groups > 0) return sizes.wanted.groups / sizes.large.groups;
    if (sizes.of_one_row() && small == large) return units;
    const double by_results = sizes.wanted.results / sizes.large.results;
    const double by_work = sizes.wanted.work / sizes.large.work;
    if (sizes.of_one_row()) return by_work;
    const auto apart = [&](double smaller, double larger) {
        return std::abs(std::log(large / small) - std::log(larger / smaller));
    };
    return apart(sizes.small.results, sizes.large.results) < apart(sizes.small.work, sizes.large.work)
               ? by_results
               : by_work;
}

CountedWork scaled(const CountedWork& small, const CountedWork& large, const Sizes& sizes, unsigned units)
{
    const auto& one = sizes.small;
    const auto& two = sizes.large;
    const auto& wanted = sizes.wanted;
    const double determinant = one.results * two.work - two.results * one.work;
    const double times_results = sizes.of_one_row() && small.work.groups == large.work.groups ? units : 1;
    CountedWork result = large;
    for (const auto part : lens::LaunchWork::parts) {
        const double per_result = (small.work.*part * two.work - large.work.*part * one.work) / determinant;
        const double per_work =
            (one.results * large.work.*part - two.results * small.work.*part) / determinant;
        result.work.*part =
            std::max(0.0, per_result * wanted.results * times_results + per_work * wanted.work);
    }
    const double more = more_groups(small.work.groups, large.work.groups, sizes, units);
    result.work.groups = large.work.groups * more;
    result.work.sub_groups = large.work.sub_groups * more;
    return result;
}

/// All launches as one.
CountedWork sum_of(const std::vector<CountedLaunch>& launches, const lens::Profile& profile)
{
    CountedWork sum = counted_work(launches.front(), profile);
    for (std::size_t i = 1; i < launches.size(); ++i) {
        const CountedWork more = counted_work(launches[i], profile);
        for (const auto part : lens::LaunchWork::parts) sum.work.*part += more.work.*part;
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
    CountedWork counted;
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
    CountedWork less = sum_of(small, profile);
    CountedWork more = sum_of(large, profile);
    if (!of_one_shape(small) || !of_one_shape(large)) return {{scaled(less, more, sizes, units), 1}};
    for (const auto part : lens::LaunchWork::parts) {
        less.work.*part /= static_cast<double>(small.size());
        more.work.*part /= static_cast<double>(large.size());
    }
    const double per_doubling = (static_cast<double>(large.size()) - static_cast<double>(small.size())) /
                                std::log2(sizes.large.work / sizes.small.work);
    const double launches =
        static_cast<double>(large.size()) + per_doubling * std::log2(sizes.wanted.work / sizes.large.work);
    return {{scaled(less, more, sizes, units), launches}};
}

/// Nothing where the ladder does not say with what its counts grow.
std::optional<Sizes> sizes_for(const LadderSizes& sizes, const formats::CountedRung& rung,
                               const LadderSize* wanted)
{
    const LadderSize* small = sizes.of(rung.ladder, rung.sizes.front().columns, rung.sizes.front().rows);
    const LadderSize* large = sizes.of(rung.ladder, rung.sizes.back().columns, rung.sizes.back().rows);
    if (!small || !large || !wanted) return std::nullopt;
    return Sizes{*small, *large, *wanted};
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

/// Counts the pairs of rows that can be compared, and those that the forecast has the other way round.
void add_pairs(formats::ForecastError& error, const std::vector<const formats::ForecastRow*>& rows)
{
    constexpr double worth_telling = 1.1;
    constexpr double clear = 1.5;
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = i + 1; j < rows.size(); ++j) {
            const bool same_job = rows[i]->ladder == rows[j]->ladder &&
                                  (!rows[i]->of_one_size || rows[i]->input == rows[j]->input);
            const auto [less, more] = std::minmax(rows[i], rows[j], [](const auto* left, const auto* right) {
                return left->measured_ms < right->measured_ms;
            });
            const double factor = more->measured_ms / less->measured_ms;
            if (!same_job || factor < worth_telling) continue;
            const std::uint64_t wrong = less->forecast_ms < more->forecast_ms ? 0 : 1;
            ++error.pairs;
            error.wrong_pairs += wrong;
            if (factor < clear) continue;
            ++error.clear_pairs;
            error.wrong_clear_pairs += wrong;
        }
}

/// @param rows at least one
formats::ForecastError error_of(const std::string& name, const std::vector<const formats::ForecastRow*>& rows)
{
    std::vector<double> made;
    std::vector<double> measured;
    std::vector<double> errors;
    double near = 0;
    for (const formats::ForecastRow* row : rows) {
        made.push_back(row->forecast_ms);
        measured.push_back(row->measured_ms);
        errors.push_back(std::abs(row->times() - 1));
        near += row->times() > 0.5 && row->times() < 2 ? 1 : 0;
    }
    formats::ForecastError error{.of = name,
                                 .rungs = made.size(),
                                 .rank_correlation = rank_correlation(made, measured),
                                 .median_error_percent = 100 * median(errors),
                                 .within_twice_percent = 100 * near / static_cast<double>(made.size())};
    add_pairs(error, rows);
    return error;
}

std::vector<const formats::ForecastRow*> those(const std::vector<formats::ForecastRow>& rows, auto is_meant)
{
    std::vector<const formats::ForecastRow*> chosen;
    for (const formats::ForecastRow& row : rows)
        if (is_meant(row)) chosen.push_back(&row);
    return chosen;
}

/// Small launches told on a full device, for as much work as was measured.
void add_small_launches(std::vector<formats::ForecastRow>& rows, const lens::Profile& profile,
                        const SmallLaunches& launches)
{
    for (const formats::CountedKernel& kernel : launches.counted) {
        const auto timed = std::ranges::find_if(launches.timed, [&](const formats::TimedKernel& other) {
            return other.of == kernel.of && other.job == kernel.job && other.variant == kernel.variant;
        });
        if (timed == launches.timed.end()) continue;
        const CountedWork counted = counted_work(kernel.launch, profile);
        const formats::LensForecast part =
            forecast_or_part(profile, counted, lens::occupancy(profile, counted.resources));
        rows.push_back({.ladder = kernel.of,
                        .input = kernel.job,
                        .rung = kernel.variant,
                        .bound = part.bound,
                        .small = true,
                        .of_one_size = true,
                        .forecast_ms = part.microseconds * 1e-3 * kernel.times,
                        .measured_ms = timed->ms});
    }
}

/// Rungs at the sizes of their curves, with what starting a launch takes, as the curves have it as well. Left out are those that take
/// less than that, of which no time is told, and curves of other devices.
std::vector<formats::ForecastRow> rows_over_sizes(const lens::Profile& profile,
                                                  const formats::CountsAtTwoSizes& counts,
                                                  const formats::DeviceResults& measured,
                                                  const formats::SizeCurves& curves,
                                                  const LadderSizes& ladder_sizes)
{
    std::vector<formats::ForecastRow> rows;
    if (curves.origin.device != measured.origin.device) return rows;
    for (const formats::SizeCurve& curve : curves.curves)
        for (const formats::SizeLine& line : curve.lines) {
            const formats::LadderResult* ladder = measured.find_ladder(curve.name, curve.input);
            const formats::RungResult* result = ladder ? ladder->find_rung(line.name) : nullptr;
            const formats::CountedRung* rung = result ? counts.find(*ladder, *result) : nullptr;
            if (!rung) continue;
            for (const formats::SizePoint& point : line.points) {
                const auto sizes =
                    sizes_for(ladder_sizes, *rung, ladder_sizes.with(curve.name, point.elements));
                if (!sizes) continue;
                const double launch_ms = curve.launch_us * 1e-3;
                const auto [ms, bound] = forecast_of(*rung, *sizes, profile);
                if (ms < launch_ms) continue;
                rows.push_back({.ladder = curve.name,
                                .input = std::to_string(point.elements),
                                .rung = line.name,
                                .bound = bound,
                                .of_one_size = true,
                                .forecast_ms = ms + launch_ms,
                                .measured_ms = static_cast<double>(point.elements) * curve.work_per_element /
                                               point.median * 1e-6});
            }
        }
    return rows;
}

} // namespace

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

const LadderSize* MeasuredRung::size(const LadderSizes& sizes) const
{
    const formats::ResultExtent extent =
        rung->figures->extent.value_or(formats::ResultExtent{ladder->columns, ladder->rows});
    return sizes.of(ladder->name, extent.columns, extent.rows);
}

lens::LaunchWork work_at(const formats::CountedRung& rung, const LadderSizes& sizes, const LadderSize& wanted,
                         const lens::Profile& profile)
{
    lens::LaunchWork sum;
    for (const auto& [counted, times] :
         scaled_launches(rung, sizes_for(sizes, rung, &wanted).value(), profile))
        for (const auto part : lens::LaunchWork::parts) sum.*part += times * counted.work.*part;
    return sum;
}

std::vector<MeasuredRung> measured_rungs(const formats::DeviceResults& measured, const LadderSizes& sizes)
{
    std::vector<MeasuredRung> rungs;
    for (const formats::LadderResult& ladder : measured.ladders)
        for (const formats::RungResult& rung : ladder.rungs)
            if (const MeasuredRung one{&ladder, &rung}; rung.figures && one.size(sizes) != nullptr)
                rungs.push_back(one);
    return rungs;
}

formats::SizeCurves curves_for(const fs::path& results, const std::string& device)
{
    std::optional<formats::SizeCurves> curves = formats::find_size_curves(results, device);
    for (const formats::ShownDevice& other : formats::shown_devices(results)) {
        const auto others = formats::find_size_curves(results, other.id);
        if (!others) continue;
        if (!curves) curves = *others;
        for (formats::SizeCurve curve : others->curves) {
            if (curves->find(curve.name, curve.input) != nullptr) continue;
            curve.lines.clear(); // another device's times; what an element takes is the same
            curves->curves.push_back(std::move(curve));
        }
    }
    if (curves) return *curves;
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

SmallLaunches small_launches(const fs::path& folder, const std::string& device)
{
    if (!fs::exists(folder / (device + ".json"))) return {};
    return {.counted = formats::read_counted_kernels(folder / "counts.json"),
            .timed = formats::read_timed_kernels(folder / (device + ".json")).rows};
}

formats::ForecastRecord forecast_record(const lens::Profile& profile, const formats::CountsAtTwoSizes& counts,
                                        const formats::DeviceResults& measured,
                                        const formats::SizeCurves& curves, const LadderSizes& sizes,
                                        const SmallLaunches& small_launches)
{
    formats::ForecastRecord record{.origin = measured.origin, .errors = {}, .rows = {}};
    record.origin.command = fmt::format("lockstep bench forecast --record --device {}", profile.id);
    std::vector<std::string> ladders;
    for (const MeasuredRung& one : measured_rungs(measured, sizes)) {
        const formats::CountedRung* counted = counts.find(*one.ladder, *one.rung);
        const formats::SizeCurve* curve = curves.find(one.ladder->name, "");
        if (!counted || !curve) continue;
        const formats::CountedRung& rung = *counted;
        const auto three = sizes_for(sizes, rung, one.size(sizes));
        if (!three) continue;
        const auto [ms, bound] = forecast_of(rung, *three, profile);
        // Work is in bytes or operations, figures in as many a nanosecond.
        const double measured_ms =
            three->wanted.work * curve->work_per_element / one.rung->figures->median * 1e-6;
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
    add_small_launches(record.rows, profile, small_launches);
    const auto add_error = [&](const std::string& name, const std::vector<formats::ForecastRow>& rows,
                               auto is_meant) {
        if (const auto chosen = those(rows, is_meant); !chosen.empty())
            record.errors.push_back(error_of(name, chosen));
    };
    add_error("all", record.rows, [](const formats::ForecastRow& row) { return !row.small; });
    add_error("small", record.rows, [](const formats::ForecastRow& row) { return row.small; });
    add_error("sizes", rows_over_sizes(profile, counts, measured, curves, sizes),
              [](const auto&) { return true; });
    for (const std::string& ladder : ladders)
        add_error(ladder, record.rows, [&](const formats::ForecastRow& row) { return row.ladder == ladder; });
    return record;
}

} // namespace lockstep::tool
