// Gives the requests of a launch's work-groups to the caches in the order in which a GPU would issue them.
#pragma once

#include "cache_model.hpp"
#include "memory_model.hpp"
#include "occupancy.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace lockstep::lens
{

/// The requests of one work-group, sub-group by sub-group and barrier by barrier; a word for each line of a request.
class GroupTrace
{
public:
    /// The requests that follow are those of this sub-group.
    void begin_sub_group(std::size_t index);
    /// All sub-groups of the group meet here.
    void barrier();
    /// One request of the current sub-group.
    /// @param lanes the active work-items, at least one
    void request(const CacheRules& rules, CacheAccess kind, std::span<const LaneAccess> lanes);

    bool empty() const { return words_.empty(); }
    std::size_t size() const { return words_.size(); }
    /// Whether it has grown so large that later requests were left out.
    bool truncated() const { return truncated_; }
    void clear();

private:
    friend class CacheReplay;

    std::vector<std::uint64_t> words_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> lines_; // of one request
    bool truncated_ = false;
};

/// A launch whose groups are placed on the compute units in turn, group g on unit g mod units, as many at once as
/// fit. The resident groups form a wave, which ends as a whole. In each turn every sub-group that does not wait at a
/// barrier issues one request, group after group.
///
/// The result depends on the groups' indices alone, not on the order in which they are added. Held at once are the words
/// of one wave; one that exceeds 64 MiB is issued before it is complete, with fewer groups at once.
class CacheReplay
{
public:
    /// @param kernel by which the resident groups and the first level's size are found
    CacheReplay(const Profile& profile, const KernelResources& kernel, std::size_t groups);

    /// Adds a group; an empty trace stands for one that was not recorded. Each of the launch's groups once.
    void add(std::size_t group, GroupTrace trace);

    /// Issues what is left, and tells what went between the levels.
    CacheTraffic finish();

    /// Whether requests were left out, since one group alone had too many.
    bool truncated() const { return truncated_; }
    /// Work-groups that are resident on a unit.
    unsigned resident() const { return resident_; }
    /// The bytes of a unit's first level that the kernel leaves.
    std::uint64_t first_bytes() const { return first_bytes_; }

private:
    struct Cursor;

    void run_wave();

    unsigned units_;
    unsigned resident_;
    std::uint64_t first_bytes_;
    CacheModel model_;
    std::size_t next_ = 0;                    // the first group that is not in a wave yet
    std::map<std::size_t, GroupTrace> ahead_; // groups behind it that were added before
    std::vector<std::pair<std::size_t, GroupTrace>> wave_;
    std::size_t wave_words_ = 0;
    bool truncated_ = false;
};

} // namespace lockstep::lens
