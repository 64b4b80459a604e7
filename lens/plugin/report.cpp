// The lens's JSON.
#include "report.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

namespace lockstep::lens
{

namespace
{

using json = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::uint64_t sample_alignment = 128;

double ratio(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Writes what the requests to global or local memory cost into `entry`.
void put_cost(json& entry, const AccessCounts& counts, bool global)
{
    entry["requests"] = counts.requests;
    if (global) {
        entry["sectors"] = counts.cost;
        entry["ideal_sectors"] = counts.ideal;
    } else {
        entry["wavefronts"] = counts.cost;
        entry["conflicts"] = counts.cost - std::min(counts.cost, counts.ideal);
    }
    entry["efficiency"] = ratio(counts.ideal, counts.cost);
    entry["bytes"] = counts.bytes;
}

json sample_entry(const Sample& sample)
{
    std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
    for (const LaneAccess& lane : sample.lanes) lowest = std::min(lowest, lane.address);
    const std::uint64_t base = lowest / sample_alignment * sample_alignment;
    json lanes = json::array();
    for (const LaneAccess& lane : sample.lanes) lanes.push_back({lane.lane, lane.address - base});
    return {{"group", sample.group},
            {"sub_group", sample.sub_group},
            {"bytes", sample.lanes.front().bytes},
            {"base", base},
            {"lanes", std::move(lanes)}};
}

/// The text of a line, counted from 1, without the spaces around it.
std::string line_text(std::string_view text, unsigned line)
{
    for (unsigned i = 1; i < line; ++i) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    if (line == 0) return {};
    text = text.substr(0, text.find('\n'));
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return std::string{text.substr(first, text.find_last_not_of(" \t\r") - first + 1)};
}

std::string_view access_name(AccessKind kind)
{
    if (is_atomic(kind)) return "atomic";
    return kind == AccessKind::global_load || kind == AccessKind::local_load ? "load" : "store";
}

json lines_of(const DeviceCounts& device, std::string_view source)
{
    json lines = json::array();
    for (const auto& [key, counts] : device.lines) {
        const auto [line, kind] = key;
        if (counts.requests == 0) continue;
        json entry{{"line", line},
                   {"source", line_text(source, line)},
                   {"space", is_global(kind) ? "global" : "local"},
                   {"access", access_name(kind)}};
        put_cost(entry, counts, is_global(kind));
        if (is_atomic(kind)) {
            entry["lanes"] = counts.lanes;
            entry["same_address"] = counts.same_address;
        }
        if (!counts.sample.lanes.empty()) entry["sample"] = sample_entry(counts.sample);
        lines.push_back(std::move(entry));
    }
    return lines;
}

json control_of(const DeviceCounts& device, std::string_view source, unsigned width)
{
    json lines = json::array();
    for (const auto& [line, counts] : device.control) {
        if (line == 0 || counts.instructions + counts.branches == 0) continue;
        lines.push_back({{"line", line},
                         {"source", line_text(source, line)},
                         {"branches", counts.branches},
                         {"divergent", counts.divergent},
                         {"instructions", counts.instructions},
                         {"simd_efficiency", ratio(counts.lanes, counts.instructions * width)}});
    }
    return lines;
}

json kernel_entry(const LaunchCounts& launch, const DeviceCounts& device, const Profile& profile,
                  std::string_view source)
{
    json entry{{"name", launch.kernel},
               {"launch", launch.launch},
               {"launches", launch.launches},
               {"source", launch.source},
               {"global_size", launch.global_size},
               {"local_size", launch.local_size},
               {"work_groups", launch.groups},
               {"sampled_groups", launch.sampled_groups},
               {"local_bytes", launch.local_bytes},
               {"truncated", launch.truncated}};
    put_cost(entry["global_load"], device.total(AccessKind::global_load), true);
    put_cost(entry["global_store"], device.total(AccessKind::global_store), true);
    put_cost(entry["local_load"], device.total(AccessKind::local_load), false);
    put_cost(entry["local_store"], device.total(AccessKind::local_store), false);
    AccessCounts atomics = device.total(AccessKind::global_atomic);
    const AccessCounts local_atomics = device.total(AccessKind::local_atomic);
    atomics.add(local_atomics);
    entry["atomics"] = {{"requests", atomics.requests},
                        {"lanes", atomics.lanes},
                        {"same_address", atomics.same_address},
                        {"conflicts", local_atomics.cost - local_atomics.ideal}};
    const ControlCounts control = device.total_control();
    entry["simd_efficiency"] = ratio(control.lanes, control.instructions * profile.sub_group_size);
    entry["instructions"] = control.instructions;
    entry["branches"] = control.branches;
    entry["divergent_branches"] = control.divergent;
    entry["lines"] = lines_of(device, source);
    entry["control"] = control_of(device, source, profile.sub_group_size);
    return entry;
}

} // namespace

std::string report_text(std::span<const Profile> profiles, std::span<const std::string> sources,
                        std::span<const LaunchCounts> launches)
{
    json reports = json::array();
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const Profile& profile = profiles[i];
        json kernels = json::array();
        for (const LaunchCounts& launch : launches)
            kernels.push_back(kernel_entry(launch, launch.devices[i], profile, sources[launch.source]));
        reports.push_back({{"device", profile.id},
                           {"device_name", profile.name},
                           {"sub_group_size", profile.sub_group_size},
                           {"sector_bytes", profile.global.segment_bytes.front()},
                           {"local_banks", profile.local.banks},
                           {"kernels", std::move(kernels)}});
    }
    const json root{{"version", format_version},
                    {"sources", std::vector<std::string>(sources.begin(), sources.end())},
                    {"reports", std::move(reports)}};
    return root.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string error_text(const std::string& message)
{
    const json root{{"version", format_version}, {"error", message}};
    return root.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace lockstep::lens
