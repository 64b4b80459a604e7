// Tests of the tile: pixels are whole numbers below 256 and weights are multiples of 1/256, so that every sum is exact.
#include <lockstep/kernel_set.hpp>

using namespace lockstep;

namespace
{

constexpr std::size_t across = 32, down = 8;

struct Picture
{
    std::size_t columns;
    std::size_t rows;
};

/// Multiples of 1/256 whose sum is 1.
std::vector<float> weights_of(const std::vector<int>& parts)
{
    std::vector<float> weights;
    for (const int part : parts) weights.push_back(static_cast<float>(part) / 256);
    return weights;
}

const auto lopsided = weights_of({3, 10, 25, 50, 80, 45, 26, 12, 5});
const auto farthest = weights_of({256, 0, 0, 0, 0, 0, 0, 0, 0});

std::vector<float> numbers(std::size_t count, float scale = 1)
{
    std::vector<float> values(count);
    const auto random = random_uints(count, 234, 256);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(random[i]) * scale;
    return values;
}

void check(const Picture& size, const std::vector<float>& weights = lopsided, float scale = 1)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "blur_tile.cl", "blur_tile", {"global float*", "constant float*", "global float*", "uint", "uint"});
    const std::vector<float> picture = numbers(size.columns * size.rows, scale);
    const auto out = output<float>("out", picture.size());
    launch(kernel, covering({size.columns, size.rows, across, down}), input("in", picture),
           input("weights", weights), out, size.columns, size.rows);
    INFO(size.columns, " columns, ", size.rows, " rows");
    expect_agreed("out", weighted_sums(picture, weights, size.columns, size.rows), out.read(), {},
                  size.columns);
}

} // namespace

TEST_CASE("a picture of whole tiles is blurred")
{
    check({64, 16});
    check({32, 8});
}

TEST_CASE("pictures of every size are blurred")
{
    check({1, 1});
    check({3, 5});
    check({37, 9});
    check({5, 37});
    if (clean_stage()) return;
    check({333, 257});
    check({70001, 3}); // more than 16 bits count
    check({3, 70001});
}

TEST_CASE("weights are taken as they are given")
{
    if (clean_stage()) return;
    check({40, 20}, farthest);
    check({40, 20}, weights_of({0, 0, 0, 0, 0, 0, 0, 0, 256}));
    check({40, 20}, weights_of({0, 0, 0, 0, 1, 0, 0, 0, 0}));
}

TEST_CASE("very large, very small and negative pixels are blurred")
{
    if (clean_stage()) return;
    for (const float scale : {0x1p80F, 0x1p-80F, -1.0F}) check({40, 20}, lopsided, scale);
}

TEST_SUITE("lens")
{
    TEST_CASE("128 x 64 pixels")
    {
        check({128, 64});
    }

    TEST_CASE("100 x 37 pixels")
    {
        check({100, 37});
    }
}
