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

/// Work-items to launch, from (0, 0) on; zeros stand for all, rounded up to whole work-groups.
struct Launched
{
    std::size_t columns = 0;
    std::size_t rows = 0;
};

void check_pixels(std::vector<std::uint8_t> in, const Size2D& size, std::size_t padding, Change change,
                  Launched launched = {})
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("brightness.cl", "brightness",
                        {"global uchar*", "global uchar*", "uint", "uint", "uint", "int", "int"});
    const std::size_t pitch = size.columns + padding;
    // Pixels begin as what they must not become; padding holds bytes that must still be there afterwards.
    std::vector<std::uint8_t> expected = random_bytes(pitch * size.rows, 21);
    std::vector<std::uint8_t> before = expected;
    if (launched.columns == 0)
        launched = {round_up(size.columns, size.group_columns), round_up(size.rows, size.group_rows)};
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x) {
            const std::size_t i = y * pitch + x;
            expected[i] = changed(in[i], change);
            before[i] = static_cast<std::uint8_t>(~expected[i]);
            if (x >= launched.columns || y >= launched.rows) expected[i] = before[i];
        }

    const auto& device_in = *kept(input("in", in));
    // Under Oclgrind out holds nothing, so that a kernel which reads padding, be it to write it back, is found.
    const auto& device_out =
        *kept(exercise.clean_stage() ? output<std::uint8_t>("out", before.size()) : input("out", before));
    exercise.launch(kernel,
                    {.global = cl::NDRange(launched.columns, launched.rows),
                     .local = cl::NDRange(size.group_columns, size.group_rows)},
                    device_in, device_out, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows), static_cast<cl_uint>(pitch), change.gain, change.bias);

    std::vector<std::uint8_t> got = device_out.read();
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < pitch; ++x) {
            const std::size_t i = y * pitch + x;
            if (x < std::min(size.columns, launched.columns) && y < launched.rows) continue;
            if (exercise.clean_stage()) got[i] = before[i];
            if (got[i] == before[i]) continue;
            INFO("columns ", size.columns, ", rows ", size.rows, ", pitch ", pitch, ", row ", y, ", byte ",
                 x);
            if (x >= size.columns)
                FAIL("The kernel wrote into a row's padding. A work-item with x >= columns must do nothing.");
            FAIL("Only ", launched.columns, " × ", launched.rows, " work-items were launched, and pixel (", x,
                 ", ", y, ") was written. A work-item makes its own pixel and no other.");
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

TEST_CASE("every gain and bias is right for every byte")
{
    for (const Change& change :
         {Change{0, 77}, Change{1, -255}, Change{1024, -255}, Change{0, 0}, Change{255, 1}})
        check_every_byte(change);
    Random random{42};
    for (int trial = 0; trial < (Exercise::get().clean_stage() ? 2 : 20); ++trial)
        check_every_byte({static_cast<int>(random.below(1025)), static_cast<int>(random.below(511)) - 255});
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const Size2D size{17, 13, 5, 3};
    for (const Launched& launched : {Launched{10, 9}, Launched{5, 15}, Launched{20, 3}})
        check_pixels(random_bytes(21 * 13, 43), size, 4, {300, -20}, launched);
}

TEST_CASE("the padding of a row is left alone")
{
    check_random({13, 7, 8, 4}, 19, {300, -20});
}

TEST_CASE("a picture may be longer than 16 bits count, in either direction")
{
    if (Exercise::get().clean_stage()) return;
    check_random({70000, 2, 16, 2}, 5, {300, -20});
    check_random({2, 70000, 2, 16}, 5, {300, -20});
}

TEST_CASE("brightness handles every size, pitch and work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        for (const std::size_t padding : {std::size_t{0}, std::size_t{3}, std::size_t{32}})
            check_random(size, padding, {300, -20});
}
