// Tests of the blur down columns: bytes and whole numbers, so that there is one right result.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t block_rows;
    std::array<std::size_t, 2> group{8, 2};

    std::size_t blocks() const { return round_up(rows, block_rows) / block_rows; }
};

std::vector<std::uint8_t> blurred(const std::vector<std::uint8_t>& in, const Picture& size)
{
    constexpr std::array<unsigned, 9> weights{1, 8, 28, 56, 70, 56, 28, 8, 1};
    std::vector<std::uint8_t> out(in.size());
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x) {
            unsigned sum = 128;
            for (std::size_t j = 0; j < 9; ++j) {
                const std::size_t row = std::min(std::max(y + j, std::size_t{4}) - 4, size.rows - 1);
                sum += weights.at(j) * in[row * size.columns + x];
            }
            out[y * size.columns + x] = static_cast<std::uint8_t>(sum / 256);
        }
    return out;
}

/// @param blocks how many of each column are made, if not all.
void check(const Picture& size, std::size_t blocks = SIZE_MAX, bool with_option = true)
{
    const auto picture = random_bytes(size.columns * size.rows, 232);
    const std::size_t made_rows = std::min(size.blocks(), blocks) * size.block_rows;
    cl::Kernel kernel = Exercise::get().kernel(
        "nine_rows.cl", "nine_rows", {"global uchar*", "global uchar*", "uint", "uint"},
        with_option ? "-D BLOCK_ROWS=" + std::to_string(size.block_rows) : "");
    const auto out = output<std::uint8_t>("out", picture.size());
    launch(kernel, covering({size.columns, std::min(size.blocks(), blocks), size.group[0], size.group[1]}),
           input("in", picture), out, size.columns, size.rows);
    INFO(size.columns, " columns, ", size.rows, " rows, blocks of ", size.block_rows, " rows");
    expect_part(
        "out", blurred(picture, size), out.read(),
        [&](std::size_t i) { return i / size.columns < made_rows; }, {}, size.columns);
}

} // namespace

TEST_CASE("a picture of whole blocks is blurred")
{
    check({16, 64, 32});
    check({32, 24, 16});
}

TEST_CASE("pictures of every size are blurred")
{
    check({1, 1, 32});
    check({13, 3, 32});
    check({5, 37, 16, {4, 4}}); // groups of several blocks
    check({21, 50, 20, {48, 1}});
    if (clean_stage()) return;
    check({333, 257, 32});
    check({70001, 5, 32, {512, 1}}); // more than 16 bits count
    check({3, 70001, 32});
}

TEST_CASE("without columns or rows nothing is read or written")
{
    check({16, 0, 32});
    check({0, 4, 32});
}

TEST_CASE("blocks of every height meet without a seam")
{
    for (const std::size_t block_rows : {1, 7, 9, 100}) check({9, 31, block_rows});
    check({3, 1003, 1000}); // the largest, and more than a byte counts
}

TEST_CASE("without an option blocks have a height of the file's own")
{
    check({16, 1, 1}, 1, false);
}

TEST_CASE("a work-item makes its own pixels and no others")
{
    check({24, 40, 16, {8, 1}}, 1);
    check({24, 40, 16, {8, 1}}, 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("128 x 64 pixels in blocks of 32 rows")
    {
        check({128, 64, 32, {32, 1}});
    }

    TEST_CASE("100 x 50 pixels in blocks of 20 rows")
    {
        check({100, 50, 20, {32, 1}});
    }
}
