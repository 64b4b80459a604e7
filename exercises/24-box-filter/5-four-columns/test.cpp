// Tests of the box filter for a GPU: bytes and whole numbers, so that there is one right result.
#include <lockstep/exercise.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr std::size_t radius = 4;

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t block_rows = 16;
    std::size_t gap = 0; ///< bytes between rows, beyond what a multiple of 4 takes
    std::size_t group_columns = 32;
    std::size_t group_rows = 1;

    std::size_t pitch() const { return round_up(columns, 4) + gap; }
};

std::uint8_t expected_mean(const std::vector<std::uint8_t>& in, const Picture& size, std::size_t x,
                           std::size_t y)
{
    std::uint32_t sum = 0, count = 0;
    for (std::size_t j = std::max(y, radius) - radius; j < std::min(y + radius + 1, size.rows); ++j)
        for (std::size_t i = std::max(x, radius) - radius; i < std::min(x + radius + 1, size.columns);
             ++i, ++count)
            sum += in[j * size.pitch() + i];
    return static_cast<std::uint8_t>((sum + count / 2) / count);
}

/// @param across,down how many work-items have pixels to make, if not all.
void check_picture(const std::vector<std::uint8_t>& picture, const Picture& size,
                   std::size_t across = SIZE_MAX, std::size_t down = SIZE_MAX)
{
    across = std::min(across, round_up(size.columns, 4) / 4);
    down = std::min(down, round_up(size.rows, size.block_rows) / size.block_rows);
    std::vector<std::uint8_t> expected(picture.size());
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x)
            expected[y * size.pitch() + x] = expected_mean(picture, size, x, y);
    const auto out = output<std::uint8_t>("out", picture.size());
    cl::Kernel kernel = Exercise::get().kernel("quads.cl", "box_quads",
                                               {"global uchar*", "global uchar*", "uint", "uint", "uint"},
                                               "-D BLOCK_ROWS=" + std::to_string(size.block_rows));
    launch(kernel, covering({across, down, size.group_columns, size.group_rows}), input("in", picture), out,
           size.columns, size.rows, size.pitch());
    INFO(size.columns, " columns, ", size.rows, " rows, ", size.pitch(), " bytes from row to row, blocks of ",
         size.block_rows, " rows");
    expect_part(
        "out", expected, out.read(),
        [&](std::size_t i) {
            const std::size_t x = i % size.pitch(), y = i / size.pitch();
            return x < size.columns && x / 4 < across && y / size.block_rows < down;
        },
        {}, size.pitch());
}

void check(const Picture& size, std::size_t across = SIZE_MAX, std::size_t down = SIZE_MAX)
{
    check_picture(random_bytes(size.pitch() * size.rows, 245), size, across, down);
}

} // namespace

TEST_CASE("a picture of one block is averaged, also one smaller than the window")
{
    check({32, 16, 16, 0, 8, 1});
    check({12, 9, 16, 0, 4, 1});
    check({4, 3, 16, 0, 1, 1});
}

TEST_CASE("rows that four does not divide are averaged, and what lies between rows stays")
{
    for (const std::size_t columns : {1, 2, 3, 5, 6, 7, 13}) check({columns, 6, 16, 0, 2, 1});
    check({21, 11, 16, 8, 8, 1});
}

TEST_CASE("blocks of every height meet without a seam")
{
    for (const std::size_t height : {1, 3, 4, 5, 9, 18}) check({20, 19, height, 0, 4, 2});
    if (clean_stage()) return;
    check({301, 1100, 1024, 4, 16, 3});
    check({70001, 5, 2, 0, 64, 1}); // more than 16 bits count
    check({5, 70001, 7, 0, 2, 32});
}

TEST_CASE("bright pictures are averaged")
{
    const Picture size{36, 30, 8, 0, 16, 1};
    check_picture(std::vector<std::uint8_t>(size.pitch() * size.rows, 255), size);
}

TEST_CASE("a work-item makes its own columns of its own block, and nothing else")
{
    check({64, 40, 8, 0, 8, 1}, 8, 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("256 by 64 pixels in blocks of 16 rows")
    {
        check({256, 64});
    }

    TEST_CASE("250 by 50 pixels in blocks of 20 rows")
    {
        check({250, 50, 20});
    }
}
