// What a work-item did between two barriers.
#pragma once

#include "llvm_functions.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::lens
{

/// Which memory, and how it is accessed.
enum class AccessKind : std::uint8_t
{
    global_load,
    global_store,
    local_load,
    local_store,
    global_atomic,
    local_atomic,
    image_read,
    image_write
};

constexpr bool is_global(AccessKind kind)
{
    return kind == AccessKind::global_load || kind == AccessKind::global_store ||
           kind == AccessKind::global_atomic;
}

constexpr bool is_atomic(AccessKind kind)
{
    return kind == AccessKind::global_atomic || kind == AccessKind::local_atomic;
}

constexpr bool is_image(AccessKind kind)
{
    return kind == AccessKind::image_read || kind == AccessKind::image_write;
}

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
