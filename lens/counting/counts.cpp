// What is counted: sums over instructions, lines and launches.
#include "launch_counts.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::lens
{

std::uint64_t Scale::of(std::uint64_t count) const
{
    if (part == 0) return count;
    return static_cast<std::uint64_t>(std::llround(
        static_cast<long double>(count) * static_cast<long double>(all) / static_cast<long double>(part)));
}

void AccessCounts::add(const AccessCounts& other)
{
    requests += other.requests;
    cost += other.cost;
    ideal += other.ideal;
    bytes += other.bytes;
    distinct_bytes += other.distinct_bytes;
    lanes += other.lanes;
    same_address += other.same_address;
    if (other.worst > worst) {
        worst = other.worst;
        sample = other.sample;
    }
}

void AccessCounts::scale(const Scale& by)
{
    const Scale each{.all = by.of(requests), .part = requests};
    requests = each.all;
    for (std::uint64_t* count : {&cost, &ideal, &bytes, &distinct_bytes, &lanes, &same_address})
        *count = each.of(*count);
}

void ReuseCounts::add(const ReuseCounts& other)
{
    lines += other.lines;
    sectors_by_groups += other.sectors_by_groups;
    global_atomic_lanes += other.global_atomic_lanes;
    local_atomic_passes += other.local_atomic_passes;
    read.add(other.read);
    written.add(other.written);
    atomic_lines.add(other.atomic_lines);
}

void ControlCounts::add(const ControlCounts& other)
{
    instructions += other.instructions;
    lanes += other.lanes;
    alone += other.alone;
    branches += other.branches;
    divergent += other.divergent;
    loop_exits += other.loop_exits;
    skips += other.skips;
}

void ControlCounts::scale(const Scale& by)
{
    const Scale each{.all = by.of(instructions), .part = instructions};
    const Scale each_branch{.all = by.of(branches), .part = branches};
    instructions = each.all;
    branches = each_branch.all;
    for (std::uint64_t* count : {&lanes, &alone}) *count = each.of(*count);
    for (std::uint64_t* count : {&divergent, &loop_exits, &skips}) *count = each_branch.of(*count);
}

void SegmentWork::add(const SegmentWork& other, std::uint64_t times)
{
    slots += times * other.slots;
    waits += times * other.waits;
    local_waits += times * other.local_waits;
    steps += times * other.steps;
}

void DeviceCounts::add(const DeviceCounts& other)
{
    for (const auto& [key, counts] : other.lines) lines[key].add(counts);
    for (const auto& [line, counts] : other.control) control[line].add(counts);
    if (caches && other.caches) caches->add(*other.caches);
    work.add(other.work);
    reuse.add(other.reuse);
}

void DeviceCounts::scale(const Scale& by)
{
    for (auto& [key, counts] : lines) counts.scale(by);
    for (auto& [line, counts] : control) counts.scale(by);
}

AccessCounts DeviceCounts::total(AccessKind kind) const
{
    AccessCounts sum;
    for (const auto& [key, counts] : lines)
        if (key.kind == kind) sum.add(counts);
    return sum;
}

ControlCounts DeviceCounts::total_control() const
{
    ControlCounts sum;
    for (const auto& [line, counts] : control) sum.add(counts);
    return sum;
}

void LaunchCounts::add(const LaunchCounts& other)
{
    launches += other.launches;
    groups += other.groups;
    sampled_groups += other.sampled_groups;
    skipped_groups += other.skipped_groups;
    estimated = estimated || other.estimated;
    truncated = truncated || other.truncated;
    uncounted.add(other.uncounted);
    local_bytes = std::max(local_bytes, other.local_bytes);
    for (std::size_t i = 0; i < devices.size(); ++i) devices[i].add(other.devices[i]);
}

void LaunchCounts::scale_to_all_groups()
{
    if (sampled_groups == 0 || sampled_groups >= groups) return;
    for (DeviceCounts& device : devices) device.scale({.all = groups, .part = sampled_groups});
    estimated = true;
}

} // namespace lockstep::lens
