#include "ladders/rung_lens.hpp"

#include "base/simulator.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

namespace
{

constexpr const char* rebuild = "cmake --build build --target lockstep-bench";

} // namespace

std::vector<ListedLadder> listed_ladders(const std::filesystem::path& runner, const LensTools& tools)
{
    Command command{.arguments = {runner.string(), "list"}};
    if (tools.by == CountedBy::pocket) {
        command.environment = pocket_environment(tools.pocket);
    } else {
        command.arguments.insert(command.arguments.begin(), tools.oclgrind.string());
        command.environment = {{"LOCKSTEP_DEVICE", "oclgrind"}};
    }
    const ProcessResult listed = run_process(command, ProcessLimits{});
    if (!listed.ok())
        throw Failure(fmt::format("The rungs could not be listed: {}{}", listed.output, listed.error));
    std::vector<ListedLadder> ladders;
    const auto root = formats::JsonReader::parse(listed.output, "The runner's list of rungs", rebuild);
    for (const formats::JsonReader& entry : root.list()) {
        ladders.push_back({.name = entry.at("name").text(), .rungs = {}});
        for (const formats::JsonReader& rung : entry.at("rungs").list()) {
            ListedRung& listed_rung = ladders.back().rungs.emplace_back();
            listed_rung.name = rung.at("name").text();
            for (const auto& [name, value] : rung.at("parameters").members())
                listed_rung.parameters[name] = value.whole();
        }
    }
    return ladders;
}

RungUnderLens run_rung(const LensTools& tools, const RungRun& run)
{
    std::vector<std::string> program{run.runner.string(), "once", run.ladder, "--rung", run.rung};
    program.insert(program.end(), run.words.begin(), run.words.end());
    const LensResult result = run_under_lens(
        tools, {.program = program,
                // On Oclgrind one thread: a group that waits for another one would count its rounds.
                .environment = {{"OCLGRIND_NUM_THREADS", "1"}},
                .profiles = {run.profile},
                .limits = {.time = std::chrono::hours{1}, .memory_bytes = std::size_t{8} << 30U},
                .caches = run.caches,
                .registers = run.registers});
    if (!result.process.ok() || !result.counts)
        throw Failure(fmt::format("The rung '{}' of '{}' does not run under the lens: {}", run.rung,
                                  run.ladder, result.process.error));
    const auto extent =
        formats::JsonReader::parse(result.process.output, "The runner's extent", rebuild).list();
    return {{extent.at(0).count(), extent.at(1).count()}, result.counts->reports.front()};
}

} // namespace lockstep::tool
