// The rotation kernels against double precision: the inverse is right everywhere, the forward one has holes.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

struct Turn
{
    double cosine;
    double sine;
};

constexpr Turn quarter_turn{0.0, 1.0};

Turn degrees(double angle)
{
    const double radians = angle * std::numbers::pi / 180.0;
    return {std::cos(radians), std::sin(radians)};
}

Bytes run_kernel(const char* name, const Bytes& in, const Size2D& size, Turn turn)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("rotation.cl", name,
                                        {"global uchar*", "global uchar*", "uint", "uint", "float", "float"});
    const auto device_in = input("in", in);
    const auto device_out = input("out", Bytes(in.size(), 0));
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(size.columns, size.group_columns),
                                           round_up(size.rows, size.group_rows)),
                     .local = cl::NDRange(size.group_columns, size.group_rows)},
                    device_in, device_out, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows), static_cast<cl_float>(turn.cosine),
                    static_cast<cl_float>(turn.sine));
    return device_out.read();
}

/// No pixel is 0, so that 0 can only mean outside, or a hole.
Bytes random_picture(const Size2D& size)
{
    Bytes in = random_bytes(size.columns * size.rows, 900 + size.columns);
    for (std::uint8_t& pixel : in) pixel = std::max<std::uint8_t>(pixel, 1);
    return in;
}

/// The input pixel that output pixel (x, y) is made of, with the source moved by a shift; 0 outside.
std::uint8_t source_pixel(const Bytes& in, const Size2D& size, Turn turn, std::size_t x, std::size_t y,
                          double shift_x, double shift_y)
{
    const double cx = (static_cast<double>(size.columns) - 1.0) / 2.0;
    const double cy = (static_cast<double>(size.rows) - 1.0) / 2.0;
    const double dx = static_cast<double>(x) - cx;
    const double dy = static_cast<double>(y) - cy;
    const double column = std::floor(cx + dx * turn.cosine - dy * turn.sine + 0.5 + shift_x);
    const double row = std::floor(cy + dx * turn.sine + dy * turn.cosine + 0.5 + shift_y);
    if (column < 0 || row < 0 || column >= static_cast<double>(size.columns) ||
        row >= static_cast<double>(size.rows))
        return 0;
    return in[static_cast<std::size_t>(row) * size.columns + static_cast<std::size_t>(column)];
}

/// How many of the pixels are neither the source's nor, within 0.001 of the line between two, its
/// neighbour's.
std::size_t wrong_pixels(const Bytes& in, const Bytes& got, const Size2D& size, Turn turn)
{
    constexpr double doubt = 1e-3;
    std::size_t wrong = 0;
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x) {
            bool right = false;
            for (const double shift_x : {-doubt, doubt})
                for (const double shift_y : {-doubt, doubt})
                    right |=
                        got[y * size.columns + x] == source_pixel(in, size, turn, x, y, shift_x, shift_y);
            wrong += right ? 0 : 1;
        }
    return wrong;
}

/// Pixels that have a source well inside the picture and yet are 0.
std::size_t holes(const Bytes& in, const Bytes& got, const Size2D& size, Turn turn)
{
    std::size_t found = 0;
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x)
            if (got[y * size.columns + x] == 0 && source_pixel(in, size, turn, x, y, -1, -1) != 0 &&
                source_pixel(in, size, turn, x, y, 1, 1) != 0)
                ++found;
    return found;
}

} // namespace

TEST_CASE("inverse mapping agrees with double precision at every size and angle")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        for (const Turn turn :
             {Turn{1, 0}, quarter_turn, Turn{-1, 0}, Turn{0, -1}, degrees(30), degrees(-117.3)}) {
            const Bytes in = random_picture(size);
            INFO("columns ", size.columns, ", rows ", size.rows, ", cosine ", turn.cosine, ", sine ",
                 turn.sine);
            CHECK(wrong_pixels(in, run_kernel("rotate_inverse", in, size, turn), size, turn) == 0);
        }
}

TEST_CASE("inverse mapping leaves no holes at 30 degrees")
{
    const Size2D size{96, 64, 16, 4};
    const Bytes in = random_picture(size);
    CHECK(holes(in, run_kernel("rotate_inverse", in, size, degrees(30)), size, degrees(30)) == 0);
}

TEST_CASE("forward mapping is right at 90 degrees")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) {
        const Bytes in = random_picture(size);
        INFO("columns ", size.columns, ", rows ", size.rows);
        CHECK(wrong_pixels(in, run_kernel("rotate_forward", in, size, quarter_turn), size, quarter_turn) ==
              0);
    }
}

TEST_CASE("forward mapping leaves holes at 30 degrees")
{
    const Size2D size{96, 64, 16, 4};
    const Bytes in = random_picture(size);
    const Bytes got = run_kernel("rotate_forward", in, size, degrees(30));
    const std::size_t found = holes(in, got, size, degrees(30));
    MESSAGE(found, " holes in ", size.columns, " × ", size.rows, " pixels");
    CHECK(found > 100);
}
