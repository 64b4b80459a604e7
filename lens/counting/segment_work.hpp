// What a stretch of code costs a GPU's scheduler, and how long its work-items wait in it.
#pragma once

#include <cstdint>

namespace lockstep::lens
{

/// Of one execution of a segment by a sub-group, or of many summed.
struct SegmentWork
{
    /// Of which a slot is the sum.
    static constexpr unsigned parts_of_slot = 840; // so that as many as 8 rounds share one without a rest

    std::uint64_t slots =
        0; ///< instructions that a GPU issues for it, in parts of a slot; see SegmentWork::parts_of_slot
    std::uint64_t waits = 0;       ///< loads of global memory of which each needs the one before
    std::uint64_t local_waits = 0; ///< loads of local memory on the same way
    std::uint64_t steps = 0;       ///< other instructions on the same way

    void add(const SegmentWork& other, std::uint64_t times = 1);
};

} // namespace lockstep::lens
