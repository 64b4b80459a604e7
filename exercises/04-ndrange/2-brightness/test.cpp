// Tests of brightness against the host. Integers only, so every byte must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

struct Change
{
    int gain;
    int bias;
};

std::uint8_t changed(std::uint8_t pixel, Change change)
{
    return static_cast<std::uint8_t>(std::clamp(pixel * change.gain / 256 + change.bias, 0, 255));
}

/// @param columns,rows work-items from (0, 0) on, if not all.
void check_pixels(const std::vector<std::uint8_t>& in, const Size2D& size, std::size_t padding,
                  const Change& change, std::size_t columns = SIZE_MAX, std::size_t rows = SIZE_MAX)
{
    const std::size_t pitch = size.columns + padding;
    columns = std::min(columns, size.columns);
    rows = std::min(rows, size.rows);
    std::vector<std::uint8_t> expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) expected[i] = changed(in[i], change);
    const auto out = output<std::uint8_t>("out", in.size());
    launch(Exercise::get().kernel("brightness.cl", "brightness",
                                  {"global uchar*", "global uchar*", "uint", "uint", "uint", "int", "int"}),
           covering({columns, rows, size.group_columns, size.group_rows}), input("in", in), out, size.columns,
           size.rows, pitch, change.gain, change.bias);
    INFO("columns ", size.columns, ", rows ", size.rows, ", pitch ", pitch, ", gain ", change.gain, ", bias ",
         change.bias);
    expect_part(
        "out", expected, out.read(), [&](std::size_t i) { return i % pitch < columns && i / pitch < rows; },
        {}, pitch);
}

void check_random(const Size2D& size, std::size_t padding, const Change& change)
{
    const std::size_t bytes = (size.columns + padding) * size.rows;
    check_pixels(random_bytes(bytes, 200 + bytes), size, padding, change);
}

/// Every byte there is, in a picture of 16 × 16.
void check_every_byte(Change change)
{
    std::vector<std::uint8_t> in(256);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(i);
    check_pixels(in, {16, 16, 8, 2}, 0, change);
}

} // namespace

TEST_CASE("a gain of 256 and no bias copy the picture")
{
    check_random({24, 8, 8, 4}, 0, {256, 0});
}

TEST_CASE("pixels are scaled before the bias is added")
{
    check_every_byte({200, 30});
}

TEST_CASE("too bright becomes white, and too dark black")
{
    check_every_byte({384, 0});
    check_every_byte({1024, 255});
    check_every_byte({256, -100});
    check_every_byte({128, -255});
}

TEST_CASE("every gain and bias is right for every byte")
{
    for (const Change& change :
         {Change{0, 77}, Change{1, -255}, Change{1024, -255}, Change{0, 0}, Change{255, 1}})
        check_every_byte(change);
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const std::vector<std::uint8_t> in = random_bytes(21 * 13, 43);
    check_pixels(in, {17, 13, 5, 3}, 4, {300, -20}, 10, 9);
    check_pixels(in, {17, 13, 5, 3}, 4, {300, -20}, 5);
    check_pixels(in, {17, 13, 5, 3}, 4, {300, -20}, 20, 3);
}

TEST_CASE("the padding of a row is left alone")
{
    check_random({13, 7, 8, 4}, 19, {300, -20});
}

TEST_CASE("a picture may be longer than 16 bits count, in either direction")
{
    if (clean_stage()) return;
    check_random({70000, 2, 16, 2}, 5, {300, -20});
    check_random({2, 70000, 2, 16}, 5, {300, -20});
}

TEST_CASE("brightness handles every size, pitch and work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        for (const std::size_t padding : {std::size_t{0}, std::size_t{3}, std::size_t{32}})
            check_random(size, padding, {300, -20});
}
