// Tests of the instruction counts: by numbers, then against a simulation that keeps a mask per sub-group.
#include "issued.hpp"

#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <string>

using namespace lockstep;

namespace
{

using Trips = std::vector<std::uint32_t>;
using Conditions = std::vector<std::uint8_t>;

/// Counts what is issued, one instruction at a time.
class Simulator
{
public:
    explicit Simulator(std::uint32_t width) : width_(width) {}

    /// Issues `instructions` to a sub-group in which `active` work-items have work, unless nobody has.
    void issue(std::uint64_t instructions, std::uint64_t active)
    {
        if (active == 0) return;
        issued_ += instructions;
        at_work_ += instructions * active;
    }
    Cost cost() const
    {
        if (issued_ == 0) return {0, 1.0};
        return {issued_, static_cast<double>(at_work_) / (static_cast<double>(issued_) * width_)};
    }

private:
    std::uint32_t width_;
    std::uint64_t issued_ = 0;
    std::uint64_t at_work_ = 0;
};

template <typename T>
std::vector<std::span<const T>> sub_groups(std::span<const T> work_items, std::uint32_t width)
{
    std::vector<std::span<const T>> cut;
    for (std::size_t first = 0; first < work_items.size(); first += width)
        cut.push_back(work_items.subspan(first, std::min<std::size_t>(width, work_items.size() - first)));
    return cut;
}

Cost simulated_loop(std::span<const std::uint32_t> trips, std::uint32_t body, std::uint32_t width)
{
    Simulator simulator{width};
    for (const auto sub_group : sub_groups(trips, width)) {
        const auto looping = [&](std::uint32_t pass) {
            return static_cast<std::uint64_t>(
                std::count_if(sub_group.begin(), sub_group.end(), [&](auto own) { return own > pass; }));
        };
        for (std::uint32_t pass = 0; looping(pass) > 0; ++pass) simulator.issue(body, looping(pass));
    }
    return simulator.cost();
}

Cost simulated_branch(std::span<const std::uint8_t> condition, std::uint32_t then_side,
                      std::uint32_t else_side, std::uint32_t width)
{
    Simulator simulator{width};
    for (const auto sub_group : sub_groups(condition, width)) {
        const auto takers = static_cast<std::uint64_t>(std::count(sub_group.begin(), sub_group.end(), 1));
        simulator.issue(then_side, takers);
        simulator.issue(else_side, sub_group.size() - takers);
    }
    return simulator.cost();
}

/// A number with as many digits as tell two doubles apart.
std::string digits(double value)
{
    std::ostringstream text;
    text << std::setprecision(std::numeric_limits<double>::max_digits10) << value;
    return text.str();
}

void expect(const Cost& expected, const Cost& got)
{
    if (got.instructions != expected.instructions)
        FAIL("It takes ", expected.instructions, " instructions, not ", got.instructions, ".");
    // A few roundings of a double; the least difference between two answers is far above this.
    if (!(std::abs(got.simd_efficiency - expected.simd_efficiency) < 1e-12))
        FAIL("The SIMD efficiency is ", digits(expected.simd_efficiency), ", not ",
             digits(got.simd_efficiency), ".");
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
}

TEST_CASE("each sub-group has its own longest work-item")
{
    check_loop({1, 1, 1, 1, 9, 9, 9, 9}, 2, 4, {20, 1.0});
    check_loop({9, 9, 9, 9, 1, 1, 1, 1}, 2, 4, {20, 1.0});
    check_loop({1, 9, 1, 9, 1, 9, 1, 9}, 2, 4, {36, 5.0 / 9.0});
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
    check_loop({0, 0}, 5, 64, {0, 1.0});
    check_branch({}, 5, 5, 7, {0, 1.0});
}

TEST_CASE("more than four thousand million instructions are counted right")
{
    check_loop({2'000'000'000, 1'000'000'000}, 40, 2, {80'000'000'000, 0.75});
    check_loop({1'000'000'001}, 4'000'000'001, 1,
               {4'000'000'005'000'000'001, 1.0}); // more digits than a double has
    check_branch({1, 0, 1, 0}, 4'000'000'000, 4'000'000'000, 2, {16'000'000'000, 0.5});
    check_branch({1, 1, 0, 0}, 4'000'000'000, 4'000'000'000, 4, {8'000'000'000, 0.5});
    check_loop({3'000'000'000, 1}, 1, 2, {3'000'000'000, 3'000'000'001.0 / 6'000'000'000.0});
}

TEST_CASE("the counts agree with a simulation step by step")
{
    Random random{11};
    for (const std::uint32_t width : {1U, 4U, 7U, 16U, 24U, 32U, 64U, 1000U})
        for (const std::size_t work_items : {1U, 37U, 64U, 96U, 100U, 250U, 256U, 700U}) {
            const Trips trips = random_uints(work_items, random.next(), 20);
            const Conditions condition = by_rule(work_items, odd);
            Conditions mixed(work_items);
            for (std::uint8_t& one : mixed) one = random.below(20) == 0 ? 1 : 0;
            const std::uint32_t body = 1 + random.below(30);
            const std::uint32_t other = 1 + random.below(30);
            check_loop(trips, body, width, simulated_loop(trips, body, width));
            check_branch(condition, body, other, width, simulated_branch(condition, body, other, width));
            check_branch(mixed, body, other, width, simulated_branch(mixed, body, other, width));
        }
}
