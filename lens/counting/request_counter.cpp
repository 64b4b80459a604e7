// What the requests of a launch cost, on each device that was asked for.
#include "request_counter.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::lens
{

std::uint64_t access_part(std::uint64_t bytes)
{
    constexpr std::uint64_t widest = 16;
    return std::min(widest, std::uint64_t{1} << std::countr_zero(bytes));
}

void RequestCounter::Group::barrier()
{
    for (Cached& cached : cached_)
        if (cached.sub_group != Cached::no_sub_group) {
            cached.trace.barrier();
            cached.sub_group = Cached::no_sub_group;
        }
}

RequestCounter::RequestCounter(std::span<const Profile> profiles, bool for_caches)
    : profiles_(profiles), for_caches_(for_caches), accesses_(profiles.size()), reuse_(profiles.size())
{
}

RequestCounter::Group RequestCounter::begin_group(const Size& id, bool sampled) const
{
    Group group;
    group.id_ = id;
    group.sampled_ = sampled;
    group.read_.resize(profiles_.size());
    if (for_caches_) group.cached_.resize(profiles_.size());
    return group;
}

void RequestCounter::request(Group& group, std::size_t profile, std::size_t sub_group, std::size_t site,
                             AccessKind kind, std::span<const LaneAccess> lanes)
{
    if (accesses_[profile].size() <= site) accesses_[profile].resize(site + 1);
    AccessCounts& counts = accesses_[profile][site];
    std::uint64_t cost = 0;
    if (is_image(kind)) {
        count_texels(counts, lanes);
    } else if (is_global(kind)) {
        const GlobalCost global = global_cost(profiles_[profile], lanes, kind == AccessKind::global_load);
        cost = global.sectors;
        counts.ideal += global.ideal;
        counts.bytes += global.bytes;
        if (for_caches_) keep_request(group, profile, sub_group, kind, lanes);
        count_reuse(group, profile, kind, global.lines, lanes);
    } else {
        const LocalCost local = local_cost(profiles_[profile], lanes, kind == AccessKind::local_load);
        cost = local.wavefronts;
        counts.ideal += local.ideal;
        counts.bytes += local.bytes;
        if (kind == AccessKind::local_atomic) reuse_[profile].local_atomic_passes += cost;
    }
    ++counts.requests;
    counts.cost += cost;
    counts.lanes += lanes.size();
    if (is_atomic(kind)) {
        std::vector<std::uint64_t> addresses;
        for (const LaneAccess& lane : lanes) addresses.push_back(lane.address);
        std::sort(addresses.begin(), addresses.end());
        counts.same_address +=
            static_cast<std::uint64_t>(addresses.end() - std::unique(addresses.begin(), addresses.end()));
    }
    if (group.sampled_ && cost > counts.worst) {
        counts.worst = cost;
        counts.sample = {group.id_, sub_group, {lanes.begin(), lanes.end()}};
    }
}

void RequestCounter::count_reuse(Group& group, std::size_t profile, AccessKind kind, std::uint64_t lines,
                                 std::span<const LaneAccess> lanes)
{
    const GlobalRules& rules = profiles_[profile].global;
    const bool is_load = kind == AccessKind::global_load;
    const unsigned sector = rules.sector_bytes(is_load);
    ReuseCounts& reuse = reuse_[profile];
    reuse.lines += lines;
    if (is_atomic(kind)) reuse.global_atomic_lanes += lanes.size();
    for (const LaneAccess& lane : lanes) {
        const std::uint64_t end = lane.address + lane.bytes;
        if (is_load) reuse.sectors_by_groups += group.read_[profile].add(lane.address, end, sector);
        (is_load ? reuse.read : reuse.written).add(lane.address, end, sector);
        if (is_atomic(kind))
            reuse.atomic_lines.add(lane.address, end, rules.line_bytes > 0 ? rules.line_bytes : sector);
    }
}

void RequestCounter::keep_request(Group& group, std::size_t profile, std::size_t sub_group, AccessKind kind,
                                  std::span<const LaneAccess> lanes) const
{
    const CacheRules& rules = profiles_[profile].caches;
    if (!rules.modelled()) return;
    Group::Cached& cached = group.cached_[profile];
    if (cached.sub_group != sub_group) cached.trace.begin_sub_group(sub_group);
    cached.sub_group = sub_group;
    cached.trace.request(rules,
                         kind == AccessKind::global_load    ? CacheAccess::load
                         : kind == AccessKind::global_store ? CacheAccess::store
                                                            : CacheAccess::atomic,
                         lanes);
}

/// Adds what one request asks for: its bytes summed over the work-items, and the distinct ones.
void RequestCounter::count_texels(AccessCounts& counts, std::span<const LaneAccess> pieces)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges; // begin, end
    for (const LaneAccess& piece : pieces) {
        counts.bytes += piece.bytes;
        ranges.emplace_back(piece.address, piece.address + piece.bytes);
    }
    std::sort(ranges.begin(), ranges.end());
    std::uint64_t reached = 0;
    for (const auto& [begin, end] : ranges) {
        if (end > reached) counts.distinct_bytes += end - std::max(begin, reached);
        reached = std::max(reached, end);
    }
}

} // namespace lockstep::lens
