// Tests of the ring: pixels are whole numbers from 100 to 999, so that a pixel left out changes a mean by more than 1.
#include <lockstep/kernel_set.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t strip;
    std::size_t block_rows;
};

// Sums of nine rows of nine pixels stay below 2^17, so each of about 2 · 1,032 additions and subtractions down a block of 1,024 rows rounds by
// 2^-8 at most, and by 2^-10 on average; the errors go either way and add up like a square root: 0.05 for a sum, and a
// mean is at most a third of that where the window is smallest. With means of rows instead of sums it is less.
constexpr Tolerance tolerance{.absolute = 0.05};

std::vector<float> numbers(std::size_t count)
{
    std::vector<float> values(count);
    const auto random = random_uints(count, 246, 900);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(100 + random[i]);
    return values;
}

/// Pixels from 999 up to 1,000, in sixteenths: sums of a window are exact in float, and sums of a whole strip are not.
std::vector<float> bright(std::size_t count)
{
    std::vector<float> values;
    for (const std::uint32_t sixteenths : random_uints(count, 247, 17))
        values.push_back(999 + static_cast<float>(sixteenths) / 16);
    return values;
}

/// @param down,across how many blocks are made, if not all.
void check(const Picture& size, const std::vector<float>& picture, std::size_t down = SIZE_MAX,
           std::size_t across = SIZE_MAX)
{
    down = std::min(down, round_up(size.rows, size.block_rows) / size.block_rows);
    across = std::min(across, round_up(size.columns, size.strip) / size.strip);
    cl::Kernel kernel = Exercise::get().kernel(
        "ring.cl", "fused", {"global float*", "global float*", "uint", "uint"},
        "-D STRIP=" + std::to_string(size.strip) + " -D BLOCK_ROWS=" + std::to_string(size.block_rows));
    const auto out = output<float>("out", picture.size());
    launch(kernel, {.global = cl::NDRange(down, across), .local = cl::NDRange(1, 1)}, input("in", picture),
           out, size.columns, size.rows);
    INFO(size.columns, " columns, ", size.rows, " rows, blocks of ", size.strip, " columns and ",
         size.block_rows, " rows");
    expect_part(
        "out", box_means(picture, size.columns, size.rows).values, out.read(),
        [&](std::size_t i) {
            return i / size.columns < down * size.block_rows && i % size.columns < across * size.strip;
        },
        tolerance, size.columns);
}

void check(const Picture& size, std::size_t down = SIZE_MAX, std::size_t across = SIZE_MAX)
{
    check(size, numbers(size.columns * size.rows), down, across);
}

} // namespace

TEST_CASE("a picture of one block is averaged, also one smaller than the window")
{
    check({30, 20, 32, 24});
    check({32, 24, 32, 24});
    check({3, 5, 32, 24});
    check({1, 1, 32, 24});
}

TEST_CASE("blocks meet without a seam")
{
    check({64, 48, 32, 24});
    check({67, 50, 32, 24});
    check({31, 25, 16, 8});
    check({36, 28, 32, 24}); // the last blocks are no wider or higher than the window's reach
    if (clean_stage()) return;
    check({1021, 347, 512, 64});
}

TEST_CASE("blocks smaller than the window are averaged")
{
    check({19, 14, 3, 2});
    check({12, 11, 1, 1});
    check({33, 17, 16, 5});
}

TEST_CASE("large pictures and long blocks are averaged")
{
    if (clean_stage()) return;  // too large for it
    check({70001, 3, 512, 64}); // more than 16 bits count
    check({3, 70001, 64, 512});
    check({200, 2050, 128, 1024});
    check({2100, 40, 4096, 16});
    check({4100, 9, 4096, 9}, bright(4100 * 9));
}

TEST_CASE("a work-group makes its own block and no other")
{
    check({75, 40, 32, 16}, 1, 2);
    check({75, 40, 32, 16}, 2, 1);
}

TEST_SUITE("lens")
{
    TEST_CASE("128 x 72 pixels in blocks of 64 x 24")
    {
        check({128, 72, 64, 24});
    }

    TEST_CASE("117 x 50 pixels in blocks of 48 x 20")
    {
        check({117, 50, 48, 20});
    }
}
