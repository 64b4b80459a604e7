// Tests of the instruction counts, by numbers.
#include "issued.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/text.hpp>

#include <cmath>

using namespace lockstep;

namespace
{

using Trips = std::vector<std::uint32_t>;
using Conditions = std::vector<std::uint8_t>;

void expect(const Cost& expected, const Cost& got)
{
    if (got.instructions != expected.instructions)
        FAIL("It takes ", expected.instructions, " instructions, not ", got.instructions, ".");
    // A few roundings of a double; the least difference between two answers is far above this.
    if (!(std::abs(got.simd_efficiency - expected.simd_efficiency) < 1e-12))
        FAIL("The SIMD efficiency is ", told_apart(expected.simd_efficiency, got.simd_efficiency), ", not ",
             told_apart(got.simd_efficiency, expected.simd_efficiency), ".");
}

void check_loop(const Trips& trips, std::uint32_t body, std::uint32_t width, const Cost& expected)
{
    INFO("a loop of ", body, " instructions, ", trips.size(), " work-items, sub-groups of ", width);
    expect(expected, loop_cost(trips, body, width));
}

void check_branch(const Conditions& condition, std::uint32_t then_side, std::uint32_t else_side,
                  std::uint32_t width, const Cost& expected)
{
    INFO("an if of ", then_side, " and ", else_side, " instructions, ", condition.size(),
         " work-items, sub-groups of ", width);
    expect(expected, branch_cost(condition, then_side, else_side, width));
}

Conditions by_rule(std::size_t count, bool (*rule)(std::size_t))
{
    Conditions condition(count);
    for (std::size_t i = 0; i < count; ++i) condition[i] = rule(i) ? 1 : 0;
    return condition;
}

bool odd(std::size_t i)
{
    return i % 2 == 1;
}

bool odd_block_of_32(std::size_t i)
{
    return i / 32 % 2 == 1;
}

} // namespace

TEST_CASE("a sub-group loops as long as its longest work-item")
{
    check_loop({1, 2, 3, 4}, 5, 4, {20, 0.625});
    check_loop({4, 4, 4, 4}, 5, 4, {20, 1.0});
    check_loop({0, 0, 7, 0}, 1, 4, {7, 0.25});
    check_loop({9, 9, 9, 9, 1, 1, 1, 1}, 2, 4, {20, 1.0}); // each for itself
}

TEST_CASE("a partial sub-group has all its places")
{
    check_loop({3, 3, 3, 3, 3, 3}, 1, 4, {6, 0.75});
    check_branch({1, 1, 1, 1, 1}, 6, 10, 4, {12, 0.625});
    check_loop({2}, 3, 64, {6, 1.0 / 64.0});
    check_loop({3, 1}, 2, 4'294'967'295, {6, 8.0 / (6.0 * 4'294'967'295.0)});
}

TEST_CASE("both sides are issued where a sub-group is divided")
{
    check_branch(by_rule(128, odd), 10, 10, 32, {80, 0.5});
    check_branch(by_rule(128, odd), 10, 10, 64, {40, 0.5});
    check_branch({1, 0, 0, 0}, 30, 2, 4, {32, (30.0 + 3 * 2.0) / (32 * 4)});
    check_branch(by_rule(512, odd), 10, 20, 512, {30, 0.5}); // 256 of each
}

TEST_CASE("a side that nobody takes is not issued")
{
    check_branch(by_rule(128, odd_block_of_32), 10, 20, 32, {60, 1.0});
    check_branch(by_rule(128, odd_block_of_32), 10, 20, 64, {60, 0.5});
    check_branch(by_rule(128, odd_block_of_32), 10, 20, 16, {120, 1.0});
    check_branch({1, 1, 1, 1}, 0, 50, 4, {0, 1.0});
    check_branch({1, 0, 0, 0}, 0, 50, 4, {50, 0.75});
}

TEST_CASE("nothing issued is nothing wasted")
{
    check_loop({}, 5, 32, {0, 1.0});
    check_loop({0, 0, 0}, 5, 32, {0, 1.0});
    check_loop({7, 2}, 0, 32, {0, 1.0});
    check_branch({}, 5, 5, 32, {0, 1.0});
}

TEST_CASE("more than four thousand million instructions are counted right")
{
    check_loop({2'000'000'000, 1'000'000'000}, 40, 2, {80'000'000'000, 0.75});
    check_loop({1'000'000'001}, 4'000'000'001, 1,
               {4'000'000'005'000'000'001, 1.0});  // more digits than a double has
    check_loop({1'000'000'001}, 4'000'000'001, 64, // of which all places together are more than 64 bits count
               {4'000'000'005'000'000'001, 1.0 / 64});
    check_branch({1, 0, 1, 0}, 4'000'000'000, 4'000'000'000, 2, {16'000'000'000, 0.5});
    check_branch({1, 1, 0, 0}, 4'000'000'000, 4'000'000'000, 4, {8'000'000'000, 0.5});
    check_loop({3'000'000'000, 1}, 1, 2, {3'000'000'000, 3'000'000'001.0 / 6'000'000'000.0});
}
