// Tests of the running totals against the host. Readings are multiples of 1/16 from -8 to 24, or these times a power of
// two, so every sum is exact.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

constexpr std::size_t side = 32;

std::vector<float> running_totals(const std::vector<float>& values, std::size_t rows, std::size_t columns)
{
    std::vector<float> totals(values.size());
    for (std::size_t y = 0; y < rows; ++y) {
        float total = 0;
        for (std::size_t x = 0; x < columns; ++x) totals[y * columns + x] = total += values[y * columns + x];
    }
    return totals;
}

std::vector<float> random_values(std::size_t rows, std::size_t columns)
{
    std::vector<float> values;
    for (const std::uint32_t sixteenths : random_uints(rows * columns, 300 + rows * columns, 512))
        values.push_back(static_cast<float>(sixteenths) / 16.0F - 8.0F);
    return values;
}

/// @param groups work-groups that are launched, if not all.
void check_values(const std::vector<float>& values, std::size_t rows, std::size_t columns,
                  std::size_t groups = SIZE_MAX)
{
    groups = std::min(groups, round_up(rows, side) / side);
    const auto totals = output<float>("totals", values.size());
    launch(Exercise::get().kernel("totals.cl", "running_totals",
                                  {"global float*", "global float*", "uint", "uint"}),
           covering(groups * side, side), input("values", values), totals, rows, columns);
    INFO("rows ", rows, ", columns ", columns, ", ", groups, " work-groups");
    const auto made = [&](std::size_t i) { return i / columns < groups * side; };
    expect_part("totals", running_totals(values, rows, columns), totals.read(), made, {}, columns);
}

void check_random(std::size_t rows, std::size_t columns)
{
    check_values(random_values(rows, columns), rows, columns);
}

} // namespace

TEST_CASE("one tile is added up along its rows")
{
    check_random(side, side);
}

TEST_CASE("a total is carried from tile to tile")
{
    check_values(std::vector<float>(side * side * 3, 1.0F), side, side * 3);
    check_random(side, side * 3);
}

TEST_CASE("rows and columns that do not fill their tiles are handled")
{
    constexpr std::array<std::array<std::size_t, 2>, 6> sizes{
        {{1, 1}, {5, 37}, {37, 5}, {32, 33}, {33, 64}, {45, 75}}};
    for (const auto& [rows, columns] : sizes) check_random(rows, columns);
    if (clean_stage()) return;
    check_random(333, 1001);
    check_random(2, 70001);
}

TEST_CASE("readings may be far from 1")
{
    for (const float scale : {0x1p-60F, 0x1p-6F, 0x1p60F}) {
        std::vector<float> values = random_values(33, 40);
        for (float& value : values) value *= scale;
        check_values(values, 33, 40);
    }
}

TEST_CASE("work-group g makes rows 32 g to 32 g + 31")
{
    check_values(random_values(101, 40), 101, 40, 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("running totals of 128 rows of 96")
    {
        check_random(128, 96);
    }

    TEST_CASE("running totals of 117 rows of 75")
    {
        check_random(117, 75);
    }
}
