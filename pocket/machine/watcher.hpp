// Who looks on while a launch goes on: to count it, or to show it.
#pragma once

#include "machine/code.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace lockstep::pocket
{

struct Group;
struct SubGroup;

/// One work-item's part of an access to memory.
struct LanePlace
{
    unsigned lane = 0; ///< within its sub-group
    std::uint64_t address =
        0; ///< on the device; of local memory within the group's, each array at a place of its own
    std::uint32_t bytes = 0;
};

/// What one sub-group accesses with one instruction.
struct SeenAccess
{
    enum class Is : std::uint8_t
    {
        load,
        store,
        atomic,
        read, ///< of an image
        write
    };

    Is is = Is::load;
    Space space = Space::global;
    std::uint32_t object = 0;         ///< its number in the code, of the first lane
    std::span<const LanePlace> lanes; ///< rising; of an image a lane as often as it touches pixels
};

/// Is told what happens, in the order in which it does.
class Watcher
{
public:
    virtual ~Watcher() = default;
    /// Whether a group need not be run at all.
    virtual bool skips(const std::array<std::size_t, 3>& group) = 0;
    /// @return whether its work-items are to be told of
    virtual bool begin_group(const Group& group) = 0;
    virtual void end_group(const Group& group) = 0;
    /// All of a group have reached a barrier, or have made the copies that they wait for.
    virtual void pass_barrier(const Group& group) = 0;
    /// The instruction `at` accesses memory; it is executed next.
    virtual void access(const SubGroup& part, std::uint32_t at, const SeenAccess& seen) = 0;
    /// The instruction `at` was executed for the lanes of `before`, and the sub-group stands behind it.
    virtual void executed(const SubGroup& part, std::uint32_t at, std::uint64_t before) = 0;
    /// The sub-group has come to the instruction `at`, and waits there for the others of its group.
    virtual void waits(const SubGroup& /*part*/, std::uint32_t /*at*/) {}
    /// With the instruction that a sub-group executes something is wrong in a lane: the launch's finding with that number, which was
    /// made now.
    virtual void finds(const SubGroup& /*part*/, unsigned /*lane*/, std::size_t /*finding*/) {}
    /// The group copies `count` elements of `bytes` each without waiting; `source` and `target` are the first ones.
    virtual void copies(const SubGroup& part, std::uint32_t at, std::size_t count, const LanePlace& source,
                        std::size_t source_step, const LanePlace& target, std::size_t target_step,
                        bool from_global) = 0;
};

} // namespace lockstep::pocket
