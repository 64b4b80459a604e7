// The lens on the rungs of the ladders, one run for each rung.
#include "ladders/rung_counts.hpp"

#include "base/oclgrind_version.hpp"
#include "base/paths.hpp"
#include "base/simulator.hpp"
#include "check/checkout_lens.hpp"
#include "ladders/ladder_runner.hpp"
#include "ladders/rung_lens.hpp"
#include "lens/targets.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/formats/rung_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

void print(const std::string& ladder, const formats::LadderCounts& counts)
{
    fmt::print("{}, counted for {}\n  {:<22} {:>12} {:>6} {:>19} {:>19} {:>9} {:>9} {:>8}\n", ladder,
               counts.device, "rung", "instructions", "lanes", "loads, sectors", "stores, sectors", "local",
               "conflicts", "atomics");
    for (const formats::RungCounts& rung : counts.rungs) {
        const auto both = [](const formats::GlobalCounts& global) {
            return global.requests > 0 ? fmt::format("{} {:>10}", global.requests, global.sectors)
                                       : std::string("-");
        };
        const std::uint64_t atomics = rung.atomics.requests;
        fmt::print("  {:<22} {:>12} {:>4.0f} % {:>19} {:>19} {:>9} {:>9} {:>8}\n", rung.name,
                   rung.instructions, 100 * rung.simd_efficiency, both(rung.global_load),
                   both(rung.global_store), rung.local_load.requests + rung.local_store.requests,
                   rung.local_load.conflicts + rung.local_store.conflicts,
                   atomics > 0 ? std::to_string(atomics) : "-");
    }
}

fs::path record_of(const std::string& ladder)
{
    return source_dir() / "bench" / "results" / fmt::format("lens-{}.json", ladder);
}

bool agrees(const fs::path& file, const std::string& text)
{
    if (fs::exists(file) && read_text(file) == text) return true;
    fmt::print("{} says something else.\n  try: ./lockstep bench count --record\n", file.string());
    return false;
}

// Rungs of a ladder in which Pocket counts something else than Oclgrind, and why.
std::map<std::string, std::string> other_on_pocket(const std::string& ladder)
{
    std::map<std::string, std::string> reasons;
    const fs::path file = source_dir() / "bench" / "other_on_pocket.json";
    if (!fs::exists(file)) return reasons;
    if (const auto rungs = formats::JsonReader::read(file, "").find(ladder))
        for (const auto& [rung, reason] : rungs->members()) reasons[rung] = reason.text();
    return reasons;
}

// Pocket's counts beside the record, which is Oclgrind's: all but the instructions, which are those of another compiler.
bool agrees_on_pocket(const std::string& ladder, const formats::LadderCounts& counted)
{
    if (!fs::exists(record_of(ladder))) return agrees(record_of(ladder), "");
    const formats::LadderCounts recorded = formats::read_ladder_counts(record_of(ladder));
    const std::map<std::string, std::string> reasons = other_on_pocket(ladder);
    bool holds = true;
    for (const formats::RungCounts& rung : formats::to_record(counted, "Pocket", recorded).rungs) {
        const formats::RungCounts* known = recorded.find(rung.name);
        const bool same = known != nullptr && rung == *known;
        if (same != reasons.contains(rung.name)) continue;
        holds = false;
        if (same)
            fmt::print("bench/other_on_pocket.json says that '{}' of '{}' differs, and it does not.\n",
                       rung.name, ladder);
        else
            fmt::print("{} says something else of '{}'. Counted now:\n{}", record_of(ladder).string(),
                       rung.name, formats::text_of({.device = counted.device, .rungs = {rung}}));
    }
    return holds;
}

} // namespace

Status show_rung_counts(const fs::path& runner, const CountOptions& options)
{
    const CountedBy by = options.record ? CountedBy::oclgrind : wanted_simulator();
    std::optional<LensTools> tools;
    try {
        tools = checkout_lens_tools(build_dir(), true, by);
    } catch (const Failure& failure) {
        if (!options.check) throw;
        fmt::print("Skipped: {}\n", failure.happened());
        return skipped;
    }
    const fs::path profile = checkout_profile(source_dir(), options.device);
    const std::vector<ListedLadder> ladders = listed_ladders(runner, *tools);
    for (const std::string& name : options.ladders)
        if (std::ranges::find(ladders, name, &ListedLadder::name) == ladders.end())
            throw Failure(fmt::format("There is no ladder '{}'.", name), "./lockstep bench count");
    const std::string release =
        by == CountedBy::oclgrind ? oclgrind_release(oclgrind_version(tools->oclgrind)) : "";
    bool holds = true;
    for (const ListedLadder& ladder : ladders) {
        if (!options.names_or_all(ladder.name)) continue;
        formats::LadderCounts counts{.device = options.device, .rungs = {}};
        for (const ListedRung& rung : ladder.rungs)
            if (options.rung.empty() || rung.name == options.rung)
                counts.rungs.push_back({all_launches(run_rung(*tools, {.runner = runner,
                                                                       .profile = profile,
                                                                       .ladder = ladder.name,
                                                                       .rung = rung.name,
                                                                       .words = {}})
                                                         .report)
                                            .value(),
                                        rung.name, rung.parameters});
        print(ladder.name, counts);
        if (options.check && by == CountedBy::pocket) holds = agrees_on_pocket(ladder.name, counts) && holds;
        if (by == CountedBy::pocket || !(options.record || options.check)) continue;
        const fs::path record = record_of(ladder.name);
        const std::string text = formats::text_of(formats::to_record(
            counts, release, fs::exists(record) ? formats::read_ladder_counts(record) : counts));
        if (options.record) write_text(record, text);
        if (options.check) holds = agrees(record, text) && holds;
    }
    return holds ? done : check_failed;
}

} // namespace lockstep::tool
