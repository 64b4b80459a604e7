// Tests of the exchange of red and blue: every channel of every pixel, and who writes which.
#include <lockstep/image_input.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <utility>

using namespace lockstep;

namespace
{

constexpr const char* file = "channels.cl";
const cl::ImageFormat bytes_rgba{CL_RGBA, CL_UNSIGNED_INT8};
const cl::ImageFormat words_rgba{CL_RGBA, CL_UNSIGNED_INT32};

cl::Kernel swap_kernel()
{
    return Exercise::get().kernel(file, "swap_red_and_blue", {"read_only image2d_t", "write_only image2d_t"});
}

template <typename T>
std::vector<T> swapped(std::vector<T> pixels)
{
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) std::swap(pixels[i], pixels[i + 2]);
    return pixels;
}

/// Launches for the whole image, or for so many columns and rows from the first on, and compares.
template <typename T>
void check_swap(const cl::ImageFormat& format, const Size2D& size, const std::vector<T>& pixels,
                std::size_t columns = SIZE_MAX, std::size_t rows = SIZE_MAX)
{
    const Extent extent{size.columns, size.rows};
    const cl::Image2D out = image_output(format, extent);
    launch(swap_kernel(),
           covering({std::min(size.columns, columns), std::min(size.rows, rows), size.group_columns,
                     size.group_rows}),
           image_input(format, extent, pixels), out);
    INFO("an image of ", size.columns, " × ", size.rows, ", ", 8 * sizeof(T), " bits a channel");
    expect_part_of_image("out", extent, swapped(pixels), values_of<T>(out),
                         [&](std::size_t x, std::size_t y) { return x < columns && y < rows; });
}

/// Pixels that a device's images may have in a row or a column, up to 20,000.
template <cl_device_info Limit>
std::size_t most_pixels()
{
    return std::min<std::size_t>(Exercise::get().device().getInfo<Limit>(), 20000);
}

void check_bytes(const Size2D& size)
{
    check_swap(bytes_rgba, size, random_bytes(4 * size.columns * size.rows, 600 + size.columns));
}

} // namespace

TEST_CASE("red and blue change places")
{
    check_swap<std::uint8_t>(bytes_rgba, {2, 1, 2, 1}, {200, 10, 30, 255, 1, 2, 3, 99});
}

TEST_CASE("every size and work-group is handled")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) check_bytes(size);
    if (clean_stage()) return;
    check_bytes({most_pixels<CL_DEVICE_IMAGE2D_MAX_WIDTH>(), 3, 16, 2});
    check_bytes({3, most_pixels<CL_DEVICE_IMAGE2D_MAX_HEIGHT>(), 1, 32});
}

TEST_CASE("the sampler does not mix pixels")
{
    // Pixels alone cannot tell: on many devices a linear sampler reads integers as the other one does.
    if (code_of(file).find("CLK_FILTER_LINEAR") != std::string::npos)
        FAIL("The sampler has CLK_FILTER_LINEAR, which mixes neighbours and is for images of floats. What "
             "read_imageui returns by it is undefined, even if it is right here. Take CLK_FILTER_NEAREST.");
}

TEST_CASE("channels may be wider than a byte")
{
    check_swap(words_rgba, {13, 5, 4, 4}, random_uints(4 * 13 * 5, 612, 0xFFFFFFFFU));
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const std::vector<std::uint8_t> pixels = random_bytes(4 * 17 * 13, 613);
    check_swap(bytes_rgba, {17, 13, 5, 3}, pixels, 10, 9);
    const cl::Image2D out = image_output(bytes_rgba, {17, 13});
    launch(swap_kernel(), {.global = {6, 2}, .local = {3, 1}, .offset = {4, 3}},
           image_input(bytes_rgba, {17, 13}, pixels), out);
    INFO("6 × 2 work-items were launched, the first of them at (4, 3)");
    expect_part_of_image("out", {17, 13}, swapped(pixels), values_of<std::uint8_t>(out),
                         [](std::size_t x, std::size_t y) { return x >= 4 && x < 10 && y >= 3 && y < 5; });
}

TEST_CASE("work-items without a pixel write nothing")
{
    // The kernel is told that the image has 11 × 6 pixels. Around them there is a rim.
    for (const Launch& beside :
         {Launch{.global = {5, 12}, .offset = {11, 0}}, Launch{.global = {16, 6}, .offset = {0, 6}}}) {
        const cl::Image2D out = image_output(bytes_rgba, {24, 16});
        launch(behind(told_extent({11, 6}), file, swap_kernel()), beside,
               image_input(bytes_rgba, {24, 16}, random_bytes(4 * 24 * 16, 615)), out);
        INFO("Only work-items were launched that lie beside the 11 × 6 pixels");
        const auto got = values_of<std::uint8_t>(out);
        expect_part_of_image("out", {24, 16}, got, got, [](std::size_t, std::size_t) { return false; });
    }
}
