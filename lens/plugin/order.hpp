// The order in which a GPU would run a function's blocks, so that its work-items meet again early.
#pragma once

#include <cstddef>
#include <vector>

namespace lockstep::lens
{

/// Orders the nodes of a control-flow graph such that every edge that is not a loop's way back goes forward,
/// and the nodes of a loop stand together: who waits at the lowest position of those taken meets all others
/// there.
///
/// It is the weak topological order of F. Bourdoncle, "Efficient chaotic iteration strategies with
/// widenings", 1993.
/// @param successors of every node; node 0 is the entry
/// @return the position of every node; nodes that cannot be reached stand last
std::vector<unsigned> reconvergence_order(const std::vector<std::vector<std::size_t>>& successors);

/// The blocks of a loop; several ways back to one block are one loop.
struct Loop
{
    std::size_t head = 0;
    std::vector<bool> blocks; ///< of each block, whether it is in
};

std::vector<Loop> loops_of(const std::vector<std::vector<std::size_t>>& successors);

/// Of each block, whether it ends with a branch that leaves the innermost loop it is in. Work-items that leave earlier
/// than others wait behind the loop; they do not go another way.
std::vector<bool> loop_exits(const std::vector<std::vector<std::size_t>>& successors);

/// Whether one way of a block's branch leads to the other one, not through the block again: an `if` without an `else`,
/// at which some work-items do more and the others only wait.
bool skips_ahead(const std::vector<std::vector<std::size_t>>& successors, std::size_t block);

} // namespace lockstep::lens
