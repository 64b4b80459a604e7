// Taking turns at a ladder.
#include "grade/turns.hpp"

#include "base/isolation.hpp"
#include "base/paths.hpp"
#include "check/checkout_lens.hpp"
#include "grade/names.hpp"
#include "ladders/ladder_runner.hpp"
#include "lens/targets.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <cstring>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::MeasuredTurn;

std::string in_words(const formats::Parameters& parameters)
{
    std::string text;
    for (const auto& [name, value] : parameters)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
    return text.empty() ? "-" : text;
}

std::string why_ended(const ProcessResult& process, const TurnRules& rules)
{
    if (process.timed_out)
        return fmt::format("It did not finish within {:g} s.",
                           static_cast<double>(rules.limits.time.count()) / 1000.0);
    if (process.out_of_memory)
        return fmt::format("It used more than {} MiB of memory.", rules.limits.memory_bytes >> 20U);
    if (!process.beyond_sandbox.empty()) return fmt::format("It {}.", process.beyond_sandbox);
    if (process.signal != 0) return fmt::format("It crashed ({}).", strsignal(process.signal));
    const std::string text = replace_all(std::string{trim(process.error)}, rules.scratch.string() + "/", "");
    return shown_lines(text.empty() ? "It ended without a word." : text, 2000);
}

/// Runs the ladders' runner; nothing when it wrote no turn, and then `why` says what happened.
/// @param turn "turn", or "limit"
std::optional<MeasuredTurn> run_turn(const TurnRules& rules, const std::string& key, const std::string& turn,
                                     const std::vector<std::string>& words, std::string& why)
{
    const fs::path own = rules.scratch / (key.empty() ? ".book" : key);
    const fs::path writable = own / "server";
    fs::create_directories(writable);
    const fs::path file = own / "turn.json";
    fs::remove(file);
    Command command{.arguments = {ladder_runner().string(), turn, rules.rung.ladder, "--to", file.string()},
                    .environment = {{"POCL_CACHE_DIR", (writable / "pocl-cache").string()}}};
    if (rules.quick) command.arguments.emplace_back("--quick");
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    if (rules.sandboxed) {
        for (const auto& [name, value] : isolated_kernels(writable, own / "server.words", build_dir()))
            command.environment[name] = value;
        command.sandbox = Sandbox{.writable = writable};
        command.starts_sandbox = true;
    }
    const ProcessResult process = run_process(command, rules.limits);
    if (process.ok() && fs::exists(file))
        return formats::measured_turn_of(formats::JsonReader::read(file, "the same command again"));
    why = why_ended(process, rules);
    return std::nullopt;
}

} // namespace

MeasuredTurn take_turn(const TurnRules& rules, const Contestant& contestant,
                       const std::optional<formats::Parameters>& parameters)
{
    std::vector<std::string> words{"--rung", rules.rung.rung};
    if (!contestant.file.empty()) words.insert(words.end(), {"--file", contestant.file.string()});
    if (parameters) words.insert(words.end(), {"--parameters", in_words(*parameters)});
    std::string why;
    if (std::optional<MeasuredTurn> turn = run_turn(rules, contestant.key, "turn", words, why)) {
        turn->refused = shown_lines(turn->refused, 2000);
        return *std::move(turn);
    }
    MeasuredTurn turn;
    turn.refused = why;
    return turn;
}

MeasuredTurn take_limit_turn(const TurnRules& rules)
{
    std::string why;
    if (std::optional<MeasuredTurn> turn = run_turn(rules, "", "limit", {}, why)) return *std::move(turn);
    throw Failure(fmt::format("Nothing was measured. {}", why),
                  why.find('\n') == std::string::npos ? "./lockstep devices" : "");
}

std::optional<formats::BoardCounts> count_turn(const TurnRules& rules, const Contestant& contestant,
                                               const std::string& lens_device)
{
    const fs::path own = rules.scratch / (contestant.key.empty() ? ".book" : contestant.key);
    const fs::path writable = own / "lens";
    fs::create_directories(writable);
    const fs::path runner = ladder_runner();
    LensRequest request{.program = {runner.string(), "once", rules.rung.ladder, "--rung", rules.rung.rung},
                        // One thread of Oclgrind: a group that waits for another one would count its rounds.
                        .environment = {{"OCLGRIND_NUM_THREADS", "1"},
                                        {"LOCKSTEP_SOURCE_DIR", source_dir().string()},
                                        {"HOME", writable.string()}},
                        .profiles = {checkout_profile(source_dir(), lens_device)},
                        .limits = rules.limits};
    if (!contestant.file.empty())
        request.program.insert(request.program.end(), {"--file", contestant.file.string(), "--alone"});
    if (rules.sandboxed)
        request.sandbox = Sandbox{.readable = {runner, source_dir() / "kernels"}, .writable = writable};
    if (rules.sandboxed && !contestant.file.empty())
        request.sandbox->readable.push_back(contestant.file.parent_path());
    const LensResult result = run_under_lens(checkout_lens_tools(build_dir(), true), request);
    if (!result.process.ok() || !result.counts) return std::nullopt;
    const auto sum = all_launches(result.counts->reports.front());
    if (!sum) return std::nullopt;
    formats::GlobalCounts global = sum->global_load;
    global.add(sum->global_store);
    return formats::BoardCounts{.sectors = global.sectors,
                                .passes = sum->local_load.wavefronts + sum->local_store.wavefronts +
                                          sum->atomics.requests + sum->atomics.same_address +
                                          sum->atomics.conflicts,
                                .efficiency = global.efficiency()};
}

} // namespace lockstep::tool
