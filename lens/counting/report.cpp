// The lens's counts as its report.
#include "report.hpp"

#include "source_text.hpp"

#include "lockstep/formats/lens_report.hpp"

#include <algorithm>
#include <limits>

namespace lockstep::lens
{

namespace
{

constexpr std::uint64_t sample_alignment = 128;

double ratio(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

formats::GlobalCounts global_counts(const AccessCounts& counts)
{
    return {.requests = counts.requests,
            .sectors = counts.cost,
            .ideal_sectors = counts.ideal,
            .bytes = counts.bytes};
}

formats::LocalCounts local_counts(const AccessCounts& counts)
{
    return {.requests = counts.requests,
            .wavefronts = counts.cost,
            .conflicts = counts.cost - std::min(counts.cost, counts.ideal),
            .bytes = counts.bytes};
}

formats::ImageCounts image_counts(const AccessCounts& counts)
{
    return {.requests = counts.requests, .bytes = counts.bytes, .distinct_bytes = counts.distinct_bytes};
}

formats::LensSample sample_of(const Sample& sample)
{
    std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
    for (const LaneAccess& lane : sample.lanes) lowest = std::min(lowest, lane.address);
    const std::uint64_t base = lowest / sample_alignment * sample_alignment;
    formats::LensSample told{.group = {sample.group[0], sample.group[1], sample.group[2]},
                             .sub_group = sample.sub_group,
                             .bytes = sample.lanes.front().bytes,
                             .base = base,
                             .lanes = {}};
    for (const LaneAccess& lane : sample.lanes) told.lanes.push_back({lane.lane, lane.address - base});
    return told;
}

formats::MemoryAccess access_of(AccessKind kind)
{
    if (is_atomic(kind)) return formats::MemoryAccess::atomic;
    if (is_image(kind))
        return kind == AccessKind::image_read ? formats::MemoryAccess::read : formats::MemoryAccess::write;
    return kind == AccessKind::global_load || kind == AccessKind::local_load ? formats::MemoryAccess::load
                                                                             : formats::MemoryAccess::store;
}

std::vector<formats::LensLine> lines_of(const DeviceCounts& device, SourceText& source)
{
    std::vector<formats::LensLine> lines;
    for (const auto& [place, counts] : device.lines) {
        const auto [line, column, kind, vector] = place;
        if (counts.requests == 0) continue;
        formats::LensLine told;
        told.line = static_cast<int>(line_at(line));
        told.file = file_at(line);
        told.source = source.line(line);
        told.column = column;
        told.vector = vector;
        told.access = access_of(kind);
        if (is_image(kind))
            told.counts = image_counts(counts);
        else if (is_global(kind))
            told.counts = global_counts(counts);
        else
            told.counts = local_counts(counts);
        told.lanes = is_atomic(kind) ? counts.lanes : 0;
        told.same_address = is_atomic(kind) ? counts.same_address : 0;
        if (!counts.sample.lanes.empty()) told.sample = sample_of(counts.sample);
        lines.push_back(std::move(told));
    }
    return lines;
}

std::vector<formats::LensControl> control_of(const DeviceCounts& device, SourceText& source, unsigned width)
{
    std::vector<formats::LensControl> lines;
    for (const auto& [line, counts] : device.control) {
        if (counts.instructions + counts.branches == 0) continue;
        lines.push_back({.line = static_cast<int>(line_at(line)),
                         .file = file_at(line),
                         .source = source.line(line),
                         .branches = counts.branches,
                         .divergent = counts.divergent,
                         .loop_exits = counts.loop_exits,
                         .skips = counts.skips,
                         .instructions = counts.instructions,
                         .alone = counts.alone,
                         .simd_efficiency = ratio(counts.lanes, counts.instructions * width)});
    }
    return lines;
}

formats::LensWork work_of(const DeviceCounts& device)
{
    const ReuseCounts& reuse = device.reuse;
    return {.issue_slots = device.work.slots / SegmentWork::parts_of_slot,
            .waits = device.work.waits,
            .local_waits = device.work.local_waits,
            .steps = device.work.steps,
            .lines = reuse.lines,
            .sectors_by_groups = reuse.sectors_by_groups,
            .sectors_read = reuse.read.pieces(),
            .sectors_written = reuse.written.pieces(),
            .atomic_lanes = reuse.global_atomic_lanes,
            .atomic_lines = reuse.atomic_lines.pieces(),
            .atomic_passes = reuse.local_atomic_passes};
}

formats::LensKernel kernel_of(const LaunchCounts& launch, const DeviceCounts& device, const Profile& profile,
                              std::string_view text)
{
    formats::LensKernel kernel;
    kernel.name = launch.kernel;
    kernel.test_case = launch.test_case;
    kernel.launch = launch.launch;
    kernel.launches = launch.launches;
    kernel.source = launch.source;
    std::copy(launch.global_size.begin(), launch.global_size.end(), kernel.global_size.begin());
    std::copy(launch.local_size.begin(), launch.local_size.end(), kernel.local_size.begin());
    kernel.work_groups = launch.groups;
    kernel.sampled_groups = launch.sampled_groups;
    kernel.skipped_groups = launch.skipped_groups;
    kernel.estimated = launch.estimated;
    kernel.local_bytes = launch.local_bytes;
    kernel.truncated = launch.truncated;
    kernel.global_load = global_counts(device.total(AccessKind::global_load));
    kernel.global_store = global_counts(device.total(AccessKind::global_store));
    kernel.local_load = local_counts(device.total(AccessKind::local_load));
    kernel.local_store = local_counts(device.total(AccessKind::local_store));
    AccessCounts atomics = device.total(AccessKind::global_atomic);
    const AccessCounts local_atomics = device.total(AccessKind::local_atomic);
    atomics.add(local_atomics);
    kernel.atomics = {.requests = atomics.requests,
                      .lanes = atomics.lanes,
                      .same_address = atomics.same_address,
                      .conflicts = local_atomics.cost - local_atomics.ideal};
    kernel.image_read = image_counts(device.total(AccessKind::image_read));
    kernel.image_write = image_counts(device.total(AccessKind::image_write));
    kernel.caches = device.caches;
    if (launch.uncounted.constant_memory) kernel.not_counted.emplace_back("constant memory");
    if (launch.uncounted.private_memory) kernel.not_counted.emplace_back("private memory");
    if (kernel.image_read.requests + kernel.image_write.requests > 0)
        kernel.not_counted.emplace_back("sectors of images");
    if (!profile.tells_banks() &&
        kernel.local_load.requests + kernel.local_store.requests + local_atomics.requests > 0)
        kernel.not_counted.emplace_back("passes of local memory");
    const ControlCounts control = device.total_control();
    kernel.simd_efficiency = ratio(control.lanes, control.instructions * profile.sub_group_size);
    kernel.instructions = control.instructions;
    kernel.branches = control.branches;
    kernel.divergent_branches = control.divergent;
    if (!launch.estimated) kernel.work = work_of(device); // much of it is what groups share
    SourceText source{text};
    kernel.lines = lines_of(device, source);
    kernel.control = control_of(device, source, profile.sub_group_size);
    if (text.empty() && !source.found_any() && !kernel.control.empty())
        kernel.remarks.emplace_back("no source: the program was made from a binary, as libraries keep them "
                                    "in caches; the lens switches "
                                    "off those of PyOpenCL and OpenCV");
    return kernel;
}

} // namespace

std::string report_text(std::span<const Profile> profiles, std::span<const std::string> sources,
                        std::span<const LaunchCounts> launches)
{
    formats::LensReports told{.sources = {sources.begin(), sources.end()}, .reports = {}};
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const Profile& profile = profiles[i];
        const std::vector<unsigned>& pieces = profile.global.segment_bytes;
        formats::LensReport report{.device = {.id = profile.id,
                                              .name = profile.name,
                                              .sub_group_size = profile.sub_group_size,
                                              .sector_bytes = pieces.front(),
                                              .local_banks = profile.local.banks,
                                              .store_sector_bytes = profile.global.store_segment_bytes,
                                              .widest_sector_bytes = pieces.size() > 1 ? pieces.back() : 0,
                                              .load_group_16_bytes = profile.local.load_group_16_bytes,
                                              .compute_units = profile.compute_units,
                                              .line_bytes = profile.global.line_bytes},
                                   .kernels = {}};
        for (const LaunchCounts& launch : launches)
            report.kernels.push_back(kernel_of(launch, launch.devices[i], profile, sources[launch.source]));
        told.reports.push_back(std::move(report));
    }
    return formats::plugin_text(told);
}

std::string error_text(const std::string& message)
{
    return formats::plugin_error_text(message);
}

} // namespace lockstep::lens
