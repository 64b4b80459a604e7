// What of a launch reaches the model of caches, where it is asked for.
#include "session.hpp"

namespace lockstep::lens
{

void LaunchRecord::begin_caches()
{
    caches.resize(session.profiles().size());
    if (!session.caches_wanted()) return;
    const KernelResources resources{
        .group_size = static_cast<unsigned>(description.local_size[0] * description.local_size[1] *
                                            description.local_size[2]),
        .registers_per_item = session.registers().of(description.kernel),
        .local_bytes = static_cast<unsigned>(description.local_bytes)};
    for (const Profile& profile : session.profiles())
        replays.push_back(profile.caches.modelled()
                              ? std::make_unique<CacheReplay>(profile, resources, group_count)
                              : nullptr);
}

void LaunchRecord::add_to_caches(const Size& group, RequestCounter::Group* recorded)
{
    if (replays.empty()) return;
    const std::lock_guard lock{mutex};
    add_skipped_to_caches(index_of(group));
    for (std::size_t i = 0; i < replays.size(); ++i)
        if (replays[i]) replays[i]->add(index_of(group), recorded ? recorded->take_trace(i) : GroupTrace{});
}

/// Stands for the skipped groups up to `end`, which nobody tells of.
void LaunchRecord::add_skipped_to_caches(std::size_t end)
{
    if (!skips_others) return;
    for (; in_caches < end; ++in_caches) {
        if (is_sampled(in_caches, group_count, session.groups_wanted())) continue;
        for (const auto& replay : replays)
            if (replay) replay->add(in_caches, {});
    }
}

void LaunchRecord::end_caches()
{
    if (!replays.empty()) add_skipped_to_caches(group_count);
    for (std::size_t i = 0; i < replays.size(); ++i) {
        if (!replays[i]) continue;
        const CacheTraffic traffic = replays[i]->finish();
        caches[i] = {.sector_bytes = session.profiles()[i].caches.second_sector_bytes,
                     .first_bytes = replays[i]->first_bytes(),
                     .groups_at_once = replays[i]->resident(),
                     .first_sectors = traffic.first_sectors,
                     .first_hits = traffic.first_hits,
                     .second_read = traffic.second_read,
                     .second_hits = traffic.second_hits,
                     .second_written = traffic.second_written,
                     .memory_read_bytes = traffic.memory_read_bytes,
                     .memory_written_bytes = traffic.memory_written_bytes,
                     .left_bytes = traffic.left_bytes,
                     .footprint_bytes = traffic.footprint_bytes,
                     .truncated = replays[i]->truncated()};
    }
}

} // namespace lockstep::lens
