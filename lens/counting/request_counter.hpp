// What the requests of a launch cost, on each device that was asked for.
#pragma once

#include "access_kind.hpp"
#include "counts.hpp"
#include "lockstep/lens/cache_replay.hpp"
#include "lockstep/lens/profile.hpp"

#include <span>
#include <utility>
#include <vector>

namespace lockstep::lens
{

/// Counts the requests of a launch, or of one thread's part of it. Where in the program a request comes from is a site, a
/// number that the caller gives.
class RequestCounter
{
public:
    /// What is kept of a work-group while it runs.
    class Group
    {
    public:
        const Size& id() const { return id_; }
        /// Of the group that has ended, for a profile: its requests to global memory. To be called once.
        GroupTrace take_trace(std::size_t profile) { return std::exchange(cached_[profile].trace, {}); }
        /// All work-items of the group have reached a barrier.
        void barrier();

    private:
        friend class RequestCounter;

        /// A profile's requests of the group, for its caches.
        struct Cached
        {
            GroupTrace trace;
            std::size_t sub_group = no_sub_group; ///< whose requests stand last in the trace

            static constexpr std::size_t no_sub_group = ~std::size_t{0};
        };

        Size id_{};
        bool sampled_ = false;
        std::vector<Footprint> read_; // of each profile
        std::vector<Cached> cached_;  // of each profile; none where caches are not asked for
    };

    /// @param for_caches whether each group's requests are kept for take_trace()
    explicit RequestCounter(std::span<const Profile> profiles, bool for_caches = false);

    /// @param sampled whether its requests may be drawn
    Group begin_group(const Size& id, bool sampled) const;

    /// One request.
    /// @param sub_group within its group
    /// @param lanes the work-items that take part, rising; of an image each as often as it touches pieces
    void request(Group& group, std::size_t profile, std::size_t sub_group, std::size_t site, AccessKind kind,
                 std::span<const LaneAccess> lanes);

    /// Of each site, for a profile; of sites behind the last one that had a request nothing is there.
    const std::vector<AccessCounts>& accesses(std::size_t profile) const { return accesses_[profile]; }
    const ReuseCounts& reuse(std::size_t profile) const { return reuse_[profile]; }

private:
    void count_reuse(Group& group, std::size_t profile, AccessKind kind, std::uint64_t lines,
                     std::span<const LaneAccess> lanes);
    void keep_request(Group& group, std::size_t profile, std::size_t sub_group, AccessKind kind,
                      std::span<const LaneAccess> lanes) const;
    static void count_texels(AccessCounts& counts, std::span<const LaneAccess> pieces);

    std::span<const Profile> profiles_;
    bool for_caches_;
    std::vector<std::vector<AccessCounts>> accesses_; // [profile][site]
    std::vector<ReuseCounts> reuse_;                  // of each profile
};

/// The bytes of each of the accesses that an access of `bytes` bytes is made of: it is longer than 16, or no power of
/// two.
std::uint64_t access_part(std::uint64_t bytes);

} // namespace lockstep::lens
