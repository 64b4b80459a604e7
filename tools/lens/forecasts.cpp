// Forecasts of launches that were counted, and what a report says of them.
#include "lens/forecasts.hpp"

#include "lens/counted_work.hpp"
#include "lockstep/formats/forecast_record.hpp"
#include "lockstep/lens/occupancy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

/// A part of the work that takes less than this of the whole is not told.
constexpr double worth_a_word = 0.1;

std::optional<formats::ForecastRecord> forecast_record_of_device(const lens::Profile& profile,
                                                                 const fs::path& records)
{
    const fs::path file = records / fmt::format("{}-forecast.json", profile.id);
    if (!fs::exists(file)) return {};
    return formats::read_forecast_record(file);
}

/// Whether all is counted that its time depends on. Constant memory is read at the speed of instructions where all work-items of a
/// sub-group read the same, which the blurs' weights confirm.
bool is_counted_whole(const formats::LensKernel& kernel)
{
    return kernel.launches == 1 && kernel.sampled_groups == kernel.work_groups && !kernel.truncated &&
           kernel.work && std::ranges::all_of(kernel.not_counted, [](const std::string& memory) {
               return memory == "constant memory";
           });
}

std::string error_sentence(const formats::ForecastError& error, const std::string& device)
{
    return fmt::format(
        "Forecasts of {} {} measured on an {} were off by {:.0f} percent in the median, {:.0f} of "
        "100 by less than a factor of two; of {} pairs of which one takes half as long again, or "
        "longer, {} are told the other way round.",
        error.rungs, error.of == "small" ? "such launches" : "rungs", device, error.median_error_percent,
        error.within_twice_percent, error.clear_pairs, error.wrong_clear_pairs);
}

/// Of launches that do not fill the device: what is told instead, and how far that is off.
std::string small_sentence(const lens::Profile& profile, const fs::path& records)
{
    std::string text =
        "A part of a full device is what a launch would take if there were as many more of its groups as "
        "the GPU has room for";
    text += profile.rates.launch_us > 0 ? fmt::format(": alone it takes about {:.0f} us, as any launch does.",
                                                      profile.rates.launch_us)
                                        : ".";
    const auto record = forecast_record_of_device(profile, records);
    if (!record) return text;
    const auto error = std::ranges::find(record->errors, "small", &formats::ForecastError::of);
    return error == record->errors.end() ? text : text + " " + error_sentence(*error, record->origin.device);
}

// A forecast takes a clock for each line that a request touches, as it is where the words of a load share a bank of the first level.
// Where each has a bank of its own, four lines are looked up in a clock (subject request_lines in bench/results/h200-causes.json), and a
// request takes one at least. Lines do not tell which it is, so the range is told.
std::string range_of_lines(const lens::Profile& profile, const CountedWork& counted,
                           const lens::Occupancy& occupancy, const formats::LensKernel& kernel)
{
    constexpr double most_times = 4, worth_saying = 0.8;
    const formats::LensForecast& forecast = *kernel.forecast;
    if (forecast.bound != lens::name_of(lens::Bound::first_level)) return "";
    const auto requests = static_cast<double>(kernel.global_load.requests + kernel.global_store.requests);
    lens::Profile without_conflicts = profile;
    without_conflicts.rates.lines_per_clock *=
        std::clamp(counted.work.lines / std::max(requests, 1.0), 1.0, most_times);
    const double least = forecast_or_part(without_conflicts, counted, occupancy).microseconds;
    if (least > worth_saying * forecast.microseconds) return "";
    return fmt::format(
        "its forecast is {} to {}: the longer where the words of a load share a bank of the first "
        "level, as in rows of a power of two, the shorter where each has a bank of its own",
        time_text(least), time_text(forecast.microseconds));
}

} // namespace

std::string time_text(double us)
{
    return us < 1      ? fmt::format("{:.3g} ns", us * 1e3)
           : us < 1000 ? fmt::format("{:.3g} us", us)
                       : fmt::format("{:.3g} ms", us * 1e-3);
}

void add_forecasts(formats::LensReport& report, const lens::Profile& profile, const fs::path& records)
{
    report.forecast_error = forecast_error_of(profile, records);
    if (!profile.rates.missing().empty()) return;
    bool any_full = false;
    bool any_part = false;
    for (formats::LensKernel& kernel : report.kernels) {
        if (!is_counted_whole(kernel)) continue;
        CountedWork counted = counted_work(counted_launch(kernel), profile);
        if (kernel.caches && !kernel.caches->truncated)
            counted.work.memory_bytes =
                static_cast<double>(kernel.caches->memory_read_bytes + kernel.caches->memory_written_bytes +
                                    kernel.caches->left_bytes);
        const lens::Occupancy occupancy = lens::occupancy(profile, counted.resources);
        if (!occupancy.refusal.empty()) continue;
        kernel.forecast = forecast_or_part(profile, counted, occupancy);
        (kernel.forecast->copies > 1 ? any_part : any_full) = true;
        if (std::string range = range_of_lines(profile, counted, occupancy, kernel); !range.empty())
            kernel.remarks.push_back(std::move(range));
    }
    if (any_part)
        report.forecast_error =
            (any_full ? report.forecast_error + " " : "") + small_sentence(profile, records);
}

std::string forecast_error_of(const lens::Profile& profile, const fs::path& records)
{
    if (const auto missing = profile.rates.missing(); !missing.empty())
        return fmt::format("No forecast: the profile {} does not tell {}.", profile.id,
                           missing.size() == lens::Rates{}.missing().size()
                               ? "any of its rates"
                               : fmt::format("{}", fmt::join(missing, ", ")));
    const auto record = forecast_record_of_device(profile, records);
    if (!record) return "No forecast of this device was compared with a measurement.";
    return error_sentence(record->errors.front(), record->origin.device);
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
    return fmt::format("about {}{}, bound by {}{}", time_text(forecast.microseconds),
                       forecast.copies > 1 ? " of a full device" : "", forecast.bound,
                       lower.empty() ? "" : lower + ")");
}

} // namespace lockstep::tool
