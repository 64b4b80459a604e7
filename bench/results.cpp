// Where results come from, and showing them.
#include "results.hpp"

#include "base/terminal.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/files.hpp>
#include <lockstep/formats/json_reader.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>

namespace lockstep::bench
{
namespace
{

using formats::DeviceResults;
using formats::LadderResult;
using formats::PeerResult;
using formats::RungResult;

/// The value behind `key` in a file of lines like /etc/os-release or /proc/cpuinfo.
std::string value_in(const char* file, const std::string& key)
{
    std::ifstream stream{file};
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(key)) continue;
        const auto first = line.find_first_not_of(" \t=:\"", key.size());
        const auto last = line.find_last_not_of(" \t\"");
        if (first != std::string::npos) return line.substr(first, last + 1 - first);
    }
    return {};
}

// A file has room for more than a terminal of 80 columns.
std::size_t table_columns()
{
    return tool::on_terminal() ? tool::terminal_size().columns : 100;
}

/// `part` of `columns` in blocks of eighths.
std::string bar(double part, std::size_t columns)
{
    constexpr std::array eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto total = static_cast<std::size_t>(
        std::lround(std::clamp(part, 0.0, 1.0) * 8.0 * static_cast<double>(columns)));
    std::string text;
    for (std::size_t i = 0; i < total / 8; ++i) text += "█";
    return text + eighths[total % 8];
}

std::string number(double value)
{
    return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:#.4g}", value);
}

/// "38.2 to 41.0" behind a figure of several climbs; nothing behind that of one.
std::string range(const std::optional<formats::Spread>& spread)
{
    return spread ? fmt::format("{} to {}", number(spread->low), number(spread->high)) : "";
}

void print_fitted(const std::string& text)
{
    fmt::print("{}", tool::for_terminal(text));
}

void print_limits(const formats::LimitFigures& limits)
{
    print_fitted(fmt::format("  limits: copy {} GB/s, read {} GB/s, multiply and add {} GFLOP/s\n",
                             number(limits.copy_gbps), number(limits.read_gbps), number(limits.fma_gflops)));
    if (limits.clock_mhz) fmt::print("  clock under load: {} MHz\n", number(*limits.clock_mhz));
    if (limits.native_copy_gbps)
        print_fitted(fmt::format(
            "  native: memcpy {} GB/s, streaming stores {} GB/s, read {} GB/s, multiply and add {} GFLOP/s\n",
            number(*limits.native_copy_gbps), number(limits.native_streaming_gbps.value_or(0)),
            number(limits.native_read_gbps.value_or(0)), number(limits.native_fma_gflops.value_or(0))));
}

/// What a reader must know of a row: what the tuner chose, a smaller size, a limit that moved.
std::string remarks(const RungResult& rung)
{
    const formats::RungFigures& figures = *rung.figures;
    std::string text;
    for (const auto& [name, value] : rung.parameters.value_or(formats::Parameters{}))
        text += fmt::format(" {}={}", name, value);
    if (figures.limit_times) text += fmt::format(" (its limit is {:g} times that)", *figures.limit_times);
    if (figures.extent) text += fmt::format(" ({} × {})", figures.extent->columns, figures.extent->rows);
    if (figures.drift) text += fmt::format(" (the limit moved by {:.0f} % meanwhile)", 100 * *figures.drift);
    return text;
}

void print_ladder(const LadderResult& ladder, std::size_t columns)
{
    const std::uint64_t repeats = ladder.repeats();
    const std::size_t ranges = repeats > 1 ? 18 : 0; // the width of a column that only several climbs have
    print_fitted(
        fmt::format("\n{}, {}: {} × {}{}\n", ladder.title, ladder.input, ladder.columns, ladder.rows,
                    repeats > 1 ? fmt::format(", median of {} climbs, lowest to highest", repeats) : ""));
    if (ladder.limits) print_limits(*ladder.limits);
    std::string head =
        fmt::format("  {:<22} {:>9}{:>{}} {:>8}", "rung", ladder.unit, "", ranges, "of " + ladder.limit);
    for (const PeerResult& peer : ladder.peers) head += fmt::format(" {:>9}", peer.name.substr(0, 9));
    print_fitted(head + "\n");
    const std::size_t used = 2 + 22 + 1 + 9 + ranges + 1 + 8 + 10 * ladder.peers.size() + 2;
    const std::size_t room = columns > used + 10 ? std::min<std::size_t>(columns - used, 40) : 0;
    for (const RungResult& rung : ladder.rungs) {
        if (!rung.figures) {
            print_fitted(fmt::format("  {:<22} no figure: {}\n", rung.name, rung.refused.value_or("")));
            continue;
        }
        const formats::RungFigures& figures = *rung.figures;
        std::string row = fmt::format("  {:<22} {:>9}{:>{}} {:>6.1f} %", rung.name, number(figures.median),
                                      range(figures.spread), ranges, 100 * figures.of_limit);
        for (const PeerResult& peer : ladder.peers)
            row += fmt::format(" {:>9.2f}", figures.of(peer.name).value_or(0));
        print_fitted(fmt::format("{}  {}{}\n", row, bar(figures.of_limit, room), remarks(rung)));
    }
    for (const PeerResult& peer : ladder.peers)
        fmt::print("  {:<22} {:>9}{:>{}}\n", peer.name, number(peer.median), range(peer.spread), ranges);
}

} // namespace

formats::Origin origin_of(const cl::Device& device, const std::string& command)
{
    const cl::Platform platform{device.getInfo<CL_DEVICE_PLATFORM>()};
    return {.device = device.getInfo<CL_DEVICE_NAME>().c_str(),
            .driver = device.getInfo<CL_DRIVER_VERSION>().c_str(),
            .platform = platform.getInfo<CL_PLATFORM_NAME>().c_str(),
            .compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>(),
            .date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))),
            .system = value_in("/etc/os-release", "PRETTY_NAME="),
            .processor = value_in("/proc/cpuinfo", "model name"),
            .command = command};
}

DeviceResults with_origin(const cl::Device& device, const std::string& command, DeviceResults measured)
{
    measured.origin = origin_of(device, command);
    const cl::Platform platform{device.getInfo<CL_DEVICE_PLATFORM>()};
    const formats::Machine machine{.processor = measured.origin.processor,
                                   .system = measured.origin.system,
                                   .opencl = platform.getInfo<CL_PLATFORM_VERSION>().c_str()};
    for (LadderResult& ladder : measured.ladders) {
        ladder.command = command;
        ladder.date = measured.origin.date;
        ladder.machine = machine;
    }
    return measured;
}

std::optional<DeviceResults> earlier_results(const std::string& file)
{
    if (file == "-" || !std::filesystem::is_regular_file(file)) return std::nullopt;
    const std::string text = read_text(file);
    try {
        if (!formats::JsonReader::parse(text, file, "").has("ladders")) return std::nullopt;
    } catch (const Failure&) { // no JSON: nothing that was measured
        return std::nullopt;
    }
    return formats::parse_device_results(text, file);
}

DeviceResults joined(DeviceResults results, const std::optional<DeviceResults>& earlier)
{
    if (!earlier) return results;
    std::vector<LadderResult> ladders; // cases stay in the order that they had
    for (const LadderResult& ladder : earlier->ladders) {
        if (const LadderResult* anew = results.find_ladder(ladder.name, ladder.input)) {
            ladders.push_back(*anew);
            continue;
        }
        LadderResult& kept = ladders.emplace_back(ladder);
        kept.command = formats::origin_of(*earlier, ladder).command;
        kept.date = formats::origin_of(*earlier, ladder).date;
        if (!kept.limits) results.limits = earlier->limits;
    }
    for (const LadderResult& ladder : results.ladders)
        if (earlier->find_ladder(ladder.name, ladder.input) == nullptr) ladders.push_back(ladder);
    results.ladders = std::move(ladders);
    std::ranges::stable_sort(results.ladders, {}, &LadderResult::chapter);
    return results;
}

void print_results(const DeviceResults& results)
{
    print_fitted(
        fmt::format("{} ({}, {})\n", results.origin.device, results.origin.platform, results.origin.driver));
    for (const LadderResult& ladder : results.ladders) print_ladder(ladder, table_columns());
}

bool has_refusals(const DeviceResults& results)
{
    return std::ranges::any_of(results.ladders, [](const LadderResult& ladder) {
        return std::ranges::any_of(ladder.rungs,
                                   [](const RungResult& rung) { return rung.refused.has_value(); });
    });
}

} // namespace lockstep::bench
