// What a work-item did between two barriers.
#pragma once

#include "counting/access_kind.hpp"
#include "llvm_functions.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::lens
{

struct Access
{
    std::uint64_t address;
    LlvmHandle instruction;
    std::uint32_t bytes;
    AccessKind kind;

    bool same_place(const Access& other) const
    {
        return instruction == other.instruction && kind == other.kind;
    }
};

/// One or more executions of a segment, one right after the other.
struct Step
{
    std::uint32_t segment;  ///< index in the recorder's table
    std::uint32_t accesses; ///< that the execution made; only a segment without any is repeated in one step
    std::uint32_t repeats;
};

/// What a work-item did since the last barrier.
struct LaneTrace
{
    std::vector<Step> steps;
    std::vector<Access> accesses;
    std::vector<unsigned> calls; ///< the positions of the calls it was in at first, outermost first

    void clear()
    {
        steps.clear();
        accesses.clear();
        calls.clear();
    }

    std::size_t bytes() const { return steps.size() * sizeof(Step) + accesses.size() * sizeof(Access); }
};

} // namespace lockstep::lens
