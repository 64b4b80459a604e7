// Records the work-items that one thread of the simulator runs, and counts what a GPU would have done.
#pragma once

#include "code.hpp"
#include "counting/request_counter.hpp"
#include "lockstep/formats/lens_report.hpp"
#include "replay.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep::lens
{

/// An instruction that accesses memory in one way.
struct Site
{
    AccessKind kind{};
    unsigned line = 0;
    unsigned column = 0;
    formats::LensVector whole; ///< that it accesses, or a part of it
    bool counted = false;      ///< false: constant memory, or a part of another site's access
    VectorAccess vector;
};

/// How often a segment was issued. Lanes are counted once for each time.
struct IssueCounts
{
    std::uint64_t times = 0;
    std::uint64_t lanes = 0;
    std::uint64_t divergent = 0;
    std::uint64_t alone = 0; ///< for a single work-item
};

/// One thread's part of a launch.
///
/// A simulator runs work-items one after another, each up to a barrier. The worker keeps what those of one
/// unit (the widest sub-group of all profiles) did until another unit's turn comes, then replays it for each
/// width.
class Worker
{
public:
    /// Reads the address that a work-item has in a pointer.
    using ReadPointer = std::uint64_t (*)(const void* item, LlvmHandle pointer);

    /// @param for_caches whether each group's requests are kept for take_trace()
    Worker(std::span<const Profile> profiles, Code& code, ReadPointer read_pointer, bool for_caches = false);

    /// @param sampled whether its requests may be drawn
    void begin_group(const Size& group_id, const Size& group_size, bool sampled);
    void end_group();
    /// All work-items of the group have reached a barrier, and the copies it waits for are done.
    void barrier();

    /// An instruction was executed.
    /// @param local_id called when another work-item than the last one runs; returns its linear id
    template <typename LocalId>
    void executed(const void* item, LlvmHandle instruction, LocalId&& local_id)
    {
        if (item != item_) switch_item(item, local_id());
        if (instruction != last_) {
            if (last_) return;
            enter(instruction);
            if (instruction != last_) return;
        }
        commit();
    }

    /// A work-item accesses memory; its instruction is reported as executed later.
    template <typename LocalId>
    void access(const void* item, LlvmHandle instruction, AccessKind kind, std::uint64_t address,
                std::uint64_t bytes, LocalId&& local_id)
    {
        if (item != item_) switch_item(item, local_id());
        if (!full_) record(instruction, kind, address, bytes);
    }

    /// An asynchronous copy of the group moves an element.
    void group_access(AccessKind kind, std::uint64_t address, std::uint64_t bytes);

    /// A work-item accesses its private memory.
    void private_access() { uncounted_.private_memory = true; }

    bool truncated() const { return truncated_; }
    const Uncounted& uncounted() const { return uncounted_; }
    const std::vector<Site>& sites() const { return sites_; }
    /// Of each site, for a profile.
    const std::vector<AccessCounts>& accesses(std::size_t profile) const
    {
        return requests_.accesses(profile);
    }
    /// Of each segment, for a profile.
    const std::vector<IssueCounts>& issues(std::size_t profile) const
    {
        return widths_[width_of_[profile]].issues;
    }
    const std::vector<const Segment*>& segments() const { return segments_; }
    const ReuseCounts& reuse(std::size_t profile) const { return requests_.reuse(profile); }
    /// The group that runs, or has ended last.
    RequestCounter::Group& group() { return group_; }

private:
    /// The profiles whose sub-groups have the same size.
    struct Width
    {
        unsigned size = 0;
        std::vector<std::size_t> profiles;
        std::vector<IssueCounts> issues;
    };

    /// An asynchronous copy that was started and not yet waited for.
    struct Copy
    {
        LlvmHandle instruction;
        std::uint64_t source;
        bool begun = false;
        std::vector<Access> pieces;
    };

    class Counter;

    void switch_item(const void* item, std::size_t local_id);
    void enter(LlvmHandle instruction);
    void commit();
    /// A call that accesses memory.
    struct Call
    {
        unsigned unaligned_elements = 1;
        bool accesses_image = false;
    };

    void record(LlvmHandle instruction, AccessKind kind, std::uint64_t address, std::uint64_t bytes);
    void record_texel(const Access& access);
    bool has_room(std::uint64_t accesses);
    const Call* call_of(LlvmHandle instruction);
    void note_copy(LlvmHandle instruction);
    void flush();
    void count_copies();
    void count_copy(const Copy& copy, AccessKind kind, Width& width);
    std::uint32_t segment_index(LlvmHandle instruction);
    std::size_t site_of(LlvmHandle instruction, AccessKind kind);
    void count_request(const Width& width, std::size_t sub_group, std::size_t site,
                       std::span<const LaneAccess> lanes);

    std::span<const Profile> profiles_;
    Code& code_;
    ReadPointer read_pointer_;
    unsigned unit_ = 0;
    std::vector<Width> widths_;
    std::vector<std::size_t> width_of_; // of each profile

    // The code that this thread has met.
    std::vector<const Segment*> segments_;
    std::vector<SegmentShape> shapes_;
    std::vector<std::array<std::uint32_t, 2>> successors_; // the last two of each segment
    std::unordered_map<LlvmHandle, std::uint32_t> by_first_;
    std::vector<Site> sites_;
    std::unordered_map<LlvmHandle, Call> memory_calls_;
    std::map<std::pair<LlvmHandle, AccessKind>, std::size_t> site_index_;
    std::vector<std::vector<std::tuple<LlvmHandle, AccessKind, std::size_t>>> sites_of_segment_;
    RequestCounter requests_;

    // The work-group.
    RequestCounter::Group group_;
    std::size_t group_items_ = 0;
    std::vector<std::vector<unsigned>> calls_; // of each work-item: the calls it is in
    std::deque<Copy> copies_;
    Copy* copy_ = nullptr;

    // The work-item.
    const void* item_ = nullptr;
    std::size_t local_id_ = 0;
    std::size_t current_unit_ = 0;
    LaneTrace* trace_ = nullptr;
    LlvmHandle last_ = nullptr; // of the segment that the work-item is in; null between segments
    std::uint32_t segment_ = 0;
    std::uint32_t previous_ = 0;
    std::size_t committed_ = 0; // accesses of the segments that are complete
    bool full_ = false;

    std::vector<LaneTrace> traces_; // of the unit
    bool recorded_ = false;         // something stands in traces_
    bool truncated_ = false;
    Uncounted uncounted_;
    Replay replay_;
    std::vector<LaneAccess> whole_; // of one request
};

} // namespace lockstep::lens
