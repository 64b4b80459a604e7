// The lens on the rungs of the ladders, one run for each rung.
#include "commands/rung_counts.hpp"

#include "base/paths.hpp"
#include "commands/commands.hpp"
#include "lens/run.hpp"
#include "lens/targets.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Wanted
{
    std::vector<std::string> ladders;
    std::string rung;
    bool record = false;
    bool check = false;
};

Wanted parse(const std::vector<std::string>& words)
{
    Wanted wanted;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--rung" && i + 1 < words.size())
            wanted.rung = words[++i];
        else if (words[i] == "--record")
            wanted.record = true;
        else if (words[i] == "--check")
            wanted.check = true;
        else if (words[i].starts_with('-'))
            throw Failure(fmt::format("'{}' means nothing to --lens.", words[i]),
                          "lockstep bench --lens [LADDER…] [--rung NAME] [--record | --check]");
        else
            wanted.ladders.push_back(words[i]);
    }
    return wanted;
}

Json rungs_of_all(const fs::path& runner, const fs::path& oclgrind)
{
    const ProcessResult listed = run_process({.arguments = {oclgrind.string(), runner.string(), "--list"},
                                              .environment = {{"LOCKSTEP_DEVICE", "oclgrind"}},
                                              .folder = {}},
                                             ProcessLimits{});
    Json ladders = Json::parse(listed.output, nullptr, false);
    if (!listed.ok() || !ladders.is_array())
        throw Failure(fmt::format("The rungs could not be listed: {}{}", listed.output, listed.error));
    return ladders;
}

/// All launches of all kernels of a report as one entry.
Json summed(Json report)
{
    for (Json& kernel : report.at("kernels")) kernel["name"] = "rung";
    return all_launches(report, "rung");
}

/// What a table shows of a rung, and what is recorded.
Json counts_of(const LensTools& tools, const fs::path& runner, const std::string& ladder,
               const std::string& rung, const fs::path& profile)
{
    const LensResult result = run_under_lens(
        tools, {.program = {runner.string(), "--once", ladder, "--rung", rung},
                // One thread: a group that waits for another one would count its rounds.
                .environment = {{"LOCKSTEP_DEVICE", "oclgrind"}, {"OCLGRIND_NUM_THREADS", "1"}},
                .folder = {},
                .profiles = {profile},
                .groups = {},
                .limits = {.time = std::chrono::minutes{10}, .memory_bytes = std::size_t{8} << 30U}});
    if (!result.process.ok() || result.counts.is_null())
        throw Failure(fmt::format("The rung '{}' of '{}' does not run under the lens: {}", rung, ladder,
                                  result.process.error));
    const Json sum = summed(result.counts.at("reports").at(0));
    Json counts{{"name", rung}};
    for (const char* key : {"launches", "work_groups", "instructions", "simd_efficiency", "local_bytes"})
        counts[key] = sum.value(key, Json(0));
    for (const char* key : {"global_load", "global_store", "local_load", "local_store", "atomics"})
        if (sum.contains(key) && sum.at(key).value("requests", 0) > 0) counts[key] = sum.at(key);
    return counts;
}

std::string cell(const Json& counts, const char* group, const char* key)
{
    if (!counts.contains(group)) return "-";
    return fmt::format("{}", counts.at(group).at(key).get<std::uint64_t>());
}

void print(const Json& ladder, const Json& rows, const std::string& device)
{
    fmt::print("{}, counted for {}\n  {:<22} {:>12} {:>6} {:>19} {:>19} {:>9} {:>9} {:>8}\n",
               ladder.at("name").get<std::string>(), device, "rung", "instructions", "lanes",
               "loads, sectors", "stores, sectors", "local", "conflicts", "atomics");
    for (const Json& row : rows) {
        const auto both = [&](const char* group) {
            return row.contains(group)
                       ? fmt::format("{} {:>10}", cell(row, group, "requests"), cell(row, group, "sectors"))
                       : std::string("-");
        };
        std::uint64_t local = 0;
        std::uint64_t conflicts = 0;
        for (const char* group : {"local_load", "local_store"})
            if (row.contains(group)) {
                local += row.at(group).at("requests").get<std::uint64_t>();
                conflicts += row.at(group).at("conflicts").get<std::uint64_t>();
            }
        fmt::print("  {:<22} {:>12} {:>4.0f} % {:>19} {:>19} {:>9} {:>9} {:>8}\n",
                   row.at("name").get<std::string>(), row.at("instructions").get<std::uint64_t>(),
                   100 * row.at("simd_efficiency").get<double>(), both("global_load"), both("global_store"),
                   local, conflicts, cell(row, "atomics", "requests"));
    }
}

fs::path record_of(const std::string& ladder)
{
    return source_dir() / "bench" / "results" / fmt::format("lens-{}.json", ladder);
}

std::string record_text(const std::string& device, const Json& rows)
{
    std::string text = fmt::format("{{\n \"device\": \"{}\",\n \"rungs\": [", device);
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += fmt::format("{}\n  {}", i == 0 ? "" : ",", rows[i].dump());
    return text + "\n ]\n}\n";
}

void write(const fs::path& file, const std::string& text)
{
    std::ofstream stream{file};
    if (!(stream << text) || !stream.flush())
        throw Failure(fmt::format("The file {} cannot be written.", file.string()));
}

bool agrees(const fs::path& file, const std::string& text)
{
    std::ifstream stream{file};
    const std::string recorded{std::istreambuf_iterator<char>(stream), {}};
    if (recorded == text) return true;
    fmt::print("{} says something else.\n  lockstep bench --lens --record\n", file.string());
    return false;
}

} // namespace

int show_rung_counts(const fs::path& runner, const std::vector<std::string>& words, const std::string& device)
{
    const Wanted wanted = parse(words);
    std::optional<LensTools> tools;
    try {
        tools = find_lens_tools(build_dir(), true);
    } catch (const Failure& failure) {
        fmt::print("not checked: {}\n", failure.what());
        return skipped;
    }
    const fs::path profile = find_profile(source_dir(), device);
    const Json ladders = rungs_of_all(runner, tools->oclgrind);
    for (const std::string& name : wanted.ladders)
        if (std::ranges::none_of(ladders, [&](const Json& ladder) { return ladder.at("name") == name; }))
            throw Failure(fmt::format("There is no ladder '{}'.", name), "lockstep bench --lens");
    bool holds = true;
    for (const Json& ladder : ladders) {
        const std::string name = ladder.at("name");
        if (!wanted.ladders.empty() && std::ranges::find(wanted.ladders, name) == wanted.ladders.end())
            continue;
        Json rows = Json::array();
        for (const Json& rung : ladder.at("rungs"))
            if (wanted.rung.empty() || rung.at("name") == wanted.rung)
                rows.push_back(counts_of(*tools, runner, name, rung.at("name"), profile));
        print(ladder, rows, device);
        if (wanted.record) write(record_of(name), record_text(device, rows));
        if (wanted.check) holds = agrees(record_of(name), record_text(device, rows)) && holds;
    }
    return holds ? done : check_failed;
}

} // namespace lockstep::tool
