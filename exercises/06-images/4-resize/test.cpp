// Tests of the resized picture against bilinear filtering in double precision.
#include <lockstep/image_input.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

constexpr const char* file = "resize.cl";
constexpr const char* kernel_name = "resize";
const cl::ImageFormat rgba_float{CL_RGBA, CL_FLOAT};
const cl::ImageFormat rgba_bytes{CL_RGBA, CL_UNORM_INT8};
const cl::ImageFormat r_float{CL_R, CL_FLOAT};

cl::Kernel resize_kernel()
{
    return Exercise::get().kernel(file, kernel_name, {"read_only image2d_t", "write_only image2d_t"});
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

Launch rounded_up(const Size2D& size)
{
    return {
        .global = {round_up(size.columns, size.group_columns), round_up(size.rows, size.group_rows)},
        .local = {size.group_columns, size.group_rows},
    };
}

/// Resizes floats. @param size of the result, and the work-groups.
void check(const cl::ImageFormat& format, const Picture& in, const Size2D& size)
{
    const Extent extent{size.columns, size.rows};
    cl::Kernel kernel = resize_kernel();
    const cl::Image2D source = image_input(format, in.extent, in.values);
    const cl::Image2D out = image_output(format, extent);
    Exercise::get().launch(kernel, rounded_up(size), source, out);
    INFO("from ", in.extent.columns, " × ", in.extent.rows, " to ", size.columns, " × ", size.rows,
         ", in work-groups of ", size.group_columns, " × ", size.group_rows);
    expect_resized(in, extent, values_of<float>(out), 0.0);
    if (values_of<float>(source) != in.values) FAIL("The picture itself was changed.");
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

/// Pixels that a device's images may have in a row or a column, up to 20,000.
template <cl_device_info Limit>
std::size_t most_pixels()
{
    return std::min<std::size_t>(Exercise::get().device().getInfo<Limit>(), 20000);
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
    const std::size_t own = count_of_its_own(file);
    check_floats({7, 3}, {own, 2, 12, 1});
    check_floats({own, 5}, {9, 4, 3, 3});
    if (Exercise::get().clean_stage()) return;
    check_floats({640, 480}, {1000, 300, 24, 2});
    check_floats({8001, 3}, {77, 5, 16, 4});
    check_floats({8191, 2}, {5003, 3, 16, 4});
    check_floats({2, 6007}, {3, 7993, 1, 32});
    check_floats({3, 3}, {5, 8001, 1, 32});
    const std::size_t longest = most_pixels<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
    const std::size_t tallest = most_pixels<CL_DEVICE_IMAGE2D_MAX_HEIGHT>();
    check_floats({longest, 2}, {longest - 3, 3, 16, 1});
    check_floats({2, tallest}, {3, tallest - 3, 1, 16});
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
    check(r_float, random_picture({11, 6}, 1), {7, 9, 4, 4});
    const Extent from{10, 7}, to{16, 5};
    const std::vector<std::uint8_t> bytes = random_bytes(4 * from.pixels(), 661);
    Picture picture{from, 4, {}};
    for (const std::uint8_t byte : bytes) picture.values.push_back(static_cast<float>(byte) / 255.0F);
    cl::Kernel kernel = resize_kernel();
    const cl::Image2D out = image_output(rgba_bytes, to);
    Exercise::get().launch(kernel, rounded_up({to.columns, to.rows, 4, 4}),
                           image_input(rgba_bytes, from, bytes), out);
    std::vector<float> got;
    for (const std::uint8_t byte : values_of<std::uint8_t>(out))
        got.push_back(static_cast<float>(byte) / 255.0F);
    INFO("from 10 × 7 to 16 × 5, each channel a byte that stands for 0 to 1");
    expect_resized(picture, to, got, 1.0 / 255.0);
}

TEST_CASE("the picture's format plays no part")
{
    // There are many; a kernel that asks is told of some that it was not tried with.
    const Extent extent{9, 8}, to{14, 5};
    const Picture picture = random_picture(extent);
    for (const std::string told_of : {"CLK_RG\n#define get_image_channel_data_type(image) CLK_SNORM_INT16",
                                      "CLK_R\n#define get_image_channel_data_type(image) CLK_HALF_FLOAT"}) {
        resize_kernel(); // which has the better messages
        cl::Kernel told{program_behind("#define get_image_channel_order(image) " + told_of + "\n", file),
                        kernel_name};
        const cl::Image2D out = image_output(rgba_float, to);
        Exercise::get().launch(told, {.global = {to.columns, to.rows}},
                               image_input(rgba_float, extent, picture.values), out);
        INFO("A kernel that asks for the format was told of another one");
        expect_resized(picture, to, values_of<float>(out), 0.0);
    }
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const Picture in = random_picture({9, 14});
    const Extent extent{17, 13};
    const std::vector<float> before(4 * extent.pixels(), -5.0F);
    cl::Kernel kernel = resize_kernel();
    // Each work-item for itself, told that it is one of a group.
    cl::Kernel alone{program_behind(item_of({.global = {24, 20}, .local = {8, 4}}), file), kernel_name};
    const cl::Image2D source = image_input(rgba_float, in.extent, in.values);
    const cl::Image2D whole = image_output(rgba_float, extent);
    Exercise::get().launch(kernel, {.global = {extent.columns, extent.rows}}, source, whole);
    const std::vector<float> made = values_of<float>(whole);
    expect_resized(in, extent, made, 0.0);
    struct Part
    {
        std::size_t x, y, columns, rows;
    };
    for (const Part& part :
         {Part{0, 0, 10, 9}, Part{4, 3, 6, 2}, Part{0, 12, 17, 1}, Part{16, 0, 1, 13}, Part{12, 8, 9, 9}}) {
        std::vector<float> expected = before;
        for (std::size_t y = part.y; y < std::min(part.y + part.rows, extent.rows); ++y)
            for (std::size_t x = part.x; x < std::min(part.x + part.columns, extent.columns); ++x)
                for (std::size_t i = 4 * (y * extent.columns + x), end = i + 4; i < end; ++i)
                    expected[i] = made[i];
        for (cl::Kernel* const launched : {&kernel, &alone}) {
            const cl::Image2D out = image_input(rgba_float, extent, before);
            Exercise::get().launch(*launched,
                                   {.global = {part.columns, part.rows},
                                    .local = launched == &alone ? cl::NDRange(1, 1) : cl::NullRange,
                                    .offset = {part.x, part.y}},
                                   source, out);
            INFO("of a picture of 17 × 13, ", part.columns, " × ", part.rows,
                 " work-items were launched, the first of them at (", part.x, ", ", part.y, ")");
            expect_same_pixels("out", extent, expected, values_of<float>(out), {.ulps = 4});
        }
    }
}

TEST_CASE("work-items without a pixel write nothing")
{
    const Extent extent{11, 6}; // what the kernel is told of both images; out has a rim
    const Extent with_rim{extent.columns + 13, extent.rows + 10};
    const Picture in = random_picture(extent);
    cl::Kernel kernel = resize_kernel();
    const std::vector<float> before(4 * with_rim.pixels(), -5.0F);
    cl::Kernel told{program_behind(told_extent(extent), file), kernel_name};
    const cl::Image2D source = image_input(rgba_float, extent, in.values);
    const cl::Image2D out = image_input(rgba_float, with_rim, before);
    Exercise::get().launch(told, {.global = {16, 12}, .local = {4, 4}}, source, out);
    const std::vector<float> got = values_of<float>(out);
    for (std::size_t i = 0; i < got.size(); ++i) {
        const std::size_t x = i / 4 % with_rim.columns, y = i / 4 / with_rim.columns;
        if ((x >= extent.columns || y >= extent.rows) && got[i] != before[i])
            FAIL("The kernel was told that the picture is 11 × 6, and 16 × 12 work-items were launched. "
                 "Pixel (",
                 x, ", ", y, ") was written.");
    }
    for (const Launch& beside :
         {Launch{.global = {4, 6}, .offset = {11, 0}}, Launch{.global = {11, 3}, .offset = {0, 6}}}) {
        const std::vector<float> whole(4 * extent.pixels(), -5.0F);
        const cl::Image2D untouched = image_input(rgba_float, extent, whole);
        Exercise::get().launch(kernel, beside, source, untouched);
        INFO("Work-items were launched that all lie beside the picture of 11 × 6");
        expect_same_pixels("out", extent, whole, values_of<float>(untouched));
    }
}
