// Tests of the rotation against the same mapping in double precision.
#include <lockstep/kernel_set.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

constexpr Turn no_turn{1.0, 0.0};
constexpr Turn quarter_turn{0.0, 1.0}; // exact, where std::cos(pi / 2) is not
constexpr Turn half_turn{-1.0, 0.0};

/// Work-items to launch, from (0, 0) on; zeros stand for all, rounded up to whole work-groups.
struct Launched
{
    std::size_t columns = 0;
    std::size_t rows = 0;
};

/// What the kernel leaves in `before`, or in an output that holds no pixels yet when that is empty.
Bytes turned(const Bytes& in, const Size2D& size, Turn turn, Launched launched = {}, const Bytes& before = {})
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("rotation.cl", "rotate_picture",
                                        {"global uchar*", "global uchar*", "uint", "uint", "float", "float"});
    const auto device_in = input("in", in);
    const auto device_out = before.empty() ? output<std::uint8_t>("out", in.size()) : input("out", before);
    if (launched.columns == 0)
        launched = {round_up(size.columns, size.group_columns), round_up(size.rows, size.group_rows)};
    exercise.launch(kernel,
                    {.global = cl::NDRange(launched.columns, launched.rows),
                     .local = cl::NDRange(size.group_columns, size.group_rows)},
                    device_in, device_out, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows), static_cast<cl_float>(turn.cosine),
                    static_cast<cl_float>(turn.sine));
    exercise.expect_same("in", in, device_in.read(), {}, size.columns);
    return device_out.read();
}

/// Pixels from 1 to 255, so that 0 can only mean outside.
Bytes random_picture(const Size2D& size)
{
    Bytes in = random_bytes(size.columns * size.rows, 300 + size.columns * size.rows);
    for (std::uint8_t& pixel : in) pixel = std::max<std::uint8_t>(pixel, 1);
    return in;
}

/// Fails with the first pixel that is not its source, of those that the launched work-items make.
void expect_turned(const Bytes& in, const Bytes& got, const Size2D& size, Turn turn, const Launched& launched)
{
    Reference<std::uint8_t> expected = rotated({in, size.columns, size.rows, turn}, got);
    for (std::size_t i = 0; i < got.size(); ++i)
        if (i % size.columns >= launched.columns || i / size.columns >= launched.rows)
            expected.values[i] = got[i];
    INFO("columns ", size.columns, ", rows ", size.rows, ", cosine ", turn.cosine, ", sine ", turn.sine);
    expect_agreed("out", expected, got, {}, size.columns);
}

void check_turn(const Size2D& size, Turn turn)
{
    const Bytes in = random_picture(size);
    expect_turned(in, turned(in, size, turn), size, turn, {size.columns, size.rows});
}

} // namespace

TEST_CASE("no turn changes nothing")
{
    check_turn({24, 10, 8, 2}, no_turn);
}

TEST_CASE("a quarter turn takes the right side to the top")
{
    const Size2D size{3, 3, 4, 4};
    const Bytes in{1, 2, 3, //
                   4, 5, 6, //
                   7, 8, 9};
    const Bytes expected{3, 6, 9, //
                         2, 5, 8, //
                         1, 4, 7};
    Exercise::get().expect_same("out", expected, turned(in, size, quarter_turn), {}, size.columns);
}

TEST_CASE("a half turn reverses the picture")
{
    const Size2D size{14, 9, 8, 4}; // 14: the centre lies between two columns
    const Bytes in = random_picture(size);
    const Bytes expected{in.rbegin(), in.rend()};
    Exercise::get().expect_same("out", expected, turned(in, size, half_turn), {}, size.columns);
}

TEST_CASE("long pictures and those of millions of pixels are turned")
{
    if (Exercise::get().clean_stage()) return;
    for (const Size2D& size : {Size2D{70000, 2, 16, 2}, Size2D{2, 70000, 2, 16}, Size2D{5000, 4000, 16, 4}}) {
        const Bytes in = random_picture(size);
        const Bytes expected{in.rbegin(), in.rend()};
        INFO("columns ", size.columns, ", rows ", size.rows, ", a half turn");
        Exercise::get().expect_same("out", expected, turned(in, size, half_turn), {}, size.columns);
    }
}

TEST_CASE("what comes from outside is black")
{
    const Size2D wide{20, 4, 8, 4}; // a quarter turn leaves a square of 4 × 4 in the middle
    check_turn(wide, quarter_turn);
    const Size2D tall{4, 20, 4, 8};
    check_turn(tall, quarter_turn);
}

TEST_CASE("a turn by 30 degrees leaves no holes")
{
    // Every pixel is white: within the circle that fits into the picture, nothing can be black.
    const Size2D size = Exercise::get().clean_stage() ? Size2D{17, 17, 4, 4} : Size2D{65, 65, 16, 4};
    const Bytes got = turned(Bytes(size.columns * size.rows, 255), size, degrees(30));
    const double centre = (static_cast<double>(size.columns) - 1.0) / 2.0;
    std::size_t holes = 0;
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x) {
            const double distance =
                std::hypot(static_cast<double>(x) - centre, static_cast<double>(y) - centre);
            holes += distance < centre - 1.0 && got[y * size.columns + x] != 255 ? 1 : 0;
        }
    INFO("a white picture of ", size.columns, " × ", size.rows, " pixels came back with ", holes,
         " that are not white");
    REQUIRE(holes == 0);
    check_turn(size, degrees(30));
}

TEST_CASE("a black pixel is turned like any other")
{
    const Size2D size{3, 1, 4, 4};
    Exercise::get().expect_same("out", Bytes{9, 0, 7}, turned({7, 0, 9}, size, half_turn), {}, size.columns);
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const Size2D size{17, 13, 5, 3};
    const Bytes in = random_picture(size);
    Bytes before(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) before[i] = static_cast<std::uint8_t>(50 + i);
    for (const Launched& launched : {Launched{10, 9}, Launched{5, 15}, Launched{20, 3}}) {
        const Bytes got = turned(in, size, degrees(30), launched, before);
        for (std::size_t y = 0; y < size.rows; ++y)
            for (std::size_t x = 0; x < size.columns; ++x) {
                const std::size_t i = y * size.columns + x;
                if ((x >= launched.columns || y >= launched.rows) && got[i] != before[i])
                    FAIL("Only ", launched.columns, " × ", launched.rows,
                         " work-items were launched, and pixel (", x, ", ", y,
                         ") was written. A work-item makes its own pixel and no other.");
            }
        expect_turned(in, got, size, degrees(30), launched);
    }
}

TEST_CASE("a picture is turned a little, and far")
{
    const Size2D size = Exercise::get().clean_stage() ? Size2D{16, 8, 8, 2} : Size2D{333, 257, 16, 4};
    for (const double angle : {0.25, -0.4, 45.0, 170.0, 200.0, 299.0, -1.0}) check_turn(size, degrees(angle));
}

TEST_CASE("rotation handles every size, angle and work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        for (const Turn turn : {no_turn, quarter_turn, half_turn, degrees(30), degrees(-117.3)})
            check_turn(size, turn);
}
