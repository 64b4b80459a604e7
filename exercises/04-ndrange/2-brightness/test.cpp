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

constexpr std::uint8_t padding_mark = 0xA5;

std::uint8_t changed(std::uint8_t pixel, Change change)
{
    return static_cast<std::uint8_t>(std::clamp(pixel * change.gain / 256 + change.bias, 0, 255));
}

void check_pixels(std::vector<std::uint8_t> in, const Size2D& size, std::size_t padding, Change change)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("brightness.cl", "brightness",
                        {"global uchar*", "global uchar*", "uint", "uint", "uint", "int", "int"});
    const std::size_t pitch = size.columns + padding;
    // Pixels begin as what they must not become; padding holds a mark that must still be there afterwards.
    std::vector<std::uint8_t> expected(pitch * size.rows, padding_mark);
    std::vector<std::uint8_t> before = expected;
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x) {
            const std::size_t i = y * pitch + x;
            expected[i] = changed(in[i], change);
            before[i] = static_cast<std::uint8_t>(~expected[i]);
        }

    const auto device_in = input("in", in);
    const auto device_out = input("out", before);
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(size.columns, size.group_columns),
                                           round_up(size.rows, size.group_rows)),
                     .local = cl::NDRange(size.group_columns, size.group_rows)},
                    device_in, device_out, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows), static_cast<cl_uint>(pitch), change.gain, change.bias);

    const std::vector<std::uint8_t> got = device_out.read();
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = size.columns; x < pitch; ++x)
            if (got[y * pitch + x] != padding_mark) {
                INFO("columns ", size.columns, ", rows ", size.rows, ", pitch ", pitch, ", row ", y,
                     ", byte ", x);
                FAIL("The kernel wrote into a row's padding. A work-item with x >= columns must do nothing.");
            }
    INFO("columns ", size.columns, ", rows ", size.rows, ", gain ", change.gain, ", bias ", change.bias);
    exercise.expect_same("out", expected, got, {}, pitch);
    exercise.expect_same("in", in, device_in.read(), {}, pitch);
}

void check_random(const Size2D& size, std::size_t padding, Change change)
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

TEST_CASE("too bright becomes white")
{
    check_every_byte({384, 0});
    check_every_byte({1024, 255});
}

TEST_CASE("too dark becomes black")
{
    check_every_byte({256, -100});
    check_every_byte({128, -255});
}

TEST_CASE("the padding of a row is left alone")
{
    check_random({13, 7, 8, 4}, 19, {300, -20});
}

TEST_CASE("brightness handles every size, pitch and work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        for (const std::size_t padding : {std::size_t{0}, std::size_t{3}, std::size_t{32}})
            check_random(size, padding, {300, -20});
}
