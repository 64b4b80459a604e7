// Tests of the pyramid: the kernel level by level, the function with a kernel of the test's own, and both together.
#include "picture.hpp"
#include "pyramid.hpp"

#include <lockstep/image_input.hpp>
#include <lockstep/memory_witness.hpp>
#include <lockstep/probes.hpp>

#include <array>
#include <string>

using namespace lockstep;

namespace
{

constexpr const char* file = "pyramid.cl";
constexpr const char* kernel_name = "next_level";
const cl::ImageFormat rgba_float{CL_RGBA, CL_FLOAT};
const cl::ImageFormat r_float{CL_R, CL_FLOAT};

cl::Kernel level_kernel()
{
    return Exercise::get().kernel(file, kernel_name, {"read_only image2d_t", "write_only image2d_t"});
}

/// One where the device has such images; OpenCL 1.2 and 3.0 demand only those of four channels.
std::size_t fewest_channels()
{
    return has_images_of(r_float) ? 1 : 4;
}

const cl::ImageFormat& format_of(const Picture& picture)
{
    return picture.channels == 1 ? r_float : rgba_float;
}

cl::Image2D image_of(const Picture& picture)
{
    return image_input(format_of(picture), picture.extent, picture.floats());
}

/// The kernel alone, from one level to the next.
void check_level(const Picture& in, const std::array<std::size_t, 2>& group = {4, 2})
{
    const Extent to = next_extent(in.extent);
    const cl::Image2D out = image_output(format_of(in), to);
    launch(level_kernel(), covering({to.columns, to.rows, group[0], group[1]}), image_of(in), out);
    INFO("from a level of ", in.extent.columns, " × ", in.extent.rows, " to one of ", to.columns, " × ",
         to.rows);
    expect_same_pixels("out", to, reference(in).floats(), values_of<float>(out), tolerance(in, 1));
}

/// A kernel that fills a level with one more than the first pixel of the level before.
cl::Kernel counting_kernel()
{
    // Never released: Oclgrind 21.10 crashes when that happens as the program ends.
    static const cl::Program& program = *new cl::Program{Exercise::get().context(), R"(
constant sampler_t by_pixel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void next_level(read_only image2d_t in, write_only image2d_t out)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x >= get_image_width(out) || at.y >= get_image_height(out)) return;
    write_imagef(out, at, read_imagef(in, by_pixel, (int2)(0, 0)) + 1.0f);
}
)",
                                                         true};
    return {program, kernel_name};
}

/// Fails unless these are all levels of the picture, by their sizes and formats.
void expect_levels(const std::vector<cl::Image2D>& levels, const cl::Image2D& picture)
{
    Extent extent = extent_of(picture);
    std::vector<Extent> expected{extent};
    while (extent.pixels() > 1) expected.push_back(extent = next_extent(extent));
    if (levels.empty() || levels.front()() != picture()) FAIL("The first level is not the picture itself.");
    const auto format = picture.getImageInfo<CL_IMAGE_FORMAT>();
    for (std::size_t i = 0; i < std::min(levels.size(), expected.size()); ++i) {
        const Extent got = extent_of(levels[i]);
        if (got.columns != expected[i].columns || got.rows != expected[i].rows)
            FAIL("Level ", i, " is ", got.columns, " × ", got.rows, "; expected ", expected[i].columns, " × ",
                 expected[i].rows, ".");
        const auto its = levels[i].getImageInfo<CL_IMAGE_FORMAT>();
        if (its.image_channel_order != format.image_channel_order ||
            its.image_channel_data_type != format.image_channel_data_type)
            FAIL("Level ", i, " has another format than the picture.");
        const auto flags = levels[i].getInfo<CL_MEM_FLAGS>();
        if (i > 0 && (flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) != 0)
            FAIL("Level ", i, " was made for kernels that only read or only write it.");
    }
    if (levels.size() != expected.size())
        FAIL("There are ", expected.size(), " levels from ", expected[0].columns, " × ", expected[0].rows,
             " down to 1 × 1; build_pyramid returned ", levels.size(), ".");
}

/// Fails unless each level was made by one launch, and by nothing else.
void expect_launches(const MemoryWitness& witness, const Extent& extent)
{
    for (const MemoryWitness::Command& command : witness.commands) {
        if (command.name != "clEnqueueNDRangeKernel")
            FAIL("A command was ", command.name, ". Levels are made by launches alone.");
    }
    std::size_t levels = 0;
    for (Extent level = extent; level.pixels() > 1; level = next_extent(level)) ++levels;
    if (witness.commands.size() != levels)
        FAIL("From ", extent.columns, " × ", extent.rows, " to 1 × 1 there are ", levels,
             " levels to make, one launch each; there were ", witness.commands.size(), ".");
}

/// A picture that kernels may only read, all of whose numbers are the same.
cl::Image2D picture_to_read(const cl::ImageFormat& format, const Extent& extent, float value)
{
    std::vector<float> values(4 * extent.pixels(), value);
    return {Exercise::get().context(),
            CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
            format,
            extent.columns,
            extent.rows,
            0,
            values.data()};
}

/// The function with the counting kernel.
void check_levels(const Extent& extent, const cl::ImageFormat& format = rgba_float)
{
    cl::Kernel kernel = counting_kernel();
    static float first = 0; // another one each time, so that no image holds the right value from before
    first += 100;
    const cl::Image2D image = picture_to_read(format, extent, first);
    INFO("a picture of ", extent.columns, " × ", extent.rows, ", channel order ", format.image_channel_order);
    const std::vector<cl::Image2D> levels = build_pyramid(Exercise::get().queue(), kernel, image);
    Exercise::get().queue().finish();
    expect_levels(levels, image);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const std::vector<float> got = values_of<float>(levels[i]);
        INFO("With a kernel that fills level ", i, " with one more than the level before");
        expect_same("the level", std::vector<float>(got.size(), first + static_cast<float>(i)), got);
    }
}

/// Function and kernel together: every level, and its mean.
void check_pyramid(const Picture& picture)
{
    cl::Kernel kernel = level_kernel();
    const cl::Image2D image = image_of(picture);
    INFO("a picture of ", picture.extent.columns, " × ", picture.extent.rows);
    const std::vector<cl::Image2D> levels = build_pyramid(Exercise::get().queue(), kernel, image);
    Exercise::get().queue().finish();
    expect_levels(levels, image);
    Picture expected = picture;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        INFO("level ", i, ", ", expected.extent.columns, " × ", expected.extent.rows);
        const std::vector<float> got = values_of<float>(levels[i]);
        expect_same_pixels("the level", expected.extent, expected.floats(), got, tolerance(picture, i));
        expected = reference(expected);
    }
}

} // namespace

TEST_CASE("the kernel halves even sizes")
{
    check_level(random_picture({8, 6}));
    check_level(random_picture({2, 2}));
    check_level(random_picture({16, 4}));
}

TEST_CASE("the kernel weighs by area where a size is odd")
{
    // Five columns become two, of two and a half each: (10 + 20 + 30 / 2) / 2.5 and (30 / 2 + 40 + 50) / 2.5.
    if (has_images_of(r_float)) {
        const Picture five{{5, 1}, 1, {10, 20, 30, 40, 50}};
        const cl::Image2D out = image_output(r_float, {2, 1});
        launch(level_kernel(), covering({2, 1, 1, 1}), image_of(five), out);
        expect_same_pixels("out", {2, 1}, std::vector<float>{18, 42}, values_of<float>(out),
                           tolerance(five, 1));
    }
    for (const Extent& extent :
         {Extent{3, 3}, Extent{7, 5}, Extent{9, 4}, Extent{4, 9}, Extent{1, 8}, Extent{7, 1}, Extent{3, 1}})
        check_level(random_picture(extent));
}

TEST_CASE("the kernel handles every size and work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check_level(random_picture({size.columns, size.rows}), {size.group_columns, size.group_rows});
    check_level(random_picture({11, 6}, fewest_channels()), {3, 3});
    if (!clean_stage()) check_level(random_picture({8191, 3}), {16, 2});
}

TEST_CASE("values may be of any size and sign")
{
    for (const double factor : {0x1p60, 0x1p-60, -1.0}) {
        Picture picture = random_picture({13, 10});
        for (double& value : picture.values) value *= factor;
        check_level(picture, {4, 4});
    }
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const Picture in = random_picture({35, 27});
    const Extent to = next_extent(in.extent);
    const cl::Image2D out = image_output(rgba_float, to);
    launch(level_kernel(), {.global = {10, 1}, .offset = {4, 3}}, image_of(in), out);
    INFO("of a level of 17 × 13, 10 × 1 work-items were launched, the first of them at (4, 3)");
    expect_part_of_image(
        "out", to, reference(in).floats(), values_of<float>(out),
        [](std::size_t x, std::size_t y) { return x >= 4 && x < 14 && y == 3; }, tolerance(in, 1));
}

TEST_CASE("work-items without a pixel write nothing")
{
    // The kernel is told that the image has 1 × 1 pixel. Around them there is a rim.
    for (const Launch& beside :
         {Launch{.global = {7, 6}, .offset = {1, 0}}, Launch{.global = {8, 5}, .offset = {0, 1}}}) {
        const cl::Image2D out = image_output(rgba_float, {9, 7});
        launch(behind(told_extent({1, 1}), file, level_kernel()), beside, image_of(random_picture({1, 1})),
               out);
        INFO("Only work-items were launched that lie beside the 1 × 1 pixel");
        const auto got = values_of<float>(out);
        expect_part_of_image("out", {9, 7}, got, got, [](std::size_t, std::size_t) { return false; });
    }
}

TEST_CASE("the function makes every level from the one before it")
{
    check_levels({8, 8});
    if (has_images_of(r_float)) check_levels({4, 4}, r_float);
}

TEST_CASE("sizes are rounded down, and end at one")
{
    for (const Extent& extent : {Extent{7, 7}, Extent{31, 33}, Extent{5, 24}, Extent{16, 1}, Extent{1, 9}})
        check_levels(extent);
    if (!clean_stage()) // all of them are odd
        check_levels({8191, 1}, has_images_of(r_float) ? r_float : rgba_float);
}

TEST_CASE("every level is the mean of the one before it")
{
    check_pyramid(random_picture({8, 8}));
    check_pyramid(random_picture({7, 5}));
    check_pyramid(random_picture({20, 3}, fewest_channels()));
    if (!clean_stage()) check_pyramid(random_picture({513, 389}, fewest_channels()));
}

TEST_CASE("every level has the format of the picture")
{
    for (const cl_channel_order order : {CL_R, CL_RG, CL_RGBA, CL_A, CL_LUMINANCE, CL_INTENSITY})
        if (const cl::ImageFormat format{order, CL_FLOAT}; has_images_of(format))
            check_levels({6, 5}, format);
}

TEST_CASE("each level is one launch, and no pixel goes through the host")
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = counting_kernel();
    const cl::Image2D image = image_of(random_picture({21, 6}));
    MemoryWitness witness;
    {
        const std::vector<cl::Image2D> levels = build_pyramid(exercise.queue(), kernel, image);
        expect_launches(witness, {21, 6});
        if (witness.alive() != 4)
            FAIL("Four levels are made, and ", witness.alive(),
                 " memory objects that the function made are alive.");
        exercise.queue().finish();
    }
    if (witness.alive() > 0 || witness.released_twice() > 0)
        FAIL("The levels are gone, and of their images ", witness.alive(), " are still alive, and ",
             witness.released_twice(), " were released too often.");
}
