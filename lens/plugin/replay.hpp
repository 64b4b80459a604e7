// Runs the recorded work-items of one sub-group again, in lockstep, as a GPU would have issued them.
#pragma once

#include "code.hpp"
#include "lockstep/lens/memory_model.hpp"
#include "trace.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep::lens
{

/// What the replay needs to know of a segment.
struct SegmentShape
{
    unsigned order = 0; ///< position in its function
    SegmentEnd end = SegmentEnd::plain;
    std::vector<LlvmHandle> memory; ///< instructions that may access memory, in order
};

/// Who listens to a replay.
class ReplaySink
{
public:
    virtual ~ReplaySink() = default;

    /// A segment is issued `times` times for `lanes` work-items together; when it ends with a branch,
    /// `divergent` of those executions sent them different ways.
    virtual void issued(std::uint32_t segment, unsigned lanes, std::uint64_t times,
                        std::uint64_t divergent) = 0;

    /// An instruction of it accesses memory for the work-items `lanes`. Each of them stands there once; where the
    /// instruction accesses an image, once for each piece that it touches, the pieces of a work-item without overlap.
    virtual void request(std::uint32_t segment, const Access& first, std::span<const LaneAccess> lanes) = 0;
};

/// Replays sub-groups; kept between them for its memory.
class Replay
{
public:
    /// Issues at each step the work-items that stand at the lowest position (see reconvergence_order()),
    /// together; those in a called function stand at the position of the call.
    void run(std::span<const LaneTrace> traces, std::span<const SegmentShape> segments, ReplaySink& sink);

private:
    struct Lane
    {
        const LaneTrace* trace;
        std::size_t step;
        std::size_t access;
        std::uint32_t remaining; // repeats of the current step
        unsigned number;
        std::vector<unsigned> calls;

        const Step& current() const { return trace->steps[step]; }
        bool finished() const { return step == trace->steps.size(); }
    };

    int compare(const Lane& left, const Lane& right) const;
    void collect_active();
    void issue(ReplaySink& sink);
    void issue_requests(ReplaySink& sink);
    bool same_accesses() const;
    std::size_t add_accesses(const Lane& lane, std::size_t index);
    void issue_unequal_requests(ReplaySink& sink);
    std::uint64_t advance(std::uint32_t times);

    std::span<const SegmentShape> shapes;
    std::vector<Lane> lanes;      // those that have not finished
    std::vector<Lane*> active;    // those that are issued together
    std::vector<LaneAccess> asks; // of one request
};

} // namespace lockstep::lens
