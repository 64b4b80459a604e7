// What sub-groups issue for a loop and for an if. issued.cpp defines the functions.
#pragma once

#include <cstdint>
#include <span>

/// What a loop or a branch costs one work-group.
struct Cost
{
    std::uint64_t instructions; ///< issued by all sub-groups together
    double simd_efficiency;     ///< places at work / places issued, from 0 to 1; 1 when nothing is issued
};

/// The cost of a loop. What all work-items run together is at most 2 to the power of 64 instructions.
/// @param trips how often each work-item runs the body, by linear local id; may be empty.
/// @param body instructions in the body.
/// @param width work-items in a whole sub-group, at least 1; the last sub-group may be partial.
Cost loop_cost(std::span<const std::uint32_t> trips, std::uint32_t body, std::uint32_t width);

/// The cost of an if with an else.
/// @param condition what the condition is for each work-item, 0 or 1, by linear local id; may be empty.
/// @param then_side instructions for the work-items whose condition is 1.
/// @param else_side instructions for the others.
/// @param width work-items in a whole sub-group, at least 1; the last sub-group may be partial.
Cost branch_cost(std::span<const std::uint8_t> condition, std::uint32_t then_side, std::uint32_t else_side,
                 std::uint32_t width);
