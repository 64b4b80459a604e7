// What the tests call of issued.cpp, for a judge that stands outside of its process.
#include "issued.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] Cost loop_cost(std::span<const std::uint32_t> trips, std::uint32_t body, std::uint32_t width)
{
    return call<loop_cost>(trips, body, width);
}

[[gnu::weak]] Cost branch_cost(std::span<const std::uint8_t> condition, std::uint32_t then_side,
                               std::uint32_t else_side, std::uint32_t width)
{
    return call<branch_cost>(condition, then_side, else_side, width);
}
