// Tests of the loudness of rooms against double precision.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

Floats expected_of(const Floats& levels, std::size_t count, std::size_t rooms)
{
    Floats result;
    for (std::size_t r = 0; r < rooms; ++r) {
        double largest = -INFINITY, sum = 0;
        for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, double{levels[r * count + i]});
        for (std::size_t i = 0; i < count && largest > -INFINITY; ++i)
            sum += std::exp(double{levels[r * count + i]} - largest);
        result.push_back(static_cast<float>(sum > 0 ? largest + std::log(sum) : -INFINITY));
    }
    return result;
}

/// @param groups that are launched, if not all.
void check(const Floats& levels, std::size_t count, std::size_t rooms, std::size_t group = 64,
           std::size_t groups = SIZE_MAX)
{
    groups = std::min(groups, rooms);
    cl::Kernel kernel =
        Exercise::get().kernel("rumours.cl", "loudness", {"global float*", "global float*", "uint"},
                               "-D GROUP=" + std::to_string(group));
    const auto in = input("levels", levels.empty() ? Floats{99} : levels);
    const auto result = output<float>("result", rooms);
    launch(kernel, covering(groups * group, group), in, result, count);
    INFO("rooms: ", rooms, ", levels: ", count, "; groups launched: ", groups);
    // The sum's relative error, some 1e-6 for many numbers, is the logarithm's absolute one; the result is rounded as well.
    expect_part("result", expected_of(levels, count, rooms), result.read(),
                [&](std::size_t r) { return r < groups; }, {.absolute = 1e-5, .relative = 2e-7});
    if (!levels.empty()) expect_same("levels", levels, in.read());
}

/// The largest level is anywhere.
Floats drawn(std::size_t count, std::size_t rooms)
{
    Floats levels = random_floats(count * rooms, 3204 + count + rooms, -20, 15);
    for (std::size_t i = 0; i < levels.size(); ++i) levels[i] += static_cast<float>(i / count % 3) * 40;
    return levels;
}

} // namespace

TEST_CASE("a room of 64 levels")
{
    check(drawn(64, 2), 64, 2);
}

TEST_CASE("levels of which exp is no float, and levels of which it is 0")
{
    Floats levels = random_floats(3 * 128, 3205, 300, 1000);
    check(levels, 128, 3);
    for (float& level : levels) level = -level;
    check(levels, 128, 3);
}

TEST_CASE("the largest comes first, last, or is everywhere")
{
    Floats levels(4 * 100);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const auto place = static_cast<float>(i % 100);
        levels[i] = i < 100 ? 3 * place : i < 200 ? -3 * place : i < 300 ? 7 : place == 50 ? 900 : -900;
    }
    check(levels, 100, 4);
}

TEST_CASE("silence is −∞ and not NaN")
{
    Floats levels(3 * 80, -INFINITY);
    levels[100] = 5;
    check(levels, 80, 3);
    check({}, 0, 2);
}

TEST_CASE("any number of levels, in groups of any power of two")
{
    for (const std::size_t count : {1U, 2U, 63U, 65U, 200U, 777U}) {
        check(drawn(count, 3), count, 3);
        if (!clean_stage()) check(drawn(count, 3), count, 3, 256);
    }
    check(drawn(37, 2), 37, 2, 8);
    if (!clean_stage()) check(drawn(50'000, 3), 50'000, 3);
    if (!clean_stage()) check(drawn(90, 2001), 90, 2001);
}

TEST_CASE("a group computes its own room and no other")
{
    check(drawn(70, 9), 70, 9, 64, 4);
}

TEST_SUITE("lens")
{
    TEST_CASE("4 rooms, 1,024 levels")
    {
        check(drawn(1024, 4), 1024, 4);
    }

    TEST_CASE("3 rooms, 701 levels")
    {
        check(drawn(701, 3), 701, 3);
    }
}
