// Tests of the summary: each number in small cases that can be checked by hand.
#include "stamps.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace
{

constexpr std::uint64_t beyond_double = (std::uint64_t{1} << 53U) + 1; // no double holds this number
constexpr std::uint64_t late = ~std::uint64_t{0} - 100000;

/// A command that waits 2 ns before and 3 ns after it was handed over.
Stamps running(std::uint64_t start, std::uint64_t end)
{
    return {start - 5, start - 3, start, end};
}

/// @param number which of the summary's; @param what what the commands are.
void check(const std::string& name, std::uint64_t Summary::*number, const std::vector<Stamps>& commands,
           std::uint64_t expected, const std::string& what)
{
    const std::uint64_t got = summarise(commands).*number;
    if (got != expected) FAIL_CHECK(what, ": ", name, " is ", expected, " ns, and not ", got, ".");
}

void check_all(const std::vector<Stamps>& commands, const Summary& expected, const std::string& what)
{
    const Summary got = summarise(commands);
    const auto compare = [&](const std::string& name, std::uint64_t Summary::*number) {
        if (got.*number != expected.*number)
            FAIL(what, ": ", name, " is ", expected.*number, " ns, and not ", got.*number, ".");
    };
    compare("waited", &Summary::waited);
    compare("ran", &Summary::ran);
    compare("span", &Summary::span);
    compare("busy", &Summary::busy);
    compare("overlapped", &Summary::overlapped);
}

} // namespace

TEST_CASE("a command waits from its enqueueing to its start")
{
    check("waited", &Summary::waited, {{10, 14, 40, 45}}, 30, "one command, queued at 10 and started at 40");
    check("waited", &Summary::waited, {{10, 14, 40, 45}, {0, 0, 45, 50}, {50, 60, 60, 61}}, 85,
          "three commands that wait 30, 45 and 10 ns");
}

TEST_CASE("a command runs from its start to its end")
{
    check("ran", &Summary::ran, {{10, 14, 40, 45}}, 5, "one command from 40 to 45");
    check("ran", &Summary::ran, {{0, 0, 10, 20}, {0, 0, 10, 20}, {0, 0, 15, 30}}, 35,
          "three commands that run 10, 10 and 15 ns, whether or not at the same time");
}

TEST_CASE("the span reaches from the first stamp to the last")
{
    check("span", &Summary::span, {{10, 14, 40, 45}}, 35, "one command, queued at 10 and ended at 45");
    check("span", &Summary::span, {{20, 20, 90, 95}, {15, 30, 40, 200}, {50, 60, 60, 61}}, 185,
          "the earliest stamp is 15 and the latest 200");
}

TEST_CASE("the device is busy while at least one command runs")
{
    check("busy", &Summary::busy, {running(10, 20), running(30, 45)}, 25, "10 to 20, and 30 to 45");
    check("busy", &Summary::busy, {running(10, 20), running(20, 45)}, 35, "10 to 20, and 20 to 45");
    check("busy", &Summary::busy, {running(10, 20), running(15, 45)}, 35, "10 to 20, and 15 to 45");
    check("busy", &Summary::busy, {running(10, 90), running(20, 30), running(40, 50), running(95, 99)}, 84,
          "10 to 90 with 20 to 30 and 40 to 50 inside, then 95 to 99");
    check("busy", &Summary::busy, {running(10, 20), running(10, 20), running(10, 20)}, 10,
          "10 to 20, three times");
}

TEST_CASE("commands overlap while at least two of them run")
{
    check("overlapped", &Summary::overlapped, {running(10, 20), running(30, 45)}, 0,
          "10 to 20, and 30 to 45");
    check("overlapped", &Summary::overlapped, {running(10, 20), running(20, 45)}, 0,
          "one command begins when the other ends");
    check("overlapped", &Summary::overlapped, {running(10, 20), running(15, 45)}, 5,
          "10 to 20, and 15 to 45");
    check("overlapped", &Summary::overlapped, {running(10, 90), running(20, 30), running(40, 50)}, 20,
          "10 to 90 with 20 to 30 and 40 to 50 inside");
    check("overlapped", &Summary::overlapped, {running(10, 20), running(10, 20), running(10, 20)}, 10,
          "10 to 20, three times");
    check("overlapped", &Summary::overlapped, {running(10, 40), running(20, 50), running(30, 60)}, 30,
          "10 to 40, 20 to 50 and 30 to 60");
    check("overlapped", &Summary::overlapped,
          {running(0, 100), running(10, 50), running(20, 30), running(35, 45)}, 40,
          "0 to 100 with 10 to 50 inside, and 20 to 30 and 35 to 45 inside of that");
    check("overlapped", &Summary::overlapped, {running(50, 60), running(10, 100), running(55, 70)}, 20,
          "10 to 100 with 50 to 60 and 55 to 70 inside, not in the order of time");
}

TEST_CASE("no commands, and commands that take no time")
{
    check_all({}, {0, 0, 0, 0, 0}, "no commands");
    check_all({{7, 7, 7, 7}}, {0, 0, 0, 0, 0}, "one command whose stamps are all 7");
    check_all({{7, 7, 9, 9}, {2, 3, 9, 9}, {8, 8, 9, 9}}, {10, 0, 7, 0, 0},
              "three commands that take no time");
    check_all({{0, 0, 10, 20}, {0, 0, 15, 15}, {0, 0, 20, 20}, {0, 0, 30, 30}, {0, 0, 40, 50}},
              {115, 20, 50, 20, 0}, "commands without time inside, at the end, between and before others");
}

TEST_CASE("numbers beyond 2^53 and up to the last of the clock are exact")
{
    for (const std::uint64_t base : {beyond_double, std::uint64_t{1} << 63U, late}) {
        const std::string what = "a clock that shows " + std::to_string(base);
        check_all({{base, base, base + 1, base + 4}, {base + 1, base + 1, base + 3, base + 6}},
                  {3, 6, 6, 5, 1}, what);
    }
    check_all({{0, 0, 0, beyond_double}, {1, 1, 2, beyond_double + 2}},
              {1, 2 * beyond_double, beyond_double + 2, beyond_double + 2, beyond_double - 2},
              "two commands that run longer than 2^53 ns");
    check_all({{0, 1, 2, ~std::uint64_t{0}}},
              {2, ~std::uint64_t{0} - 2, ~std::uint64_t{0}, ~std::uint64_t{0} - 2, 0},
              "one command up to the clock's last number");
    check_all({{0, 0, beyond_double, beyond_double + 1}, {1, 1, 3, 3}},
              {beyond_double + 2, 1, beyond_double + 1, 1, 0}, "a command that waits longer than 2^53 ns");
}

TEST_CASE("many commands may begin or end at the same time")
{
    check_all(std::vector<Stamps>(500, running(10, 20)), {2500, 5000, 15, 10, 10},
              "500 commands from 10 to 20");
}

TEST_CASE("a million commands that overlap are summed up in a second or two")
{
    // Each begins a nanosecond behind the one before, and all run at the same time for a moment.
    constexpr std::uint64_t count = 1000000;
    std::vector<Stamps> commands;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t start = (i * 7919) % count;
        commands.push_back({start, start, start, start + count});
    }
    check_all(commands, {0, count * count, 2 * count - 1, 2 * count - 1, 2 * count - 3},
              "a million commands that overlap");
}
