// Tests of the addition, which is exact, and of the layer norm against double precision.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

constexpr std::size_t group = 128;

/// Rows of x and of what is added to them, and what the layer norm needs for each column.
struct Rows
{
    std::size_t width;
    Floats x, addend, gain, shift;

    std::size_t count() const { return x.size() / width; }
};

/// Rows whose values are within `spread` of `mean`, after the addition.
Rows random_rows(std::size_t count, std::size_t width, float mean = 0.5F, float spread = 4)
{
    Rows rows{width, random_floats(count * width, 3311 + width, mean - spread / 2, mean + spread / 2),
              random_floats(count * width, 3312 + width, -spread / 2, spread / 2),
              random_floats(width, 3313, 0.5F, 2), random_floats(width, 3314)};
    for (std::size_t i = 0; i < rows.x.size(); ++i)
        rows.x[i] += spread * static_cast<float>(i / width) / 8; // every row has its own mean
    return rows;
}

/// @param error that y may have. @param groups that are launched, if not all.
void check(const Rows& rows, double error = 1e-4, std::size_t groups = SIZE_MAX)
{
    const std::size_t width = rows.width;
    groups = std::min(groups, rows.count());
    Floats sums = rows.x, expected(rows.x.size());
    for (std::size_t row = 0; row < groups; ++row) {
        double mean = 0, squares = 0;
        const std::size_t begin = row * width, end = begin + width;
        for (std::size_t i = begin; i < end; ++i) {
            sums[i] += rows.addend[i];
            mean += double{sums[i]} / static_cast<double>(width);
        }
        for (std::size_t i = begin; i < end; ++i) squares += std::pow(double{sums[i]} - mean, 2);
        const double scale = 1 / std::sqrt(squares / static_cast<double>(width) + 1e-5);
        for (std::size_t i = begin; i < end; ++i)
            expected[i] = static_cast<float>((double{sums[i]} - mean) * scale * double{rows.gain[i - begin]} +
                                             double{rows.shift[i - begin]});
    }
    cl::Kernel kernel = Exercise::get().kernel(
        "fused.cl", "add_and_normalise",
        {"global float*", "global float*", "global float*", "global float*", "global float*", "uint"});
    const auto x = input("x", rows.x), addend = input("addend", rows.addend), gain = input("gain", rows.gain),
               shift = input("shift", rows.shift);
    const auto y = output<float>("y", rows.x.size());
    launch(kernel, covering(groups * group, group), x, y, addend, gain, shift, width);
    INFO(rows.count(), " rows of ", width, "; groups launched: ", groups);
    expect_same("x", sums, x.read(), {}, width);
    expect_part(
        "y", expected, y.read(), [&](std::size_t i) { return i / width < groups; }, {.absolute = error},
        width);
    expect_same("addend", rows.addend, addend.read());
    expect_same("gain", rows.gain, gain.read());
    expect_same("shift", rows.shift, shift.read());
}

} // namespace

TEST_CASE("a row of 1, 2, 3 and 4")
{
    check({4, {1, 1, 1, 1}, {0, 1, 2, 3}, {1, 1, 1, 1}, {0, 0, 0, 0}});
    check({4, {1, 0, 3, 2}, {0, 2, 0, 2}, {1, 2, 4, 8}, {10, 20, 30, 40}});
}

TEST_CASE("rows of any width")
{
    for (const std::size_t width : {1U, 2U, 31U, 100U, 128U, 129U, 700U, 1001U, 4095U, 4096U})
        if (!clean_stage() || width < 200 || width == 4096) check(random_rows(clean_stage() ? 2 : 3, width));
}

TEST_CASE("a large mean takes nothing from small differences")
{
    // A mean of 10,000 may be wrong by 40 roundings of 2^-24 each, which is 0.024, and a y by that times 2 over a deviation of 4.
    for (const std::size_t width : {60U, 768U, 4000U})
        if (!clean_stage() || width < 200) check(random_rows(2, width, 1e4F, 10), 0.02);
    check(random_rows(2, 90, -1e4F, 10), 0.02);
}

TEST_CASE("differences of nearly nothing, and none at all")
{
    check(random_rows(2, 50, 0, 3e-3F));
    Rows rows = random_rows(1, 50);
    std::ranges::fill(rows.x, 3.0F);
    std::ranges::fill(rows.addend, 0.5F);
    check(rows);
}

TEST_CASE("a group makes its own row and no other")
{
    check(random_rows(7, 40), 1e-4, 4);
}

TEST_SUITE("lens")
{
    TEST_CASE("4 rows of 1,024")
    {
        check(random_rows(4, 1024));
    }

    TEST_CASE("3 rows of 701")
    {
        check(random_rows(3, 701));
    }
}
