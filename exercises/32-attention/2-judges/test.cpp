// Tests of levelled marks against double precision.
#include <lockstep/exercise.hpp>

#include <cmath>
#include <numeric>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

constexpr std::size_t group = 64;

Floats expected_of(const Floats& marks, std::size_t pupils)
{
    Floats result;
    for (std::size_t first = 0; first < marks.size(); first += pupils) {
        double sum = 0, squares = 0;
        for (std::size_t p = 0; p < pupils; ++p) sum += double{marks[first + p]};
        const double mean = sum / static_cast<double>(pupils);
        for (std::size_t p = 0; p < pupils; ++p)
            squares += (double{marks[first + p]} - mean) * (double{marks[first + p]} - mean);
        const double scale = 1 / std::sqrt(squares / static_cast<double>(pupils) + 1e-5);
        for (std::size_t p = 0; p < pupils; ++p)
            result.push_back(static_cast<float>((double{marks[first + p]} - mean) * scale));
    }
    return result;
}

/// @param largest of the marks, of which a mean in floats is off by some 2^-24; @param groups that are launched, if not all.
void check(const Floats& marks, std::size_t pupils, double largest = 10, std::size_t groups = SIZE_MAX)
{
    const std::size_t judges = marks.size() / pupils;
    groups = std::min(groups, judges);
    cl::Kernel kernel =
        Exercise::get().kernel("judges.cl", "level", {"global float*", "global float*", "uint"});
    const auto in = input("marks", marks);
    const auto result = output<float>("result", marks.size());
    launch(kernel, covering(groups * group, group), in, result, pupils);
    INFO("judges: ", judges, ", pupils: ", pupils, "; groups launched: ", groups);
    // The mean may be off by a few units of the largest mark's last place, and so are the results, of a variance of about 1.
    expect_part(
        "result", expected_of(marks, pupils), result.read(),
        [&](std::size_t i) { return i / pupils < groups; },
        {.absolute = 1e-5 + 1e-6 * largest, .relative = 2e-5}, pupils);
    expect_same("marks", marks, in.read());
}

/// Each judge has a mildness and a spread.
Floats drawn(std::size_t pupils, std::size_t judges)
{
    Floats marks = random_floats(pupils * judges, 3202 + pupils + judges, -1, 1.5F);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto judge = static_cast<float>(i / pupils % 4);
        marks[i] = 4 + judge + (0.5F + judge) * marks[i];
    }
    return marks;
}

} // namespace

TEST_CASE("three judges and four pupils")
{
    check({1, 2, 3, 4, 10, 10, 20, 20, -5, 5, 6, -6}, 4);
}

TEST_CASE("a judge who gives everyone the same mark")
{
    check(Floats(3 * 64, 7), 64);
    check({3}, 1);
}

TEST_CASE("any number of pupils")
{
    for (const std::size_t pupils : {2U, 63U, 64U, 65U, 200U, 1000U, 2048U})
        if (!clean_stage() || pupils < 250) check(drawn(pupils, 3), pupils);
    if (clean_stage()) check(drawn(2048, 1), 2048); // the longest row needs the largest local array
    if (!clean_stage()) check(drawn(30, 3001), 30);
}

TEST_CASE("marks near 5,000 that differ by 1 or 2")
{
    Floats marks = random_floats(5 * 300, 3203, 4999, 5001);
    check(marks, 300, 5000);
}

TEST_CASE("a group levels its own row and no other")
{
    check(drawn(90, 7), 90, 10, 3);
}

TEST_SUITE("lens")
{
    TEST_CASE("8 judges, 1,024 pupils")
    {
        check(drawn(1024, 8), 1024);
    }

    TEST_CASE("7 judges, 701 pupils")
    {
        check(drawn(701, 7), 701);
    }
}
