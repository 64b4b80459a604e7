// The ladders' rungs, forecast from counts and beside what was measured.
#include "ladders/ladder_forecast.hpp"

#include "base/parallel_for.hpp"
#include "base/paths.hpp"
#include "base/status.hpp"
#include "check/checkout_lens.hpp"
#include "ladders/forecast_records.hpp"
#include "ladders/ladder_runner.hpp"
#include "lens/counted_work.hpp"
#include "lens/forecasts.hpp"
#include "lens/lens_run.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/shown_devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

using TwoSizes = std::array<std::array<std::uint64_t, 2>, 2>;

/// At least 512: what a group computes in full with fewer bodies would be counted as if each body took it.
std::uint64_t bodies_of_a_group(const formats::Parameters& parameters)
{
    std::uint64_t bodies = 1;
    for (const auto& [name, value] : parameters)
        if (name == "GROUP" || name == "BODIES") bodies *= static_cast<std::uint64_t>(value);
    return std::max<std::uint64_t>(bodies, 512);
}

/// Small enough for Oclgrind, and whole tiles or ragged ones as the case is.
TwoSizes counted_sizes(const formats::LadderResult& ladder, const formats::Parameters& parameters)
{
    if (ladder.name == "first_ladder") return {{{4096, 64}, {4096, 256}}};
    if (ladder.name == "n_body") {
        const std::uint64_t bodies = bodies_of_a_group(parameters);
        return {{{bodies, 1}, {2 * bodies, 1}}};
    }
    if (ladder.name == "scan") return {{{32768, 1}, {131072, 1}}};
    if (ladder.rows == 1) return {{{65536, 1}, {262144, 1}}};
    const bool ragged = ladder.input == "ragged";
    // A depth of 64 and of 128.
    if (ladder.name == "matrix_multiply")
        return ragged ? TwoSizes{{{127, 113}, {127, 127}}} : TwoSizes{{{128, 124}, {128, 128}}};
    if (ladder.name == "transpose")
        return ragged ? TwoSizes{{{127, 145}, {255, 273}}} : TwoSizes{{{128, 128}, {256, 256}}};
    return ragged ? TwoSizes{{{63, 65}, {127, 129}}} : TwoSizes{{{64, 64}, {128, 128}}};
}

formats::CountedRung counted_rung(const LensTools& tools, const fs::path& runner, const fs::path& profile,
                                  const formats::LadderResult& ladder, const formats::RungResult& rung)
{
    formats::CountedRung counted{.ladder = ladder.name,
                                 .input = ladder.input,
                                 .rung = rung.name,
                                 .parameters = rung.parameters.value_or(formats::Parameters{}),
                                 .sizes = {}};
    for (const auto& [columns, rows] : counted_sizes(ladder, counted.parameters)) {
        const LensResult result = run_under_lens(
            tools, {.program = {runner.string(), "once", ladder.name, "--case", ladder.input, "--rung",
                                rung.name, "--parameters", runner_option(counted.parameters), "--extent",
                                std::to_string(columns), std::to_string(rows)},
                    // One thread: a group that waits for another one would count its rounds.
                    .environment = {{"LOCKSTEP_DEVICE", "oclgrind"}, {"OCLGRIND_NUM_THREADS", "1"}},
                    .profiles = {profile},
                    .limits = {.time = std::chrono::minutes{10}, .memory_bytes = std::size_t{8} << 30U}});
        if (!result.process.ok() || !result.counts)
            throw Failure(fmt::format("The rung '{}' of '{}' does not run under the lens: {}", rung.name,
                                      ladder.name, result.process.error));
        formats::CountedSize& size = counted.sizes.emplace_back();
        size.columns = columns;
        size.rows = rows;
        for (const formats::LensKernel& kernel : result.counts->reports.front().kernels)
            size.launches.push_back(counted_launch(kernel));
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
int count(const fs::path& runner, const formats::DeviceResults& measured, const LadderOptions& wanted)
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
    for (const MeasuredRung& one : measured_rungs(measured)) {
        const bool named = wanted.names(one.ladder->name);
        if (named || (wanted.ladders.empty() && !counts.find(*one.ladder, *one.rung)))
            to_count.push_back(one);
    }
    std::vector<formats::CountedRung> now(to_count.size());
    parallel_for(to_count.size(), processors(), [&](std::size_t i) {
        now[i] = counted_rung(*tools, runner, profile, *to_count[i].ladder, *to_count[i].rung);
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

} // namespace

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
        if (const int status = count(runner, measured, options); status != done) return status;
    formats::CountsAtTwoSizes counts = formats::read_counts_at_two_sizes(counts_file());
    tell_registers(counts, formats::read_device_counters(
                               results() / fmt::format("{}-rung-counters.json", counts.device)));
    const formats::ForecastRecord record =
        forecast_record(profile, counts, measured, curves,
                        small_launches(source_dir() / "lens" / "validation" / "times", device));
    print(record);
    const std::size_t all = measured_rungs(measured).size();
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
