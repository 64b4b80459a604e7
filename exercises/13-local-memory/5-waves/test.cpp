// Tests of the coefficients against the host. Whole numbers, whose sums fit in 32 bits: all must agree.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

constexpr std::size_t side = 32;
constexpr std::size_t group_rows = 8;

using Numbers = std::vector<cl_int>;

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    Numbers pixels;

    std::size_t blocks_across() const { return (columns + side - 1) / side; }
    std::size_t blocks_down() const { return (rows + side - 1) / side; }
    std::size_t row_length() const { return blocks_across() * side; }
};

/// Numbers from -range to range.
Numbers drawn(std::size_t count, std::uint64_t seed, std::uint32_t range)
{
    Numbers numbers;
    for (const std::uint32_t value : random_uints(count, seed, 2 * range + 1))
        numbers.push_back(static_cast<cl_int>(value) - static_cast<cl_int>(range));
    return numbers;
}

Picture picture_of(std::size_t columns, std::size_t rows, std::uint32_t range = 255)
{
    return {columns, rows, drawn(columns * rows, 1305 + 7 * columns + rows, range)};
}

Numbers waves_of(std::uint64_t seed = 1306, std::uint32_t range = 90)
{
    return drawn(side * side, seed, range);
}

/// Wave i has a single 1, at place i: the coefficients are the pixels.
Numbers single_ones()
{
    Numbers waves(side * side, 0);
    for (std::size_t i = 0; i < side; ++i) waves[i * side + i] = 1;
    return waves;
}

/// Writes the coefficients of block (across, down) to their places.
void take_apart(const Picture& picture, const Numbers& waves, std::size_t across, std::size_t down,
                Numbers& coefficients)
{
    Numbers half_way(side * side, 0);
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t i = 0; i < side; ++i)
            for (std::size_t k = 0; k < side; ++k) {
                const std::size_t column = across * side + k;
                const std::size_t row = down * side + y;
                if (column < picture.columns && row < picture.rows)
                    half_way[y * side + i] +=
                        picture.pixels[row * picture.columns + column] * waves[i * side + k];
            }
    for (std::size_t i = 0; i < side; ++i)
        for (std::size_t x = 0; x < side; ++x) {
            cl_int sum = 0;
            for (std::size_t k = 0; k < side; ++k) sum += waves[i * side + k] * half_way[k * side + x];
            coefficients[(down * side + i) * picture.row_length() + across * side + x] = sum;
        }
}

/// @param across,down blocks that are made, if not all.
void check_picture(const Picture& picture, const Numbers& waves = waves_of(), std::size_t across = SIZE_MAX,
                   std::size_t down = SIZE_MAX)
{
    across = std::min(across, picture.blocks_across());
    down = std::min(down, picture.blocks_down());
    Numbers expected(picture.row_length() * picture.blocks_down() * side);
    for (std::size_t v = 0; v < down; ++v)
        for (std::size_t h = 0; h < across; ++h) take_apart(picture, waves, h, v, expected);
    const auto coefficients = output<cl_int>("coefficients", expected.size());
    cl::Kernel kernel = Exercise::get().kernel("waves.cl", "take_apart",
                                               {"global int*", "global int*", "global int*", "uint", "uint"});
    if (across < picture.blocks_across() || down < picture.blocks_down())
        kernel = behind(told_of(covering({picture.blocks_across() * side, picture.blocks_down() * group_rows,
                                          side, group_rows})),
                        "waves.cl", kernel);
    launch(kernel, covering({across * side, down * group_rows, side, group_rows}),
           input("picture", picture.pixels), input("waves", waves), coefficients, picture.columns,
           picture.rows);
    INFO(picture.columns, " columns, ", picture.rows, " rows; the launch is for ", across, " × ", down,
         " blocks");
    const auto made = [&](std::size_t i) {
        return i % picture.row_length() / side < across && i / picture.row_length() / side < down;
    };
    expect_part("coefficients", expected, coefficients.read(), made, {}, picture.row_length());
}

} // namespace

TEST_CASE("waves of a single 1 leave the pixels as they are")
{
    check_picture(picture_of(side, side), single_ones());
}

TEST_CASE("one block is taken apart into its waves")
{
    check_picture(picture_of(side, side));
}

TEST_CASE("several blocks stand beside each other and below each other")
{
    check_picture(picture_of(2 * side, clean_stage() ? side : 2 * side));
}

TEST_CASE("beyond the picture's rim all pixels are 0")
{
    check_picture(picture_of(40, 5));
    check_picture(picture_of(1, 33));
    if (clean_stage()) return;
    constexpr std::array<std::array<std::size_t, 2>, 4> extents{{{1, 1}, {5, 40}, {33, 31}, {75, 45}}};
    for (const auto& [columns, rows] : extents) check_picture(picture_of(columns, rows));
}

TEST_CASE("pixels and waves may need more than 8 or 16 bits")
{
    if (clean_stage()) return;
    check_picture(picture_of(27, 9, 500'000), waves_of(3, 1));
    check_picture(picture_of(27, 9, 2), waves_of(4, 1000));
}

TEST_CASE("pictures of any extent are taken apart")
{
    if (clean_stage()) return;
    check_picture(picture_of(70'001, 2));
    check_picture(picture_of(2, 70'001));
}

TEST_CASE("work-group (h, v) makes block (h, v), and no other")
{
    check_picture(picture_of(3 * side + 9, 2 * side + 5), waves_of(), 2, 1);
}

TEST_SUITE("lens")
{
    TEST_CASE("a picture of 96 by 64 is taken apart")
    {
        check_picture(picture_of(96, 64));
    }

    TEST_CASE("a picture of 75 by 45 is taken apart")
    {
        check_picture(picture_of(75, 45));
    }
}
