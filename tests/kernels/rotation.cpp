// The rotation kernels against double precision: the inverse is right everywhere, the forward one has holes.
#include <lockstep/kernel_set.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

constexpr Turn quarter_turn{0.0, 1.0};

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

/// How many pixels are not what the rotation may give.
std::size_t wrong_pixels(const Rotation& rotation, const Bytes& got)
{
    std::size_t wrong = 0;
    for (std::size_t y = 0; y < rotation.rows(); ++y)
        for (std::size_t x = 0; x < rotation.columns(); ++x)
            wrong += rotation.allows(x, y, got[y * rotation.columns() + x]) ? 0 : 1;
    return wrong;
}

/// Pixels that have a source well inside the picture and yet are 0.
std::size_t holes(const Rotation& rotation, const Bytes& got)
{
    std::size_t found = 0;
    for (std::size_t y = 0; y < rotation.rows(); ++y)
        for (std::size_t x = 0; x < rotation.columns(); ++x)
            if (got[y * rotation.columns() + x] == 0 && rotation.source(x, y, -1, -1) != 0 &&
                rotation.source(x, y, 1, 1) != 0)
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
            CHECK(wrong_pixels({in, size.columns, size.rows, turn},
                               run_kernel("rotate_inverse", in, size, turn)) == 0);
        }
}

TEST_CASE("inverse mapping leaves no holes at 30 degrees")
{
    const Size2D size{96, 64, 16, 4};
    const Bytes in = random_picture(size);
    CHECK(holes({in, size.columns, size.rows, degrees(30)},
                run_kernel("rotate_inverse", in, size, degrees(30))) == 0);
}

TEST_CASE("forward mapping is right at 90 degrees")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) {
        const Bytes in = random_picture(size);
        INFO("columns ", size.columns, ", rows ", size.rows);
        CHECK(wrong_pixels({in, size.columns, size.rows, quarter_turn},
                           run_kernel("rotate_forward", in, size, quarter_turn)) == 0);
    }
}

TEST_CASE("forward mapping leaves holes at 30 degrees")
{
    const Size2D size{96, 64, 16, 4};
    const Bytes in = random_picture(size);
    const Bytes got = run_kernel("rotate_forward", in, size, degrees(30));
    const std::size_t found = holes({in, size.columns, size.rows, degrees(30)}, got);
    MESSAGE(found, " holes in ", size.columns, " × ", size.rows, " pixels");
    CHECK(found > 100);
}
