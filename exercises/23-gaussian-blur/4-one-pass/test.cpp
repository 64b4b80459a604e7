// Tests of both passes in one kernel: pixels are whole numbers below 256 and weights are multiples of 1/256, so that every sum is exact.
#include <lockstep/kernel_set.hpp>

using namespace lockstep;

namespace
{

constexpr std::size_t across = 128, group_columns = 32, group_rows = 8;

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t tile_rows = 32;
};

/// Multiples of 1/256 whose sum is 1.
std::vector<float> weights_of(const std::vector<int>& parts)
{
    std::vector<float> weights;
    for (const int part : parts) weights.push_back(static_cast<float>(part) / 256);
    return weights;
}

const auto lopsided = weights_of({3, 10, 25, 50, 80, 45, 26, 12, 5});

std::vector<float> numbers(std::size_t count, float scale = 1)
{
    std::vector<float> values(count);
    const auto random = random_uints(count, 234, 256);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(random[i]) * scale;
    return values;
}

/// @param tiles how many of each column of tiles are made, if not all.
void check(const Picture& size, const std::vector<float>& weights = lopsided, float scale = 1,
           std::size_t tiles = SIZE_MAX)
{
    tiles = std::min(tiles, round_up(size.rows, size.tile_rows) / size.tile_rows);
    const std::vector<float> picture = numbers(size.columns * size.rows, scale);
    const auto out = output<float>("out", picture.size());
    launch(Exercise::get().kernel("fused.cl", "fused",
                                  {"global float*", "constant float*", "global float*", "uint", "uint"},
                                  "-D TILE_ROWS=" + std::to_string(size.tile_rows)),
           covering({round_up(size.columns, across) / 4, tiles * group_rows, group_columns, group_rows}),
           input("in", picture), input("weights", weights), out, size.columns, size.rows);
    INFO(size.columns, " columns, ", size.rows, " rows, tiles of ", size.tile_rows, " rows");
    expect_part(
        "out", weighted_sums(picture, weights, size.columns, size.rows).values, out.read(),
        [&](std::size_t i) { return i / size.columns < tiles * size.tile_rows; }, {}, size.columns);
}

} // namespace

TEST_CASE("a picture of whole tiles is blurred")
{
    check({128, 32, 16});
    if (clean_stage()) return;
    check({128, 32});
    check({256, 16, 8});
}

TEST_CASE("pictures of every size are blurred")
{
    check({1, 1, 8});
    check({12, 5, 8});
    check({133, 3, 8});
    if (clean_stage()) return;
    check({5, 37});
    check({140, 34, 16});
    for (std::size_t tile_rows = 8; tile_rows <= 64; tile_rows += 8) check({260, 150, tile_rows});
    check({70001, 3}); // more than 16 bits count
    check({3, 70001, 64});
}

TEST_CASE("without an option tiles have a height of the file's own")
{
    Exercise::get().kernel("fused.cl", "fused",
                           {"global float*", "constant float*", "global float*", "uint", "uint"});
}

TEST_CASE("very large, very small and negative pixels are blurred")
{
    if (clean_stage()) return;
    for (const float scale : {0x1p80F, 0x1p-80F, -1.0F}) check({40, 20}, lopsided, scale);
}

TEST_CASE("a work-group makes its own tile and no other")
{
    if (clean_stage()) return;
    for (const std::size_t tile_rows : {16, 48, 56})
        for (const std::size_t tiles : {1, 2}) check({300, 150, tile_rows}, lopsided, 1, tiles);
}

TEST_SUITE("lens")
{
    TEST_CASE("256 x 64 pixels in tiles of 32 rows")
    {
        check({256, 64});
    }

    TEST_CASE("250 x 50 pixels in tiles of 32 rows")
    {
        check({250, 50});
    }
}
