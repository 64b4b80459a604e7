// Tests of the exchange of red and blue: every channel of every pixel, and who writes which.
#include <lockstep/image_input.hpp>
#include <lockstep/probes.hpp>

using namespace lockstep;

namespace
{

constexpr const char* file = "channels.cl";
constexpr const char* kernel_name = "swap_red_and_blue";
const cl::ImageFormat bytes_rgba{CL_RGBA, CL_UNSIGNED_INT8};
const cl::ImageFormat shorts_rgba{CL_RGBA, CL_UNSIGNED_INT16};
const cl::ImageFormat words_rgba{CL_RGBA, CL_UNSIGNED_INT32};

cl::Kernel swap_kernel()
{
    return Exercise::get().kernel(file, kernel_name, {"read_only image2d_t", "write_only image2d_t"});
}

template <typename T>
std::vector<T> swapped(std::vector<T> pixels)
{
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) std::swap(pixels[i], pixels[i + 2]);
    return pixels;
}

Launch rounded_up(const Size2D& size)
{
    return {
        .global = {round_up(size.columns, size.group_columns), round_up(size.rows, size.group_rows)},
        .local = {size.group_columns, size.group_rows},
    };
}

/// Launches for the whole image, and compares.
template <typename T>
void check_swap(const cl::ImageFormat& format, const Size2D& size, const std::vector<T>& pixels)
{
    const Extent extent{size.columns, size.rows};
    cl::Kernel kernel = swap_kernel();
    const cl::Image2D in = image_input(format, extent, pixels);
    const cl::Image2D out = image_output(format, extent);
    Exercise::get().launch(kernel, rounded_up(size), in, out);
    INFO("an image of ", size.columns, " × ", size.rows, ", ", 8 * sizeof(T), " bits a channel");
    expect_same_pixels("out", extent, swapped(pixels), values_of<T>(out));
    expect_same_pixels("in", extent, pixels, values_of<T>(in));
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
    check_swap<std::uint8_t>(bytes_rgba, {2, 1, 2, 1}, {200, 10, 30, 255, 1, 2, 3, 255});
}

TEST_CASE("green and alpha stay")
{
    check_swap<std::uint8_t>(bytes_rgba, {3, 1, 3, 1}, {7, 100, 7, 0, 0, 0, 0, 99, 5, 250, 6, 1});
}

TEST_CASE("every size and work-group is handled")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) check_bytes(size);
    check_bytes({count_of_its_own(file) / 10, 7, 12, 4});
    check_bytes({5, count_of_its_own(file) / 10, 2, 24});
    if (Exercise::get().clean_stage()) return;
    const std::size_t longest = most_pixels<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
    const std::size_t tallest = most_pixels<CL_DEVICE_IMAGE2D_MAX_HEIGHT>();
    for (const Size2D& size :
         {Size2D{longest, 3, 16, 2}, Size2D{3, tallest, 1, 32}, Size2D{2501, 1603, 16, 4}})
        check_bytes(size);
}

TEST_CASE("the order in which an image stores its channels plays no part")
{
    // Few devices have images of unsigned integers in another order, so a kernel that asks is told of one.
    const Extent extent{9, 5};
    const std::vector<std::uint8_t> pixels = random_bytes(4 * extent.pixels(), 618);
    for (const std::string order : {"CLK_BGRA", "CLK_ARGB"}) {
        swap_kernel(); // which has the better messages
        cl::Kernel told{program_behind("#define get_image_channel_order(image) " + order + "\n", file),
                        kernel_name};
        const cl::Image2D out = image_output(bytes_rgba, extent);
        Exercise::get().launch(told, {.global = {9, 5}}, image_input(bytes_rgba, extent, pixels), out);
        INFO("The kernel was told that images have the order ", order);
        expect_same_pixels("out", extent, swapped(pixels), values_of<std::uint8_t>(out));
    }
}

TEST_CASE("the sampler does not mix pixels")
{
    swap_kernel(); // which has the better messages
    try {
        // Pixels alone cannot tell: on many devices a linear sampler reads integers as the other one does.
        program_behind("#undef CLK_FILTER_LINEAR\n#define CLK_FILTER_LINEAR undefined_for_integers\n", file);
    } catch (const cl::Error&) {
        FAIL("The sampler has CLK_FILTER_LINEAR, which mixes neighbours and is for images of floats. ",
             "What read_imageui returns by it is undefined, even if it is right on this device. ",
             "Take CLK_FILTER_NEAREST.");
    }
}

TEST_CASE("channels may be wider than a byte")
{
    const Size2D size{13, 5, 4, 4};
    std::vector<std::uint16_t> shorts;
    for (const std::uint32_t value : random_uints(4 * 13 * 5, 611, 65536))
        shorts.push_back(static_cast<std::uint16_t>(value));
    const Extent extent{size.columns, size.rows};
    cl::Kernel kernel = swap_kernel();
    const cl::Image2D out = image_output(shorts_rgba, extent);
    Exercise::get().launch(kernel, rounded_up(size), image_input(shorts_rgba, extent, shorts), out);
    INFO("16 bits a channel");
    if (const auto got = values_of<std::uint16_t>(out); got != swapped(shorts))
        FAIL("Pixel (0, 0) was (", shorts[0], ", ", shorts[1], ", ", shorts[2], ", ", shorts[3],
             ") and became (", got[0], ", ", got[1], ", ", got[2], ", ", got[3],
             "), or a later one is wrong.");
    std::vector<std::uint32_t> words = random_uints(4 * 13 * 5, 612, 0xFFFFFFFFU);
    check_swap(words_rgba, size, words);
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const Extent extent{17, 13};
    const std::vector<std::uint8_t> pixels = random_bytes(4 * extent.pixels(), 613);
    const std::vector<std::uint8_t> made = swapped(pixels);
    const std::vector<std::uint8_t> before = random_bytes(4 * extent.pixels(), 614);
    cl::Kernel kernel = swap_kernel();
    // Each work-item for itself, told that it is one of a group.
    cl::Kernel alone{program_behind(item_of({.global = {24, 20}, .local = {8, 4}}), file), kernel_name};
    struct Part
    {
        std::size_t x, y, columns, rows;
    };
    for (const Part& part : {Part{0, 0, 10, 9}, Part{4, 3, 6, 2}, Part{0, 12, 17, 1}, Part{16, 0, 1, 13},
                             Part{9, 5, 1, 1}, Part{10, 8, 12, 10}}) {
        std::vector<std::uint8_t> expected = before;
        for (std::size_t y = part.y; y < std::min(part.y + part.rows, extent.rows); ++y)
            for (std::size_t x = part.x; x < std::min(part.x + part.columns, extent.columns); ++x)
                for (std::size_t i = 4 * (y * extent.columns + x), end = i + 4; i < end; ++i)
                    expected[i] = made[i];
        for (cl::Kernel* const launched : {&kernel, &alone}) {
            const cl::Image2D out = image_input(bytes_rgba, extent, before);
            Exercise::get().launch(*launched,
                                   {.global = {part.columns, part.rows},
                                    .local = launched == &alone ? cl::NDRange(1, 1) : cl::NullRange,
                                    .offset = {part.x, part.y}},
                                   image_input(bytes_rgba, extent, pixels), out);
            INFO("of an image of 17 × 13 pixels, ", part.columns, " × ", part.rows,
                 " work-items were launched, the first of them at (", part.x, ", ", part.y, ")");
            expect_same_pixels("out", extent, expected, values_of<std::uint8_t>(out));
        }
    }
}

TEST_CASE("work-items without a pixel write nothing")
{
    const Extent extent{11, 6}; // what the kernel is told; around it there is a rim
    const Extent with_rim{extent.columns + 13, extent.rows + 10};
    cl::Kernel kernel = swap_kernel();
    const std::vector<std::uint8_t> pixels = random_bytes(4 * with_rim.pixels(), 615);
    const std::vector<std::uint8_t> before = random_bytes(4 * with_rim.pixels(), 616);
    cl::Kernel told{program_behind(told_extent(extent), file), kernel_name};
    const cl::Image2D out = image_input(bytes_rgba, with_rim, before);
    Exercise::get().launch(told, {.global = {16, 12}, .local = {4, 4}},
                           image_input(bytes_rgba, with_rim, pixels), out);
    std::vector<std::uint8_t> expected = before;
    const std::vector<std::uint8_t> made = swapped(pixels);
    for (std::size_t y = 0; y < extent.rows; ++y)
        for (std::size_t x = 0; x < extent.columns; ++x)
            for (std::size_t i = 4 * (y * with_rim.columns + x), end = i + 4; i < end; ++i)
                expected[i] = made[i];
    {
        INFO("The kernel was told that the image has 11 × 6 pixels, and 16 × 12 work-items were launched");
        expect_same_pixels("out", with_rim, expected, values_of<std::uint8_t>(out));
    }
    for (const Launch& beside :
         {Launch{.global = {4, 6}, .offset = {11, 0}}, Launch{.global = {11, 3}, .offset = {0, 6}}}) {
        const std::vector<std::uint8_t> whole = random_bytes(4 * extent.pixels(), 617);
        const cl::Image2D untouched = image_input(bytes_rgba, extent, whole);
        Exercise::get().launch(kernel, beside, image_input(bytes_rgba, extent, pixels), untouched);
        INFO("Work-items were launched that all lie beside the image of 11 × 6 pixels");
        expect_same_pixels("out", extent, whole, values_of<std::uint8_t>(untouched));
    }
}
