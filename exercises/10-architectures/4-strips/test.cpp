// Tests of the smoothing against the host. Elements and weights are small multiples of a quarter: every sum is exact.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace
{

constexpr std::size_t strip = 16;

struct Weights
{
    float a;
    float b;
    float c;
};

constexpr Weights usual{1.5F, 1, 0.25F};
constexpr Weights odd{0.75F, -2, 3};

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::vector<float> elements;
};

Picture picture_of(std::size_t columns, std::size_t rows, float scale = 1)
{
    Picture picture{columns, rows, {}};
    for (const std::uint32_t value : random_uints(columns * rows, 1004 + 7 * columns + rows, 60))
        picture.elements.push_back(scale * (static_cast<float>(value) - 11.0F) / 4);
    return picture;
}

std::vector<float> smoothed(const Picture& picture, const Weights& weights)
{
    const auto element = [&](std::size_t x, std::ptrdiff_t y) {
        return y >= 0 && y < static_cast<std::ptrdiff_t>(picture.rows)
                   ? picture.elements[static_cast<std::size_t>(y) * picture.columns + x]
                   : 0.0F;
    };
    std::vector<float> out;
    for (std::ptrdiff_t y = 0; y < static_cast<std::ptrdiff_t>(picture.rows); ++y)
        for (std::size_t x = 0; x < picture.columns; ++x)
            out.push_back(weights.a * element(x, y) + weights.b * (element(x, y - 1) + element(x, y + 1)) +
                          weights.c * (element(x, y - 2) + element(x, y + 2)));
    return out;
}

cl::Kernel smooth_kernel()
{
    return Exercise::get().kernel(
        "smooth_columns.cl", "smooth_columns",
        {"global float*", "global float*", "uint", "uint", "float", "float", "float"});
}

void check_smooth(const Picture& picture, std::size_t group_columns, std::size_t group_rows = 1,
                  const Weights& weights = usual)
{
    const auto [columns, rows, elements] = picture;
    const auto in = input("in", elements);
    const auto out = output<float>("out", columns * rows);
    launch(smooth_kernel(), covering({columns, (rows + strip - 1) / strip, group_columns, group_rows}), in,
           out, columns, rows, weights.a, weights.b, weights.c);
    INFO(columns, " columns, ", rows, " rows, work-groups of ", group_columns, " × ", group_rows,
         ", weights ", weights.a, ", ", weights.b, ", ", weights.c);
    expect_same("out", smoothed(picture, weights), out.read(), {}, columns);
    expect_same("in", elements, in.read(), {}, columns);
}

} // namespace

TEST_CASE("one strip of one column is smoothed")
{
    check_smooth(picture_of(1, 16), 1);
}

TEST_CASE("strips that follow each other fit together")
{
    check_smooth(picture_of(8, 32), 8);
    check_smooth(picture_of(16, 64), 16, 2);
}

TEST_CASE("a picture may have fewer rows than a strip or than the sum")
{
    for (const std::size_t rows : {1U, 2U, 3U, 4U, 5U, 15U}) check_smooth(picture_of(8, rows), 8);
}

TEST_CASE("without columns or rows nothing is read or written")
{
    check_smooth(picture_of(8, 0), 8);
    check_smooth(picture_of(0, 20), 8);
}

TEST_CASE("the last strip may end beyond the last row")
{
    for (const std::size_t rows : {17U, 18U, 31U, 33U, 47U}) check_smooth(picture_of(8, rows), 8);
}

TEST_CASE("columns need not fit the work-groups")
{
    check_smooth(picture_of(13, 20), 8);
    check_smooth(picture_of(1, 40), 16);
}

TEST_CASE("the weights are those of the call")
{
    check_smooth(picture_of(8, 40), 8, 1, odd);
    check_smooth(picture_of(8, 40), 8, 1, {0, 0, 1});
    check_smooth(picture_of(8, 40), 8, 1, usual);
}

TEST_CASE("elements may be tiny or huge")
{
    for (const float scale : {0x1p-40F, 0x1p60F}) check_smooth(picture_of(9, 21, scale), 8);
}

TEST_CASE("an infinite element changes those near it, and no others")
{
    for (const float sign : {1.0F, -1.0F}) {
        Picture picture = picture_of(8, 20);
        for (const std::size_t place : {std::size_t{3}, std::size_t{9 * 8 + 5}, std::size_t{19 * 8 + 6}})
            picture.elements[place] = sign * std::numeric_limits<float>::infinity();
        check_smooth(picture, 8);
    }
}

TEST_CASE("pictures of every shape are smoothed in every work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check_smooth(picture_of(size.columns, size.rows), size.group_columns, size.group_rows);
    check_smooth(picture_of(50, 50), 48);
}

TEST_CASE("a picture may have more rows or columns than 16 bits can count")
{
    if (clean_stage()) return;
    check_smooth(picture_of(3, 70'000), 1, 64);
    check_smooth(picture_of(70'000, 3), 64);
}

TEST_CASE("each work-item makes the strip of its column, and no others")
{
    const Picture picture = picture_of(16, 60);
    const auto in = input("in", picture.elements);
    const auto out = output<float>("out", 16 * 60);
    launch(smooth_kernel(), {.global = {8, 1}, .local = {8, 1}, .offset = {8, 3}}, in, out, 16U, 60U, usual.a,
           usual.b, usual.c);
    INFO("only the work-items of columns 8 to 15 and strip 3 were launched");
    expect_part(
        "out", smoothed(picture, usual), out.read(),
        [](std::size_t i) { return i % 16 >= 8 && i / 16 >= 48; }, {}, 16);
}

TEST_SUITE("lens")
{
    TEST_CASE("64 columns and 64 rows under the lens")
    {
        check_smooth(picture_of(64, 64), 64);
    }

    TEST_CASE("61 columns and 53 rows under the lens")
    {
        check_smooth(picture_of(61, 53), 32);
    }
}
