// Tests of the pyramid: the kernel level by level, the function with a kernel of the test's own, and both together.
#include "pyramid.hpp"

#include <lockstep/image_input.hpp>
#include <lockstep/memory_witness.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>
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

/// A picture in double precision, the channels of its pixels one after the other.
struct Picture
{
    Extent extent;
    std::size_t channels;
    std::vector<double> values;

    std::vector<float> floats() const { return {values.begin(), values.end()}; }
    double largest() const
    {
        double most = 0;
        for (const double value : values) most = std::max(most, std::abs(value));
        return most;
    }
    double mean(std::size_t channel) const
    {
        double sum = 0;
        for (std::size_t i = channel; i < values.size(); i += channels) sum += values[i];
        return sum / static_cast<double>(extent.pixels());
    }
};

Picture random_picture(const Extent& extent, std::size_t channels = 4, float low = 1.0F, float high = 3.0F)
{
    const std::vector<float> values =
        random_floats(channels * extent.pixels(), 670 + extent.pixels(), low, high);
    return {extent, channels, {values.begin(), values.end()}};
}

Extent next_extent(const Extent& extent)
{
    return {std::max<std::size_t>(1, extent.columns / 2), std::max<std::size_t>(1, extent.rows / 2)};
}

/// A pixel of the level before, and its share of the pixel that is made.
struct Share
{
    std::size_t from;
    double weight;
};

/// What pixel x of `to` covers of `from` pixels.
std::vector<Share> shares(std::size_t x, std::size_t from, std::size_t to)
{
    std::vector<Share> result;
    for (std::size_t i = x * from / to; i < from && i * to < (x + 1) * from; ++i) {
        const std::size_t common = std::min((i + 1) * to, (x + 1) * from) - std::max(i * to, x * from);
        result.push_back({i, static_cast<double>(common) / static_cast<double>(from)});
    }
    return result;
}

Picture reference(const Picture& in)
{
    const Extent extent = next_extent(in.extent);
    Picture out{extent, in.channels, std::vector<double>(extent.pixels() * in.channels)};
    std::vector<std::vector<Share>> columns;
    for (std::size_t x = 0; x < extent.columns; ++x)
        columns.push_back(shares(x, in.extent.columns, extent.columns));
    auto value = out.values.begin();
    for (std::size_t y = 0; y < extent.rows; ++y) {
        const std::vector<Share> rows = shares(y, in.extent.rows, extent.rows);
        for (std::size_t x = 0; x < extent.columns; ++x, value += static_cast<std::ptrdiff_t>(in.channels))
            for (const Share& row : rows)
                for (const Share& column : columns[x])
                    for (std::size_t c = 0; c < in.channels; ++c)
                        value[static_cast<std::ptrdiff_t>(c)] +=
                            column.weight * row.weight *
                            in.values[(row.from * in.extent.columns + column.from) * in.channels + c];
    }
    return out;
}

/// How far a value of level number `level` may be off. A level is a sum of nine products at most, with two weights each that are
/// rounded once or twice: in single precision less than 20 roundings of 2^-24 of the largest value, and 2^-19 is 32. What a
/// level is off by goes into the next one, whose mean it cannot enlarge.
Tolerance tolerance(const Picture& picture, std::size_t level)
{
    return {.absolute = std::ldexp(static_cast<double>(level) * picture.largest(), -19)};
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
void check_level(const Picture& in, const cl::NDRange& group)
{
    const Extent to = next_extent(in.extent);
    cl::Kernel kernel = level_kernel();
    const cl::Image2D source = image_of(in);
    const cl::Image2D out = image_output(format_of(in), to);
    Exercise::get().launch(
        kernel,
        {.global = {round_up(to.columns, group.get()[0]), round_up(to.rows, group.get()[1])}, .local = group},
        source, out);
    INFO("from a level of ", in.extent.columns, " × ", in.extent.rows, " to one of ", to.columns, " × ",
         to.rows);
    expect_same_pixels("out", to, reference(in).floats(), values_of<float>(out), tolerance(in, 1));
    if (values_of<float>(source) != in.floats()) FAIL("The level before was changed.");
}

void check_level(const Extent& extent)
{
    check_level(random_picture(extent), {4, 2});
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
        for (std::size_t other = 0; other < i; ++other)
            if (levels[other]() == levels[i]()) FAIL("Levels ", other, " and ", i, " are one image.");
    }
    if (levels.size() != expected.size())
        FAIL("There are ", expected.size(), " levels from ", expected[0].columns, " × ", expected[0].rows,
             " down to 1 × 1; build_pyramid returned ", levels.size(), ".");
}

/// Fails unless each level was made by one launch, and by nothing else.
void expect_launches(const MemoryWitness& witness, const Extent& extent)
{
    for (const MemoryWitness::Command& command : witness.commands) {
        if (command.queue != Exercise::get().queue()())
            FAIL("A command went into a queue of its own, and not into the one that was given.");
        if (command.name != "clEnqueueNDRangeKernel")
            FAIL("A command was ", command.name, ". Levels are made by launches alone.");
    }
    std::size_t levels = 0;
    for (Extent level = extent; level.pixels() > 1; level = next_extent(level)) ++levels;
    if (witness.commands.size() != levels)
        FAIL("From ", extent.columns, " × ", extent.rows, " to 1 × 1 there are ", levels,
             " levels to make, one launch each; there were ", witness.commands.size(), ".");
}

/// The levels, made under the eyes of a witness.
std::vector<cl::Image2D> watched_pyramid(cl::Kernel& kernel, const cl::Image2D& picture)
{
    const Exercise& exercise = Exercise::get();
    MemoryWitness witness;
    const std::vector<cl::Image2D> levels = build_pyramid(exercise.queue(), kernel, picture);
    exercise.queue().finish();
    expect_launches(witness, extent_of(picture));
    return levels;
}

/// The function with the counting kernel.
void check_levels(const Extent& extent, const cl::ImageFormat& format = rgba_float)
{
    cl::Kernel kernel = counting_kernel();
    static float first = 0; // another one each time, so that no image holds the right value from before
    first += 100;
    const cl::Image2D image = image_input(format, extent, std::vector<float>(4 * extent.pixels(), first));
    INFO("a picture of ", extent.columns, " × ", extent.rows, ", channel order ", format.image_channel_order);
    const std::vector<cl::Image2D> levels = watched_pyramid(kernel, image);
    expect_levels(levels, image);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const std::vector<float> got = values_of<float>(levels[i]);
        for (const float value : got)
            if (value != first + static_cast<float>(i))
                FAIL("With a kernel that fills a level with one more than the level before, level ", i,
                     " holds ", value, "; expected ", first + static_cast<float>(i), " everywhere.");
    }
}

/// Function and kernel together: every level, and its mean.
void check_pyramid(const Picture& picture)
{
    cl::Kernel kernel = level_kernel();
    const cl::Image2D image = image_of(picture);
    INFO("a picture of ", picture.extent.columns, " × ", picture.extent.rows);
    const std::vector<cl::Image2D> levels = watched_pyramid(kernel, image);
    expect_levels(levels, image);
    Picture expected = picture;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        INFO("level ", i, ", ", expected.extent.columns, " × ", expected.extent.rows);
        const std::vector<float> got = values_of<float>(levels[i]);
        const Picture level{expected.extent, picture.channels, {got.begin(), got.end()}};
        expect_same_pixels("the level", level.extent, expected.floats(), got, tolerance(picture, i));
        for (std::size_t c = 0; c < picture.channels; ++c)
            if (const double off = std::abs(level.mean(c) - picture.mean(c));
                !(off <= tolerance(picture, i).absolute))
                FAIL("The mean of channel ", c, " is ", level.mean(c), ", and the picture's is ",
                     picture.mean(c), ".");
        expected = reference(expected);
    }
}

} // namespace

TEST_CASE("the kernel halves even sizes")
{
    check_level({8, 6});
    check_level({2, 2});
    check_level({16, 4});
}

TEST_CASE("the kernel weighs by area where a size is odd")
{
    // Five columns become two, of two and a half each: (10 + 20 + 30 / 2) / 2.5 and (30 / 2 + 40 + 50) / 2.5.
    const Picture five{{5, 1}, 1, {10, 20, 30, 40, 50}};
    const cl::Image2D out = image_output(r_float, {2, 1});
    cl::Kernel kernel = level_kernel();
    Exercise::get().launch(kernel, {.global = {2, 1}}, image_of(five), out);
    expect_same_pixels("out", {2, 1}, std::vector<float>{18, 42}, values_of<float>(out), tolerance(five, 1));
    for (const Extent& extent : {Extent{3, 3}, Extent{7, 5}, Extent{9, 4}, Extent{4, 9}, Extent{15, 31}})
        check_level(extent);
}

TEST_CASE("the kernel leaves a single row or column single")
{
    for (const Extent& extent : {Extent{1, 8}, Extent{8, 1}, Extent{1, 7}, Extent{7, 1}, Extent{3, 1},
                                 Extent{1, 3}, Extent{2, 1}, Extent{1, 2}})
        check_level(extent);
}

TEST_CASE("the kernel handles every size and work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check_level(random_picture({size.columns, size.rows}), {size.group_columns, size.group_rows});
    check_level(random_picture({count_of_its_own(file), 5}), {12, 1});
    check_level(random_picture({3, count_of_its_own(file) + 1}), {1, 24});
    check_level(random_picture({11, 6}, 1), {3, 3});
}

TEST_CASE("weights are exact on large pictures, too")
{
    if (Exercise::get().clean_stage()) return;
    for (const Extent& extent : {Extent{8191, 3}, Extent{5, 8191}, Extent{1001, 603}})
        check_level(random_picture(extent), {16, 2});
}

TEST_CASE("values may be of any size and sign")
{
    for (const float factor : {std::ldexp(1.0F, 60), std::ldexp(1.0F, -60), -1.0F}) {
        Picture picture = random_picture({13, 10}, 4, -1.0F, 3.0F);
        for (double& value : picture.values) value *= factor;
        INFO("values times ", factor);
        check_level(picture, {4, 4});
    }
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const Picture in = random_picture({35, 27});
    const Extent to = next_extent(in.extent);
    const std::vector<float> made = reference(in).floats();
    const std::vector<float> before(4 * to.pixels(), -5.0F);
    cl::Kernel kernel = level_kernel();
    // Each work-item for itself, told that it is one of a group.
    cl::Kernel alone{program_behind(item_of({.global = {24, 20}, .local = {8, 4}}), file), kernel_name};
    struct Part
    {
        std::size_t x, y, columns, rows;
    };
    for (const Part& part :
         {Part{0, 0, 10, 9}, Part{4, 3, 6, 2}, Part{0, 12, 17, 1}, Part{16, 0, 1, 13}, Part{12, 8, 9, 9}}) {
        std::vector<float> expected = before;
        for (std::size_t y = part.y; y < std::min(part.y + part.rows, to.rows); ++y)
            for (std::size_t x = part.x; x < std::min(part.x + part.columns, to.columns); ++x)
                for (std::size_t i = 4 * (y * to.columns + x), end = i + 4; i < end; ++i)
                    expected[i] = made[i];
        for (cl::Kernel* const launched : {&kernel, &alone}) {
            const cl::Image2D out = image_input(rgba_float, to, before);
            Exercise::get().launch(*launched,
                                   {.global = {part.columns, part.rows},
                                    .local = launched == &alone ? cl::NDRange(1, 1) : cl::NullRange,
                                    .offset = {part.x, part.y}},
                                   image_of(in), out);
            INFO("of a level of 17 × 13, ", part.columns, " × ", part.rows,
                 " work-items were launched, the first of them at (", part.x, ", ", part.y, ")");
            expect_same_pixels("out", to, expected, values_of<float>(out), tolerance(in, 1));
        }
    }
}

TEST_CASE("work-items without a pixel write nothing")
{
    // One pixel becomes one pixel, so that both images may say that they have this size. Around out there is a rim.
    const Picture in = random_picture({1, 1});
    const Extent with_rim{9, 7};
    cl::Kernel kernel = level_kernel();
    cl::Kernel told{program_behind(told_extent({1, 1}), file), kernel_name};
    const cl::Image2D out =
        image_input(rgba_float, with_rim, std::vector<float>(4 * with_rim.pixels(), -5.0F));
    Exercise::get().launch(told, {.global = {8, 6}, .local = {4, 2}}, image_of(in), out);
    const std::vector<float> got = values_of<float>(out);
    for (std::size_t i = 4; i < got.size(); ++i)
        if (got[i] != -5.0F)
            FAIL("The kernel was told that the level is 1 × 1, and 8 × 6 work-items were launched. Pixel (",
                 i / 4 % with_rim.columns, ", ", i / 4 / with_rim.columns, ") was written.");
    const Picture larger = random_picture({22, 13});
    const Extent to = next_extent(larger.extent);
    for (const Launch& beside :
         {Launch{.global = {4, 6}, .offset = {11, 0}}, Launch{.global = {11, 3}, .offset = {0, 6}}}) {
        const std::vector<float> whole(4 * to.pixels(), -5.0F);
        const cl::Image2D untouched = image_input(rgba_float, to, whole);
        Exercise::get().launch(kernel, beside, image_of(larger), untouched);
        INFO("Work-items were launched that all lie beside the level of 11 × 6");
        expect_same_pixels("out", to, whole, values_of<float>(untouched));
    }
}

TEST_CASE("the function makes every level from the one before it")
{
    check_levels({8, 8});
    check_levels({4, 4}, r_float);
    check_levels({2, 2});
}

TEST_CASE("sizes are rounded down, and end at one")
{
    for (const Extent& extent : {Extent{7, 7}, Extent{13, 6}, Extent{5, 24}, Extent{31, 33}})
        check_levels(extent);
}

TEST_CASE("a level goes on when one of its sizes is one")
{
    for (const Extent& extent : {Extent{16, 1}, Extent{1, 9}, Extent{3, 20}, Extent{21, 2}})
        check_levels(extent, r_float);
    if (Exercise::get().clean_stage()) return;
    // As many levels as a pyramid can have on this device.
    check_levels({Exercise::get().device().getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>(), 1}, r_float);
    check_levels({1, Exercise::get().device().getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>()}, r_float);
    // And one less: all of them are odd.
    check_levels({Exercise::get().device().getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>() - 1, 1}, r_float);
}

TEST_CASE("a picture of one pixel has one level")
{
    check_levels({1, 1});
    check_levels({1, 1}, r_float);
}

TEST_CASE("every level has the mean of the picture")
{
    check_pyramid(random_picture({8, 8}));
    check_pyramid(random_picture({7, 5}));
    check_pyramid(random_picture({1, 6}, 1));
    check_pyramid(random_picture({20, 3}, 1));
    const std::size_t own = count_of_its_own("pyramid.cpp");
    check_pyramid(random_picture({own / 10 + 3, own % 7 + 2}));
    if (Exercise::get().clean_stage()) return;
    check_pyramid(random_picture({511, 150}));
    check_pyramid(random_picture({513, 389}, 1));
    check_pyramid(random_picture({2, own}));
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
    if (witness.alive() > 0 || witness.released_twice > 0)
        FAIL("The levels are gone, and of their images ", witness.alive(), " are still alive, and ",
             witness.released_twice, " were released too often.");
}

TEST_CASE("two pyramids do not disturb each other")
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = level_kernel();
    const Picture first = random_picture({12, 9}), second = random_picture({12, 9}, 4, -7.0F, 2.0F);
    const std::vector<cl::Image2D> levels = build_pyramid(exercise.queue(), kernel, image_of(first));
    const std::vector<cl::Image2D> others = build_pyramid(exercise.queue(), kernel, image_of(second));
    exercise.queue().finish();
    for (const auto& [pyramid, picture] : {std::pair{levels, first}, std::pair{others, second}}) {
        if (pyramid.size() < 2) FAIL("The pyramid of 12 × 9 has ", pyramid.size(), " levels.");
        const Picture expected = reference(picture);
        expect_same_pixels("level 1", expected.extent, expected.floats(), values_of<float>(pyramid[1]),
                           tolerance(picture, 1));
    }
}
