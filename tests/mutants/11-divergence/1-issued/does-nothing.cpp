// rejected by: correct, a sub-group loops as long as its longest work-item
#include "issued.hpp"

Cost loop_cost(std::span<const std::uint32_t> trips, std::uint32_t body, std::uint32_t width)
{
    // Your code here.
    return {0, 0.0};
}

Cost branch_cost(std::span<const std::uint8_t> condition, std::uint32_t then_side, std::uint32_t else_side,
                 std::uint32_t width)
{
    // Your code here.
    return {0, 0.0};
}
