// Writing and showing results.
#include "results.hpp"

#include <lockstep/error.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>

namespace lockstep::bench
{
namespace
{

using nlohmann::ordered_json;

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

std::size_t terminal_columns()
{
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 100;
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

void print_ladder(const ordered_json& ladder, std::size_t columns)
{
    fmt::print("\n{}, {}: {} × {}\n", ladder.at("title").get<std::string>(),
               ladder.at("case").get<std::string>(), ladder.at("columns").get<std::size_t>(),
               ladder.at("rows").get<std::size_t>());
    const std::string limit = fmt::format("of {}", ladder.at("limit").get<std::string>());
    fmt::print("  {:<22} {:>9} {:>8}", "rung", ladder.at("unit").get<std::string>(), limit);
    for (const auto& peer : ladder.at("peers"))
        fmt::print(" {:>9}", peer.at("name").get<std::string>().substr(0, 9));
    fmt::print("\n");
    const std::size_t used = 44 + 10 * ladder.at("peers").size();
    const std::size_t room = columns > used + 10 ? std::min<std::size_t>(columns - used, 40) : 0;
    for (const auto& rung : ladder.at("rungs")) {
        fmt::print("  {:<22}", rung.at("name").get<std::string>());
        if (rung.contains("refused")) {
            fmt::print(" no figure: {}\n", rung.at("refused").get<std::string>());
            continue;
        }
        const double part = rung.at("of_limit");
        fmt::print(" {:>9} {:>6.1f} %", number(rung.at("median")), 100 * part);
        for (const auto& peer : ladder.at("peers"))
            fmt::print(" {:>9.2f}", rung.at("of_peer").value(peer.at("name").get<std::string>(), 0.0));
        fmt::print("  {}{}\n", bar(part, room),
                   rung.contains("drift") ? "  (the limit moved meanwhile)" : "");
    }
    for (const auto& peer : ladder.at("peers"))
        fmt::print("  {:<22} {:>9}\n", peer.at("name").get<std::string>(), number(peer.at("median")));
}

} // namespace

ordered_json with_origin(const cl::Device& device, const std::string& command, const ordered_json& measured)
{
    const cl::Platform platform{device.getInfo<CL_DEVICE_PLATFORM>()};
    ordered_json results{{"device", device.getInfo<CL_DEVICE_NAME>().c_str()},
                         {"driver", device.getInfo<CL_DRIVER_VERSION>().c_str()},
                         {"platform", platform.getInfo<CL_PLATFORM_NAME>().c_str()},
                         {"compute_units", device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()},
                         {"date", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))},
                         {"system", value_in("/etc/os-release", "PRETTY_NAME=")},
                         {"processor", value_in("/proc/cpuinfo", "model name")},
                         {"command", command}};
    results.update(measured);
    if (results.contains("ladders"))
        for (ordered_json& ladder : results.at("ladders")) ladder["command"] = command;
    return results;
}

ordered_json joined(const ordered_json& results, const std::string& earlier)
{
    const ordered_json old = ordered_json::parse(earlier, nullptr, false);
    if (!old.is_object() || !old.contains("ladders") ||
        old.value("device", "") != results.value("device", "") ||
        old.value("driver", "") != results.value("driver", ""))
        return results;
    ordered_json all = results;
    ordered_json& ladders = all.at("ladders");
    for (const ordered_json& ladder : old.at("ladders"))
        if (std::ranges::none_of(results.at("ladders"), [&](const ordered_json& measured) {
                return measured.at("name") == ladder.at("name") && measured.at("case") == ladder.at("case");
            }))
            ladders.push_back(ladder);
    std::stable_sort(ladders.begin(), ladders.end(), [](const ordered_json& a, const ordered_json& b) {
        return a.value("chapter", "") < b.value("chapter", "");
    });
    return all;
}

std::string json_text(const ordered_json& results)
{
    std::string text = "{";
    const auto member = [&](const std::string& name, const std::string& value, bool first) {
        text += fmt::format("{}{}: {}", first ? "" : ",", ordered_json(name).dump(), value);
    };
    const auto lines = [](const ordered_json& list, const char* indent) {
        std::string rows;
        for (const ordered_json& row : list)
            rows += fmt::format("{}\n{}{}", rows.empty() ? "" : ",", indent, row.dump());
        return fmt::format("[{}]", rows);
    };
    for (const auto& [key, value] : results.items()) {
        const bool first = text.size() == 1;
        text += first ? "\n " : "";
        if (key == "rows") {
            text += fmt::format("{}\"rows\": {}", first ? "" : ",\n ", lines(value, "  "));
        } else if (key == "ladders") {
            text += fmt::format("{}\"ladders\": [", first ? "" : ",\n ");
            for (const ordered_json& ladder : value) {
                text += text.ends_with('[') ? "\n  {" : ",\n  {";
                for (const auto& [name, part] : ladder.items())
                    member(name, name == "rungs" || name == "peers" ? lines(part, "    ") : part.dump(),
                           text.ends_with('{'));
                text += "}";
            }
            text += "]";
        } else {
            text += fmt::format("{}{}: {}", first ? "" : ",\n ", ordered_json(key).dump(), value.dump());
        }
    }
    return text + "\n}\n";
}

void write_text(const std::string& file, const std::string& text)
{
    if (file == "-") {
        fmt::print("{}", text);
        return;
    }
    std::ofstream stream(file);
    if (!(stream << text) || !stream.flush())
        throw Failure(fmt::format("The file {} cannot be written.", file),
                      "a name in a folder that exists and is yours");
}

void print_results(const ordered_json& results)
{
    fmt::print("{} ({}, {})\n", results.at("device").get<std::string>(),
               results.at("platform").get<std::string>(), results.at("driver").get<std::string>());
    const ordered_json& limits = results.at("limits");
    fmt::print("limits: copy {} GB/s, read {} GB/s, multiply and add {} GFLOP/s\n",
               number(limits.at("copy_gbps")), number(limits.at("read_gbps")),
               number(limits.at("fma_gflops")));
    if (limits.contains("native_copy_gbps"))
        fmt::print(
            "native: memcpy {} GB/s, streaming stores {} GB/s, read {} GB/s, multiply and add {} GFLOP/s\n",
            number(limits.at("native_copy_gbps")), number(limits.at("native_streaming_gbps")),
            number(limits.at("native_read_gbps")), number(limits.at("native_fma_gflops")));
    for (const ordered_json& ladder : results.at("ladders")) print_ladder(ladder, terminal_columns());
}

bool has_refusals(const ordered_json& results)
{
    return std::ranges::any_of(results.at("ladders"), [](const ordered_json& ladder) {
        return std::ranges::any_of(ladder.at("rungs"),
                                   [](const ordered_json& rung) { return rung.contains("refused"); });
    });
}

} // namespace lockstep::bench
