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

/// What the kernel leaves in an output that holds no pixels yet. @param columns,rows work-items from (0, 0) on, if not all.
Bytes turned(const Bytes& in, const Size2D& size, Turn turn, std::size_t columns = SIZE_MAX,
             std::size_t rows = SIZE_MAX)
{
    const auto out = output<std::uint8_t>("out", in.size());
    launch(Exercise::get().kernel("rotation.cl", "rotate_picture",
                                  {"global uchar*", "global uchar*", "uint", "uint", "float", "float"}),
           covering({std::min(size.columns, columns), std::min(size.rows, rows), size.group_columns,
                     size.group_rows}),
           input("in", in), out, size.columns, size.rows, static_cast<cl_float>(turn.cosine),
           static_cast<cl_float>(turn.sine));
    return out.read();
}

/// Pixels from 1 to 255, so that 0 can only mean outside.
Bytes random_picture(const Size2D& size)
{
    Bytes in = random_bytes(size.columns * size.rows, 300 + size.columns * size.rows);
    for (std::uint8_t& pixel : in) pixel = std::max<std::uint8_t>(pixel, 1);
    return in;
}

/// @param columns,rows work-items from (0, 0) on, if not all.
void check_turn(const Size2D& size, Turn turn, std::size_t columns = SIZE_MAX, std::size_t rows = SIZE_MAX)
{
    const Bytes in = random_picture(size), got = turned(in, size, turn, columns, rows);
    INFO("columns ", size.columns, ", rows ", size.rows, ", cosine ", turn.cosine, ", sine ", turn.sine);
    expect_part(
        "out", rotated({in, size.columns, size.rows, turn}, got).values, got,
        [&](std::size_t i) { return i % size.columns < columns && i / size.columns < rows; }, {},
        size.columns);
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
    expect_same("out", expected, turned(in, size, quarter_turn), {}, size.columns);
}

TEST_CASE("a half turn reverses the picture")
{
    const Size2D size{14, 9, 8, 4}; // 14: the centre lies between two columns
    const Bytes in = random_picture(size);
    const Bytes expected{in.rbegin(), in.rend()};
    expect_same("out", expected, turned(in, size, half_turn), {}, size.columns);
    expect_same("out", Bytes{9, 0, 7}, turned({7, 0, 9}, {3, 1, 4, 4}, half_turn)); // black is a colour, too
}

TEST_CASE("what comes from outside is black")
{
    check_turn({20, 4, 8, 4}, quarter_turn); // leaves a square of 4 × 4 in the middle
    check_turn({4, 20, 4, 8}, quarter_turn);
}

TEST_CASE("a turn by 30 degrees leaves no holes")
{
    check_turn({17, 17, 4, 4}, degrees(30));
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    check_turn({17, 13, 5, 3}, degrees(30), 10, 9);
    check_turn({17, 13, 5, 3}, degrees(30), 5);
}

TEST_CASE("a picture is turned a little, and far")
{
    const Size2D size = clean_stage() ? Size2D{16, 8, 8, 2} : Size2D{333, 257, 16, 4};
    for (const double angle : {0.25, -0.4, 45.0, 170.0, 200.0, 299.0, -1.0}) check_turn(size, degrees(angle));
}

TEST_CASE("rotation handles every size, angle and work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        for (const Turn turn : {no_turn, quarter_turn, half_turn, degrees(30), degrees(-117.3)})
            check_turn(size, turn);
}
