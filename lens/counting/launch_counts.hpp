// The counts of one launch of a kernel, or of several summed.
#pragma once

#include "access_kind.hpp"
#include "counts.hpp"
#include "segment_work.hpp"

#include "lockstep/formats/lens_report.hpp"

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::lens
{

/// What the sub-groups executed of one source line, or of a whole kernel.
struct ControlCounts
{
    std::uint64_t instructions = 0; ///< issued, one for a sub-group
    std::uint64_t lanes = 0;        ///< work-items that were active, summed over the instructions
    std::uint64_t alone = 0;        ///< of the instructions, those issued for one work-item alone
    std::uint64_t branches = 0;     ///< conditional
    std::uint64_t divergent = 0;
    std::uint64_t loop_exits = 0; ///< of the divergent ones, those that leave a loop
    std::uint64_t skips = 0;      ///< of the divergent ones, those at an if without an else

    void add(const ControlCounts& other);
    void scale(const Scale& by);
};

/// The accesses of one kind that begin at one place of the source.
struct AccessPlace
{
    unsigned line = 0;
    unsigned column = 0; ///< 0: not known
    AccessKind kind{};
    formats::LensVector vector; ///< that is accessed, or a part of it

    auto operator<=>(const AccessPlace&) const = default;
};

/// One device's counts of a launch.
struct DeviceCounts
{
    std::optional<formats::LensCaches> caches; ///< where they were asked for, and the profile tells enough
    std::map<AccessPlace, AccessCounts> lines;
    std::map<unsigned, ControlCounts> control; ///< by source line
    SegmentWork work;
    ReuseCounts reuse; ///< of several launches what they touched together

    void add(const DeviceCounts& other);
    void scale(const Scale& by);
    AccessCounts total(AccessKind kind) const;
    ControlCounts total_control() const;
};

struct LaunchCounts
{
    std::string kernel;
    std::string test_case;    ///< of an exercise; empty: none
    std::size_t launch = 0;   ///< of this kernel, the first is 0
    std::size_t launches = 1; ///< that are summed here
    std::size_t source = 0;   ///< index of the program's text
    Size global_size{};
    Size local_size{};
    std::size_t groups = 0;
    std::size_t sampled_groups = 0; ///< those that were recorded
    std::size_t skipped_groups = 0; ///< those that were not even run
    bool estimated = false;         ///< from those that were recorded, for all
    std::size_t local_bytes = 0;    ///< local memory of a group
    bool truncated = false;
    Uncounted uncounted;
    std::vector<DeviceCounts> devices; ///< one of each profile

    void add(const LaunchCounts& other);

    /// Makes of the recorded groups' counts an estimate of what all groups would have counted. Not scaled is what many
    /// groups share: the footprints, and the caches.
    void scale_to_all_groups();
};

} // namespace lockstep::lens
