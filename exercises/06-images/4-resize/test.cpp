// Tests of the resized picture against bilinear filtering in double precision.
#include <lockstep/image_input.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

constexpr const char* file = "resize.cl";
const cl::ImageFormat rgba_float{CL_RGBA, CL_FLOAT};
const cl::ImageFormat rgba_bytes{CL_RGBA, CL_UNORM_INT8};
const cl::ImageFormat r_float{CL_R, CL_FLOAT};

cl::Kernel resize_kernel()
{
    return Exercise::get().kernel(file, "resize", {"read_only image2d_t", "write_only image2d_t"});
}

/// A picture whose values are the channels of its pixels, one after the other.
struct Picture
{
    Extent extent;
    std::size_t channels = 4;
    std::vector<float> values;

    /// A channel of a pixel; outside of the picture that of the outermost pixel.
    double at(std::ptrdiff_t x, std::ptrdiff_t y, std::size_t channel) const
    {
        const auto inside = [](std::ptrdiff_t i, std::size_t n) {
            return static_cast<std::size_t>(
                std::clamp<std::ptrdiff_t>(i, 0, static_cast<std::ptrdiff_t>(n) - 1));
        };
        return values[(inside(y, extent.rows) * extent.columns + inside(x, extent.columns)) * channels +
                      channel];
    }
};

struct Rectangle
{
    std::size_t first_x, end_x, first_y, end_y;
};

/// What a channel of a pixel should be, and by how much it may be off.
struct Expected
{
    double value;
    double tolerance;
};

/// A channel at the place (u, v), in pixels of the picture; the centre of its first pixel is at (1/2, 1/2).
Expected filtered(const Picture& in, double u, double v, std::size_t channel)
{
    const double left = std::floor(u - 0.5), top = std::floor(v - 0.5);
    const double a = u - 0.5 - left, b = v - 0.5 - top;
    const auto x = static_cast<std::ptrdiff_t>(left), y = static_cast<std::ptrdiff_t>(top);
    const auto row = [&](std::ptrdiff_t at_y) {
        return (1 - a) * in.at(x, at_y, channel) + a * in.at(x + 1, at_y, channel);
    };
    // How far the pixels are apart that a place as good as this one may lie between.
    double low = in.at(x, y, channel), high = low;
    for (std::ptrdiff_t dy = -1; dy <= 2; ++dy)
        for (std::ptrdiff_t dx = -1; dx <= 2; ++dx) {
            low = std::min(low, in.at(x + dx, y + dy, channel));
            high = std::max(high, in.at(x + dx, y + dy, channel));
        }
    // A GPU's texture unit keeps the weights with 8 bits of fraction (for NVIDIA's see the CUDA programming guide, "Linear
    // Filtering"), cut off or rounded, so that along each of the two axes 2^-8 of the pixels' difference may be missing.
    // Before that, the place itself has been through a division and a multiplication in single precision, and is off by
    // a few 2^-24 of the picture's length. Half a pixel, in contrast, is half of the difference.
    const double weight = std::ldexp(1.0, -8);
    const double place = std::ldexp(static_cast<double>(std::max(in.extent.columns, in.extent.rows)), -22);
    const double rounding = std::ldexp(std::max(std::abs(low), std::abs(high)), -20);
    return {(1 - b) * row(y) + b * row(y + 1), 2 * (weight + place) * (high - low) + rounding};
}

/// Fails with the first pixel that is not what it should be. @param step of the values in the image; 0 for floats.
void expect_resized(const Picture& in, const Extent& out, const std::vector<float>& got, double step)
{
    for (std::size_t y = 0; y < out.rows; ++y)
        for (std::size_t x = 0; x < out.columns; ++x)
            for (std::size_t channel = 0; channel < in.channels; ++channel) {
                const double u = (static_cast<double>(x) + 0.5) * static_cast<double>(in.extent.columns) /
                                 static_cast<double>(out.columns);
                const double v = (static_cast<double>(y) + 0.5) * static_cast<double>(in.extent.rows) /
                                 static_cast<double>(out.rows);
                const Expected expected = filtered(in, u, v, channel);
                const double value = got[(y * out.columns + x) * in.channels + channel];
                // Values become steps by rounding, which OpenCL allows to be off by 0.6 (section 8.3.1.1).
                if (std::abs(value - expected.value) <= expected.tolerance + 0.6 * step) continue;
                FAIL("Channel ", channel, " of pixel (", x, ", ", y, ") is ", value, "; expected ",
                     expected.value, ", and at most ", expected.tolerance + 0.6 * step,
                     " more or less. The pixel's centre falls on (", u, ", ", v,
                     ") of the picture, counted from the corner of its first pixel.");
            }
}

/// Resizes floats. @param size of the result, and the work-groups.
void check(const cl::ImageFormat& format, const Picture& in, const Size2D& size)
{
    const Extent extent{size.columns, size.rows};
    const cl::Image2D out = image_output(format, extent);
    launch(resize_kernel(), covering(size), image_input(format, in.extent, in.values), out);
    INFO("from ", in.extent.columns, " × ", in.extent.rows, " to ", size.columns, " × ", size.rows,
         ", in work-groups of ", size.group_columns, " × ", size.group_rows);
    expect_resized(in, extent, values_of<float>(out), 0.0);
}

/// Values from 1 to 3: the border colour, 0, is far from them.
Picture random_picture(const Extent& extent, std::size_t channels = 4)
{
    return {extent, channels, random_floats(channels * extent.pixels(), 660 + extent.pixels(), 1.0F, 3.0F)};
}

void check_floats(const Extent& from, const Size2D& to)
{
    check(rgba_float, random_picture(from), to);
}

} // namespace

TEST_CASE("a picture of the same size is the same")
{
    check_floats({8, 6}, {8, 6, 4, 2});
    check_floats({13, 7}, {13, 7, 4, 4});
}

TEST_CASE("a picture becomes twice and three times as large")
{
    check_floats({4, 3}, {8, 6, 4, 2});
    check_floats({5, 7}, {15, 21, 5, 3});
}

TEST_CASE("a picture becomes half as large and a third")
{
    check_floats({8, 6}, {4, 3, 4, 1});
    check_floats({15, 21}, {5, 7, 4, 4});
}

TEST_CASE("columns and rows have factors of their own")
{
    check_floats({9, 4}, {4, 11, 4, 4});
    check_floats({4, 9}, {11, 4, 4, 4});
    check_floats({6, 6}, {6, 17, 3, 5});
    check_floats({6, 6}, {17, 6, 5, 3});
}

TEST_CASE("the rim is made of the outermost pixels")
{
    check_floats({3, 2}, {24, 18, 8, 2});
    check_floats({2, 2}, {16, 16, 4, 4});
}

TEST_CASE("one pixel, one row and one column")
{
    check_floats({1, 1}, {7, 5, 4, 4});
    check_floats({7, 5}, {1, 1, 2, 2});
    check_floats({1, 9}, {6, 4, 3, 2});
    check_floats({9, 1}, {4, 6, 2, 3});
    check_floats({6, 4}, {1, 9, 1, 3});
    check_floats({6, 4}, {9, 1, 3, 1});
    check_floats({1, 1}, {1, 1, 1, 1});
}

TEST_CASE("every size and work-group is handled")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) {
        check_floats({17, 11}, size);
        check_floats({size.columns + 3, 2 * size.rows + 1}, size);
    }
    if (clean_stage()) return;
    check_floats({640, 480}, {1000, 300, 24, 2});
    check_floats({7001, 2}, {8191, 3, 16, 4}); // no device need have more than 8,192
    check_floats({2, 5003}, {3, 8187, 1, 32});
}

TEST_CASE("values may be of any size and sign")
{
    for (const float factor : {std::ldexp(1.0F, 120), std::ldexp(1.0F, -100), -1.0F}) {
        Picture picture = random_picture({9, 8});
        for (float& value : picture.values) value *= factor;
        INFO("values times ", factor);
        check(rgba_float, picture, {14, 5, 7, 5});
    }
}

TEST_CASE("pictures may have one channel, or bytes")
{
    if (has_images_of(r_float)) check(r_float, random_picture({11, 6}, 1), {7, 9, 4, 4});
    const Extent from{10, 7}, to{16, 5};
    const std::vector<std::uint8_t> bytes = random_bytes(4 * from.pixels(), 661);
    const cl::Image2D out = image_output(rgba_bytes, to);
    launch(resize_kernel(), covering({16, 5, 4, 4}), image_input(rgba_bytes, from, bytes), out);
    const auto as_floats = [](const std::vector<std::uint8_t>& values) {
        std::vector<float> floats;
        for (const std::uint8_t byte : values) floats.push_back(static_cast<float>(byte) / 255.0F);
        return floats;
    };
    INFO("from 10 × 7 to 16 × 5, each channel a byte that stands for 0 to 1");
    expect_resized({from, 4, as_floats(bytes)}, to, as_floats(values_of<std::uint8_t>(out)), 1.0 / 255.0);
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const Picture in = random_picture({9, 14});
    const Extent extent{17, 13};
    const cl::Image2D source = image_input(rgba_float, in.extent, in.values);
    const cl::Image2D whole = image_output(rgba_float, extent);
    launch(resize_kernel(), covering({17, 13, 1, 1}), source, whole);
    for (const Rectangle& part : {Rectangle{0, 10, 0, 9}, Rectangle{4, 10, 3, 5}, Rectangle{0, 17, 12, 13}}) {
        const cl::Image2D out = image_output(rgba_float, extent);
        launch(resize_kernel(),
               {.global = {part.end_x - part.first_x, part.end_y - part.first_y},
                .offset = {part.first_x, part.first_y}},
               source, out);
        expect_part_of_image("out", extent, values_of<float>(whole), values_of<float>(out),
                             [&](std::size_t x, std::size_t y) {
                                 return x >= part.first_x && x < part.end_x && y >= part.first_y &&
                                        y < part.end_y;
                             },
                             {.ulps = 4});
    }
}

TEST_CASE("work-items without a pixel write nothing")
{
    // The kernel is told that the image has 11 × 6 pixels. Around them there is a rim.
    for (const Launch& beside :
         {Launch{.global = {5, 12}, .offset = {11, 0}}, Launch{.global = {16, 6}, .offset = {0, 6}}}) {
        const cl::Image2D out = image_output(rgba_float, {24, 16});
        launch(behind(told_extent({11, 6}), file, resize_kernel()), beside,
               image_input(rgba_float, {11, 6}, random_picture({11, 6}).values), out);
        INFO("Only work-items were launched that lie beside the 11 × 6 pixels");
        const auto got = values_of<float>(out);
        expect_part_of_image("out", {24, 16}, got, got, [](std::size_t, std::size_t) { return false; });
    }
}
