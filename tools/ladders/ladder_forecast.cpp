// The ladders' rungs, forecast from counts and beside what was measured.
#include "ladders/ladder_forecast.hpp"

#include "base/parallel_for.hpp"
#include "base/paths.hpp"
#include "base/status.hpp"
#include "check/checkout_lens.hpp"
#include "ladders/forecast_records.hpp"
#include "ladders/ladder_runner.hpp"
#include "ladders/rung_lens.hpp"
#include "lens/counted_work.hpp"
#include "lens/forecasts.hpp"
#include "lens/lens_run.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/shown_devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

fs::path results()
{
    return source_dir() / "bench" / "results";
}

fs::path counts_file()
{
    return results() / "launch-counts.json";
}

/// What is told of a doubled size may be wrong by this factor.
constexpr double most_wrong = 1.1;

/// @param run with the words that choose its size
formats::CountedSize counted_size(const LensTools& tools, const RungRun& run)
{
    const RungUnderLens result = run_rung(tools, run);
    formats::CountedSize size{.columns = result.extent.columns, .rows = result.extent.rows, .launches = {}};
    for (const formats::LensKernel& kernel : result.report.kernels)
        size.launches.push_back(counted_launch(kernel));
    return size;
}

/// At the ladder's two counted sizes. @param run of which `words` choose the case and the parameters
formats::CountedRung counted_rung(const LensTools& tools, const RungRun& run)
{
    formats::CountedRung counted{
        .ladder = run.ladder, .input = {}, .rung = run.rung, .parameters = {}, .sizes = {}};
    for (const char* which : {"smaller", "larger"}) {
        RungRun one = run;
        one.words.insert(one.words.end(), {"--size", which});
        counted.sizes.push_back(counted_size(tools, one));
    }
    return counted;
}

/// Where a rung's counts stand: behind the same rung's with other parameters, or at the end.
std::vector<formats::CountedRung>::iterator
after(formats::CountsAtTwoSizes& counts, const formats::LadderResult& ladder, const formats::RungResult& rung)
{
    const auto last =
        std::find_if(counts.rungs.rbegin(), counts.rungs.rend(), [&](const formats::CountedRung& counted) {
            return counted.ladder == ladder.name && counted.input == ladder.input &&
                   counted.rung == rung.name;
        });
    return last == counts.rungs.rend() ? counts.rungs.end() : last.base();
}

/// What was counted by one profile is what another one counts if both have the same rules.
/// @throws Failure when they have not.
void need_same_rules(const lens::Profile& profile)
{
    if (!fs::exists(counts_file())) return;
    const std::string by = formats::read_counts_at_two_sizes(counts_file()).device;
    const lens::Profile other = lens::read_profile(checkout_profile(source_dir(), by));
    if (other.sub_group_size != profile.sub_group_size || other.global != profile.global ||
        other.local != profile.local)
        throw Failure(fmt::format("The rungs were counted for an {}, which counts by other rules than an {}.",
                                  other.name, profile.name),
                      "./lockstep bench forecast --device h200");
}

/// Counts the rungs of the named ladders; where none is named, those that were not counted yet with the parameters that they were
/// measured with. What no device was measured with is left out.
int count(const fs::path& runner, const formats::DeviceResults& measured, const LadderSizes& sizes,
          const LadderOptions& wanted)
{
    std::optional<LensTools> tools;
    try {
        tools = checkout_lens_tools(build_dir(), true, CountedBy::oclgrind);
    } catch (const Failure& failure) {
        fmt::print("Skipped: {}\n", failure.happened());
        return skipped;
    }
    formats::CountsAtTwoSizes counts{.device = wanted.device, .rungs = {}};
    if (fs::exists(counts_file())) counts = formats::read_counts_at_two_sizes(counts_file());
    const fs::path profile = checkout_profile(source_dir(), counts.device);
    std::vector<MeasuredRung> to_count;
    for (const MeasuredRung& one : measured_rungs(measured, sizes)) {
        const bool named = wanted.names(one.ladder->name);
        if (named || (wanted.ladders.empty() && !counts.find(*one.ladder, *one.rung)))
            to_count.push_back(one);
    }
    std::vector<formats::CountedRung> now(to_count.size());
    parallel_for(to_count.size(), processors(), [&](std::size_t i) {
        const auto& [ladder, rung] = to_count[i];
        const formats::Parameters parameters = rung->parameters.value_or(formats::Parameters{});
        now[i] = counted_rung(
            *tools, {.runner = runner,
                     .profile = profile,
                     .ladder = ladder->name,
                     .rung = rung->name,
                     .words = {"--case", ladder->input, "--parameters", runner_option(parameters)}});
        now[i].input = ladder->input;
        now[i].parameters = parameters;
    });
    for (std::size_t i = 0; i < to_count.size(); ++i) {
        const auto& [ladder, rung] = to_count[i];
        if (const formats::CountedRung* counted = counts.find(*ladder, *rung))
            counts.rungs[static_cast<std::size_t>(counted - counts.rungs.data())] = std::move(now[i]);
        else
            counts.rungs.insert(after(counts, *ladder, *rung), std::move(now[i]));
    }
    std::erase_if(counts.rungs, [devices = formats::shown_devices(results())](const auto& rung) {
        return std::ranges::none_of(devices, [&](const formats::ShownDevice& shown) {
            const formats::LadderResult* ladder = shown.results.find_ladder(rung.ladder, rung.input);
            const formats::RungResult* result = ladder ? ladder->find_rung(rung.rung) : nullptr;
            return result && result->parameters.value_or(formats::Parameters{}) == rung.parameters;
        });
    });
    write_text(counts_file(), formats::text_of(counts));
    return done;
}

void print(const formats::ForecastRecord& record)
{
    fmt::print("measured on an {}, {}\n  {:<16} {:<9} {:<20} {:>13} {:>13} {:>7}   {}\n",
               record.origin.device, record.origin.date, "ladder", "case", "rung", "forecast ms",
               "measured ms", "times", "bound by");
    for (const formats::ForecastRow& row : record.rows)
        fmt::print("  {:<16} {:<9} {:<20} {:>13.4g} {:>13.4g} {:>7.2f}   {}\n", row.ladder, row.input,
                   row.rung, row.forecast_ms, row.measured_ms, row.times(), row.bound);
    fmt::print("\n  {:<16} {:>6} {:>17} {:>13} {:>18} {:>19}\n", "", "rungs", "rank correlation",
               "median error", "within a factor 2", "pairs the other way");
    for (const formats::ForecastError& error : record.errors)
        fmt::print("  {:<16} {:>6} {:>17.2f} {:>11.0f} % {:>16.0f} % {:>9} of {}\n", error.of, error.rungs,
                   error.rank_correlation, error.median_error_percent, error.within_twice_percent,
                   error.wrong_pairs, error.pairs);
}

/// The part of a rung's counts that is told most wrongly of the doubled size, as a factor.
double worst_factor(const formats::CountedRung& rung, const formats::CountedSize& doubled,
                    const LadderSizes& sizes, const lens::Profile& profile)
{
    lens::LaunchWork counted;
    for (const formats::CountedLaunch& launch : doubled.launches)
        for (const auto part : lens::LaunchWork::parts)
            counted.*part += counted_work(launch, profile).work.*part;
    const lens::LaunchWork told =
        work_at(rung, sizes, *sizes.of(rung.ladder, doubled.columns, doubled.rows), profile);
    double worst = 1;
    for (const auto part : lens::LaunchWork::parts) {
        if (counted.*part < 0.01 * counted.issue_slots) continue; // decides nothing
        const double factor = told.*part / (counted.*part);
        if (std::abs(std::log(factor)) > std::abs(std::log(worst))) worst = factor;
    }
    return worst;
}

} // namespace

Status check_ladder_growth(const fs::path& runner, const std::string& name)
{
    std::optional<LensTools> tools;
    try {
        tools = checkout_lens_tools(build_dir(), true);
    } catch (const Failure& failure) {
        fmt::print("Skipped: {}\n", failure.happened());
        return skipped;
    }
    const std::vector<ListedLadder> ladders = listed_ladders(runner, *tools);
    const auto ladder = std::ranges::find(ladders, name, &ListedLadder::name);
    if (ladder == ladders.end())
        throw Failure(fmt::format("There is no ladder '{}'.", name), "./lockstep bench list");
    RungRun run{.runner = runner,
                .profile = checkout_profile(source_dir(), "h200"),
                .ladder = name,
                .rung = ladder->rungs.front().name,
                .words = {}};
    formats::CountsAtTwoSizes counts{
        .device = "h200",
        .rungs = {{.ladder = name, .input = {}, .rung = {}, .parameters = {}, .sizes = {{1, 1, {}}}}}};
    if (ladder_sizes(runner, counts, {}, {}).of(name, 1, 1) == nullptr) {
        fmt::print("{} is not forecast from counts at two sizes: it does not say with what they grow.\n",
                   name);
        return done;
    }
    counts.rungs = {counted_rung(*tools, run)};
    const formats::CountedSize large = counts.rungs.front().sizes.back();
    run.words = {"--extent", std::to_string(2 * large.columns),
                 std::to_string(large.rows == 1 ? 1 : 2 * large.rows)};
    const formats::CountedSize doubled = counted_size(*tools, run);
    counts.rungs.push_back(counts.rungs.front());
    counts.rungs.back().sizes = {doubled};
    const double factor = worst_factor(counts.rungs.front(), doubled, ladder_sizes(runner, counts, {}, {}),
                                       lens::read_profile(run.profile));
    fmt::print("{}, {} x {}: of what was counted, {:.3f} times as much is told from {} x {} and {} x {}.\n",
               run.rung, doubled.columns, doubled.rows, factor, counts.rungs.front().sizes.front().columns,
               counts.rungs.front().sizes.front().rows, large.columns, large.rows);
    if (std::abs(std::log(factor)) <= std::log(most_wrong)) return done;
    fmt::print("  try: growth(), elements() or counted_extents() of the ladder in bench/ladders/{}.cpp\n",
               name);
    return check_failed;
}

int show_ladder_forecast(const fs::path& runner, const ForecastOptions& options)
{
    const std::string& device = options.device;
    const lens::Profile profile = lens::read_profile(checkout_profile(source_dir(), device));
    const auto measured = formats::read_device_results(results(), device);
    for (const std::string& name : options.ladders)
        if (std::ranges::find(measured.ladders, name, &formats::LadderResult::name) == measured.ladders.end())
            throw Failure(fmt::format("No ladder '{}' was measured on the {}.", name, measured.origin.device),
                          "./lockstep bench forecast");
    const formats::SizeCurves curves = curves_for(results(), device);
    if (const auto missing = profile.rates.missing(); !missing.empty())
        throw Failure(forecast_error_of(profile, results()),
                      "a section \"rates\" as in lens/devices/h200.json");
    need_same_rules(profile);
    if (options.count)
        if (const int status = count(runner, measured, ladder_sizes(runner, {}, measured, curves), options);
            status != done)
            return status;
    formats::CountsAtTwoSizes counts = formats::read_counts_at_two_sizes(counts_file());
    const LadderSizes sizes = ladder_sizes(runner, counts, measured, curves);
    tell_registers(counts, formats::read_device_counters(
                               results() / fmt::format("{}-rung-counters.json", counts.device)));
    const formats::ForecastRecord record =
        forecast_record(profile, counts, measured, curves, sizes,
                        small_launches(source_dir() / "lens" / "validation" / "times", device));
    print(record);
    const std::size_t all = measured_rungs(measured, sizes).size();
    if (const std::size_t counted = record.errors.front().rungs; all > counted) {
        const std::string lack =
            fmt::format("{} of {} rungs are not counted with the parameters that they were measured with.",
                        all - counted, all);
        const std::string remedy = fmt::format("./lockstep bench forecast --count --device {}", device);
        if (options.record) throw Failure(lack, remedy + " --record");
        fmt::print("\n  {}\n  try: {}\n", lack, remedy);
    }
    if (options.record)
        write_text(results() / fmt::format("{}-forecast.json", device), formats::text_of(record));
    return done;
}

} // namespace lockstep::tool
