// Tests of the quarter turn: every pixel has a number of its own, so each misplaced one is seen.
#include <lockstep/exercise.hpp>

#include <numeric>

using namespace lockstep;

namespace
{

using Pixels = std::vector<cl_uint>;

constexpr std::size_t tile = 32;

Pixels turned(const Pixels& in, std::size_t columns)
{
    const std::size_t rows = in.size() / columns;
    Pixels out(in.size());
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) out[x * rows + rows - 1 - y] = in[y * columns + x];
    return out;
}

/// Launches so many groups across and down, and expects their tiles to be turned and all else to stay.
void check_tiles(std::size_t columns, std::size_t rows, std::size_t across, std::size_t down)
{
    Pixels picture(columns * rows);
    std::iota(picture.begin(), picture.end(), 1U << 24U); // more than a float holds
    const auto out = output<cl_uint>("out", picture.size());
    launch(Exercise::get().kernel("turn.cl", "turn", {"global uint*", "global uint*", "uint", "uint"}),
           covering({across * tile, down * 8, tile, 8}), input("in", picture), out, columns, rows);
    INFO(columns, " columns, ", rows, " rows; ", across, " groups across and ", down, " down");
    const auto made = [&](std::size_t i) {
        return i / rows < across * tile && rows - 1 - i % rows < down * tile;
    };
    expect_part("out", turned(picture, columns), out.read(), made, {}, rows);
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
    if (clean_stage()) return; // too large for it
    check(1920, 1080);
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
}
