// Tests of the quarter turn: every pixel has a number of its own, so each misplaced one is seen.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <numeric>

using namespace lockstep;

namespace
{

using Pixels = std::vector<cl_uint>;

constexpr std::size_t tile = 32;
constexpr cl_uint untouched = 77'777'777;

/// The picture turned as far as the tiles of the first groups go, across and down; the rest stays untouched.
Pixels turned(const Pixels& in, std::size_t columns, std::size_t across, std::size_t down)
{
    const std::size_t rows = in.size() / columns;
    Pixels out(in.size(), untouched);
    for (std::size_t y = 0; y < std::min(down * tile, rows); ++y)
        for (std::size_t x = 0; x < std::min(across * tile, columns); ++x)
            out[x * rows + rows - 1 - y] = in[y * columns + x];
    return out;
}

/// Launches so many groups across and down, and expects their tiles to be turned and all else to stay.
void check_tiles(std::size_t columns, std::size_t rows, std::size_t across, std::size_t down)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("turn.cl", "turn", {"global uint*", "global uint*", "uint", "uint"});
    Pixels picture(columns * rows);
    std::iota(picture.begin(), picture.end(), 1U << 24U); // more than a float holds
    const auto in = input("in", picture), out = input("out", Pixels(picture.size(), untouched));
    exercise.launch(kernel, {.global = cl::NDRange(across * tile, down * 8), .local = cl::NDRange(tile, 8)},
                    in, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
    INFO(columns, " columns, ", rows, " rows; ", across, " groups across and ", down, " down");
    exercise.expect_same("out", turned(picture, columns, across, down), out.read(), {}, rows);
    exercise.expect_same("in", picture, in.read(), {}, columns);
}

void check(std::size_t columns, std::size_t rows)
{
    check_tiles(columns, rows, round_up(columns, tile) / tile, round_up(rows, tile) / tile);
}

} // namespace

TEST_CASE("squares are turned")
{
    for (const std::size_t side : {32U, 64U, 45U, 1U}) check(side, side);
}

TEST_CASE("wide and tall pictures are turned")
{
    check(64, 32);
    check(32, 64);
    check(64, 20); // whole tiles across, but not down
    check(20, 64);
    check(70, 33);
    check(33, 70);
}

TEST_CASE("a single row becomes a column, and a column a row")
{
    for (const std::size_t length : {3U, 37U, 64U}) {
        check(length, 1);
        check(1, length);
    }
}

TEST_CASE("large and very long pictures are turned")
{
    if (Exercise::get().clean_stage()) return; // too large for it
    check(1920, 1080);
    check(count_of_its_own("turn.cl"), 131);
    check(3, 70'001);
    check(70'001, 3);
}

TEST_CASE("a group turns its own tile and no other")
{
    check_tiles(70, 45, 1, 1);
    check_tiles(70, 45, 2, 1);
    check_tiles(70, 45, 1, 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("a picture of 128 columns and 64 rows")
    {
        check(128, 64);
    }

    TEST_CASE("a picture of 109 columns and 75 rows")
    {
        check(109, 75);
    }

    TEST_CASE("a picture of 2000 to 2018 columns and 61 rows")
    {
        check(count_of_its_own("turn.cl"), 61);
    }
}
