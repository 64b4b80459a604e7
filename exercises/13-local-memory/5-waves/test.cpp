// Tests of the coefficients against the host. Whole numbers, whose sums fit in 32 bits: all must agree.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

constexpr std::size_t side = 32;
constexpr std::size_t group_rows = 8;
constexpr cl_int untouched = -77'777'777;

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

/// The coefficients of block (across, down), written to their places.
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

cl::Kernel waves_kernel()
{
    return Exercise::get().kernel("waves.cl", "take_apart",
                                  {"global int*", "global int*", "global int*", "uint", "uint"});
}

/// Launches these blocks and expects them to be made, and the rest of the coefficients to stay as it was.
void check_blocks(const Picture& picture, const Numbers& waves, cl::Kernel kernel, std::size_t first_across,
                  std::size_t end_across, std::size_t first_down, std::size_t end_down)
{
    Exercise& exercise = Exercise::get();
    const std::size_t count = picture.row_length() * picture.blocks_down() * side;
    const bool all = end_across - first_across == picture.blocks_across() &&
                     end_down - first_down == picture.blocks_down();
    Numbers expected(count, untouched);
    for (std::size_t down = first_down; down < end_down; ++down)
        for (std::size_t across = first_across; across < end_across; ++across)
            take_apart(picture, waves, across, down, expected);
    const auto pixels = input("picture", picture.pixels);
    const auto device_waves = input("waves", waves);
    const auto coefficients =
        all ? output<cl_int>("coefficients", count) : input("coefficients", Numbers(count, untouched));
    exercise.launch(
        kernel,
        {.global = cl::NDRange((end_across - first_across) * side, (end_down - first_down) * group_rows),
         .local = cl::NDRange(side, group_rows),
         .offset = cl::NDRange(first_across * side, first_down * group_rows)},
        pixels, device_waves, coefficients, static_cast<cl_uint>(picture.columns),
        static_cast<cl_uint>(picture.rows));
    INFO(picture.columns, " columns, ", picture.rows, " rows; the launch is for blocks ", first_across,
         " to ", end_across - 1, " across and ", first_down, " to ", end_down - 1, " down");
    exercise.expect_same("coefficients", expected, coefficients.read(), {}, picture.row_length());
    exercise.expect_same("picture", picture.pixels, pixels.read(), {}, picture.columns);
    exercise.expect_same("waves", waves, device_waves.read(), {}, side);
}

void check_picture(const Picture& picture, const Numbers& waves = waves_of())
{
    check_blocks(picture, waves, waves_kernel(), 0, picture.blocks_across(), 0, picture.blocks_down());
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

TEST_CASE("the waves are those of the call")
{
    if (Exercise::get().clean_stage()) return; // which sees no difference
    check_picture(picture_of(side, side), waves_of(1));
    Numbers turned = single_ones();
    std::rotate(turned.begin(), turned.begin() + side * 5, turned.end());
    turned[3 * side + 7] = 11;
    check_picture(picture_of(side, side), turned);
}

TEST_CASE("several blocks stand beside each other and below each other")
{
    check_picture(picture_of(2 * side, Exercise::get().clean_stage() ? side : 2 * side));
}

TEST_CASE("beyond the picture's rim all pixels are 0")
{
    check_picture(picture_of(40, 5));
    check_picture(picture_of(1, 33));
    if (Exercise::get().clean_stage()) return;
    constexpr std::array<std::array<std::size_t, 2>, 4> extents{{{1, 1}, {5, 40}, {33, 31}, {75, 45}}};
    for (const auto& [columns, rows] : extents) check_picture(picture_of(columns, rows));
}

TEST_CASE("pixels and waves may need more than 8 or 16 bits")
{
    if (Exercise::get().clean_stage()) return;
    check_picture(picture_of(27, 9, 500'000), waves_of(3, 1));
    check_picture(picture_of(27, 9, 2), waves_of(4, 1000));
}

TEST_CASE("a second picture is taken apart like the first")
{
    for (const std::uint64_t seed : {1306U, 5U}) check_picture(picture_of(29, 32), waves_of(seed));
}

TEST_CASE("pictures of any extent are taken apart")
{
    if (Exercise::get().clean_stage()) return;
    const std::size_t own = count_of_its_own("waves.cl");
    check_picture(picture_of(own, 3));
    check_picture(picture_of(3, own));
    check_picture(picture_of(70'001, 2));
    check_picture(picture_of(2, 70'001));
}

TEST_CASE("work-group (h, v) makes block (h, v), and no other")
{
    const Picture picture = picture_of(3 * side + 9, 2 * side + 5);
    const Launch whole{.global = cl::NDRange(4 * side, 3 * group_rows),
                       .local = cl::NDRange(side, group_rows)};
    waves_kernel(); // whose messages are better
    const cl::Kernel kernel{program_behind(groups_of(whole), "waves.cl"), "take_apart"};
    check_blocks(picture, waves_of(), kernel, 1, 2, 1, 2);
    if (Exercise::get().clean_stage()) return;
    check_blocks(picture, waves_of(), kernel, 3, 4, 0, 1);
    check_blocks(picture, waves_of(), kernel, 0, 2, 2, 3);
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
