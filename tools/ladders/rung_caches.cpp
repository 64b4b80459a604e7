// The model of caches beside a GPU's counters, on the ladders' rungs.
#include "ladders/rung_caches.hpp"

#include "base/parallel_for.hpp"
#include "base/paths.hpp"
#include "base/status.hpp"
#include "check/checkout_lens.hpp"
#include "ladders/ladder_runner.hpp"
#include "ladders/rung_lens.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/cache_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::CacheRow;
using formats::KernelCounters;
using formats::RungCounters;

double percent_of(std::uint64_t part, std::uint64_t whole)
{
    return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : -1;
}

/// What the model says of all launches of one kernel.
struct Modelled
{
    formats::LensCaches caches;
    std::uint64_t launches = 0;
    std::uint64_t work_groups = 0;
};

Modelled modelled(const formats::LensReport& report, const std::string& kernel)
{
    Modelled sum;
    for (const formats::LensKernel& launch : report.kernels) {
        if (launch.name != kernel || !launch.caches) continue;
        if (sum.launches == 0)
            sum.caches = *launch.caches;
        else
            sum.caches.add(*launch.caches);
        sum.launches += launch.launches;
        sum.work_groups += launch.work_groups;
    }
    return sum;
}

CacheRow row_of(const RungCounters& rung, const KernelCounters& counted, const Modelled& model)
{
    const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
    const formats::LensCaches& caches = model.caches;
    return {.ladder = rung.ladder,
            .input = rung.input,
            .rung = rung.rung,
            .kernel = counted.name,
            .first_hits_percent = {percent_of(counted.first_hits, counted.first_sectors),
                                   percent_of(caches.first_hits, caches.first_sectors)},
            .second_read = {number(counted.second_read + counted.second_atomics + counted.second_reductions),
                            number(caches.second_read)},
            .second_written = {number(counted.second_written), number(caches.second_written)},
            .memory_read_bytes = {number(counted.memory_read_bytes), number(caches.memory_read_bytes)}};
}

std::vector<CacheRow> rows_of(const LensTools& tools, const fs::path& runner, const fs::path& profile,
                              const RungCounters& rung, std::uint64_t units)
{
    formats::RegisterOverrides registers;
    for (const KernelCounters& kernel : rung.kernels)
        registers.tell(fmt::format("{}={}", kernel.name, kernel.registers));
    const RungUnderLens result =
        run_rung(tools, {.runner = runner,
                         .profile = profile,
                         .ladder = rung.ladder,
                         .rung = rung.rung,
                         .words = {"--case", rung.input, "--parameters", runner_option(rung.parameters),
                                   "--extent", std::to_string(rung.columns), std::to_string(rung.rows),
                                   "--units", std::to_string(units)},
                         .caches = true,
                         .registers = registers});
    std::vector<CacheRow> rows;
    for (const KernelCounters& kernel : rung.kernels) {
        const Modelled model = modelled(result.report, kernel.name);
        if (model.launches != kernel.launches || model.work_groups != kernel.work_groups)
            throw Failure(
                fmt::format("'{}' of the rung '{}' of '{}' was launched {} times with {} work-groups "
                            "under the lens, and {} times with {} on the GPU.",
                            kernel.name, rung.rung, rung.ladder, model.launches, model.work_groups,
                            kernel.launches, kernel.work_groups),
                fmt::format("bench/record {} rung-counters {}, on such a machine", profile.stem().string(),
                            rung.ladder));
        rows.push_back(row_of(rung, kernel, model));
    }
    return rows;
}

/// Several rungs at once, each in a process of its own.
std::vector<CacheRow> all_rows(const LensTools& tools, const fs::path& runner, const fs::path& profile,
                               const std::vector<const RungCounters*>& rungs, std::uint64_t units)
{
    std::vector<std::vector<CacheRow>> rows(rungs.size());
    parallel_for(rungs.size(), processors(),
                 [&](std::size_t i) { rows[i] = rows_of(tools, runner, profile, *rungs[i], units); });
    std::vector<CacheRow> all;
    for (std::vector<CacheRow>& of_rung : rows) all.insert(all.end(), of_rung.begin(), of_rung.end());
    return all;
}

void print(const formats::CacheRecord& record, const LadderOptions& wanted)
{
    fmt::print("counted on an {}, {}\n  {:<16} {:<8} {:<18} {:<24} {:>13} {:>21} {:>21} {:>21}\n",
               record.origin.device, record.origin.date, "ladder", "case", "rung", "kernel", "hits %, model",
               "second level, model", "written, model", "memory, model");
    const auto both = [](const formats::CacheFigure& figure) {
        return fmt::format("{:.0f} {:>10.0f}", figure.counter, figure.model);
    };
    for (const CacheRow& row : record.rows)
        if (wanted.names_or_all(row.ladder))
            fmt::print("  {:<16} {:<8} {:<18} {:<24} {:>13} {:>21} {:>21} {:>21}\n", row.ladder, row.input,
                       row.rung, row.kernel,
                       row.first_hits_percent.counter < 0
                           ? "-"
                           : fmt::format("{:.1f} {:>6.1f}", row.first_hits_percent.counter,
                                         row.first_hits_percent.model),
                       both(row.second_read), both(row.second_written), both(row.memory_read_bytes));
    fmt::print("\n  {:<16} {:<20} {:>7} {:>8} {:>8}   {}\n", "", "", "kernels", "median", "worst", "of");
    for (const formats::CacheError& error : record.errors())
        fmt::print("  {:<16} {:<20} {:>7} {:>8.1f} {:>8.1f}   {}\n", error.of, error.figure, error.kernels,
                   error.median, error.worst, error.worst_at);
}

} // namespace

int show_rung_caches(const fs::path& runner, const LadderOptions& options)
{
    const std::string& device = options.device;
    std::optional<LensTools> tools;
    try {
        tools = checkout_lens_tools(build_dir(), true, CountedBy::oclgrind);
    } catch (const Failure& failure) {
        fmt::print("Skipped: {}\n", failure.happened());
        return skipped;
    }
    const fs::path results = source_dir() / "bench" / "results";
    const fs::path profile_file = checkout_profile(source_dir(), device);
    const formats::DeviceCounters counters =
        formats::read_device_counters(results / fmt::format("{}-rung-counters.json", device));
    std::vector<const RungCounters*> rungs;
    for (const RungCounters& rung : counters.rungs)
        if (options.names_or_all(rung.ladder)) rungs.push_back(&rung);
    for (const std::string& name : options.ladders)
        if (std::ranges::find(counters.rungs, name, &RungCounters::ladder) == counters.rungs.end())
            throw Failure(fmt::format("No ladder '{}' was counted on the {}.", name, counters.origin.device),
                          "./lockstep bench caches");
    formats::CacheRecord record{.origin = counters.origin, .rows = {}};
    record.origin.command = fmt::format("lockstep bench caches --record --device {}", device);
    std::vector<CacheRow> fresh =
        all_rows(*tools, runner, profile_file, rungs, lens::read_profile(profile_file).compute_units);
    const fs::path file = results / fmt::format("{}-caches.json", device);
    const formats::CacheRecord before =
        fs::exists(file) ? formats::read_cache_record(file) : formats::CacheRecord{};
    for (const RungCounters& rung : counters.rungs) {
        const auto& from = options.names_or_all(rung.ladder) ? fresh : before.rows;
        for (const CacheRow& row : from)
            if (row.ladder == rung.ladder && row.input == rung.input && row.rung == rung.rung)
                record.rows.push_back(row);
    }
    print(record, options);
    if (options.record) write_text(file, formats::text_of(record));
    return done;
}

} // namespace lockstep::tool
