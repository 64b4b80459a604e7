// Tests of the smoothing against the host. Elements and weights are small multiples of a quarter: every sum is exact.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <limits>
#include <utility>

using namespace lockstep;

namespace
{

constexpr std::size_t strip = 16;

struct Weights
{
    float a;
    float b;
    float c;
};

constexpr Weights usual{1.5F, 1, 0.25F};
constexpr Weights odd{0.75F, -2, 3};

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::vector<float> elements;
};

Picture picture_of(std::size_t columns, std::size_t rows, float scale = 1)
{
    Picture picture{columns, rows, {}};
    for (const std::uint32_t value : random_uints(columns * rows, 1004 + 7 * columns + rows, 60))
        picture.elements.push_back(scale * (static_cast<float>(value) - 11.0F) / 4);
    return picture;
}

std::vector<float> smoothed(const Picture& picture, const Weights& weights)
{
    const auto element = [&](std::size_t x, std::ptrdiff_t y) {
        return y >= 0 && y < static_cast<std::ptrdiff_t>(picture.rows)
                   ? picture.elements[static_cast<std::size_t>(y) * picture.columns + x]
                   : 0.0F;
    };
    std::vector<float> out;
    for (std::ptrdiff_t y = 0; y < static_cast<std::ptrdiff_t>(picture.rows); ++y)
        for (std::size_t x = 0; x < picture.columns; ++x)
            out.push_back(weights.a * element(x, y) + weights.b * (element(x, y - 1) + element(x, y + 1)) +
                          weights.c * (element(x, y - 2) + element(x, y + 2)));
    return out;
}

cl::Kernel smooth_kernel()
{
    return Exercise::get().kernel(
        "smooth_columns.cl", "smooth_columns",
        {"global float*", "global float*", "uint", "uint", "float", "float", "float"});
}

void check_smooth(const Picture& picture, std::size_t group_columns, std::size_t group_rows = 1,
                  const Weights& weights = usual, std::size_t more_groups = 0)
{
    const std::size_t columns = picture.columns;
    const std::size_t rows = picture.rows;
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = smooth_kernel();
    const auto in = input("in", picture.elements);
    const auto out = output<float>("out", columns * rows);
    exercise.launch(
        kernel,
        {.global = cl::NDRange(round_up(columns, group_columns) + more_groups * group_columns,
                               round_up((rows + strip - 1) / strip, group_rows) + more_groups * group_rows),
         .local = cl::NDRange(group_columns, group_rows)},
        in, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows), weights.a, weights.b, weights.c);
    INFO(columns, " columns, ", rows, " rows, work-groups of ", group_columns, " × ", group_rows, ", ",
         more_groups, " more than needed each way, weights ", weights.a, ", ", weights.b, ", ", weights.c);
    exercise.expect_same("out", smoothed(picture, weights), out.read(), {}, columns);
    exercise.expect_same("in", picture.elements, in.read(), {}, columns);
}

/// The kernel for launches of some of the groups of `whole`, which take themselves for those.
cl::Kernel kernel_of_groups(const Launch& whole)
{
    smooth_kernel(); // whose messages are better
    return {program_behind(groups_of(whole), "smooth_columns.cl"), "smooth_columns"};
}

/// Launches a part of the work-items and expects exactly these columns and rows to be made.
void check_part(const Picture& picture, cl::Kernel kernel, const Launch& part, std::size_t first_column,
                std::size_t end_column, std::size_t first_row, std::size_t end_row)
{
    constexpr float untouched = 4096;
    const std::size_t columns = picture.columns;
    const std::size_t rows = picture.rows;
    const auto in = input("in", picture.elements);
    const auto out = input("out", std::vector<float>(columns * rows, untouched));
    Exercise::get().launch(kernel, part, in, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows),
                           usual.a, usual.b, usual.c);
    std::vector<float> expected = smoothed(picture, usual);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const std::size_t x = i % columns, y = i / columns;
        if (x < first_column || x >= end_column || y < first_row || y >= end_row) expected[i] = untouched;
    }
    INFO("only a part of the work-items was launched; it makes columns ", first_column, " to ",
         end_column - 1, " of rows ", first_row, " to ", end_row - 1, ", and the rest must stay ", untouched);
    Exercise::get().expect_same("out", expected, out.read(), {}, columns);
}

} // namespace

TEST_CASE("one strip of one column is smoothed")
{
    check_smooth(picture_of(1, 16), 1);
}

TEST_CASE("strips that follow each other fit together")
{
    check_smooth(picture_of(8, 32), 8);
    check_smooth(picture_of(16, 64), 16, 2);
}

TEST_CASE("a picture may have fewer rows than a strip or than the sum")
{
    for (const std::size_t rows : {1U, 2U, 3U, 4U, 5U, 15U}) check_smooth(picture_of(8, rows), 8);
}

TEST_CASE("the last strip may end beyond the last row")
{
    for (const std::size_t rows : {17U, 18U, 31U, 33U, 47U}) check_smooth(picture_of(8, rows), 8);
}

TEST_CASE("columns need not fit the work-groups")
{
    check_smooth(picture_of(13, 20), 8);
    check_smooth(picture_of(1, 40), 16);
}

TEST_CASE("the weights are those of the call")
{
    check_smooth(picture_of(8, 40), 8, 1, odd);
    check_smooth(picture_of(8, 40), 8, 1, {0, 0, 1});
    check_smooth(picture_of(8, 40), 8, 1, usual);
}

TEST_CASE("elements may be tiny or huge")
{
    for (const float scale : {0x1p-40F, 0x1p60F}) check_smooth(picture_of(9, 21, scale), 8);
}

TEST_CASE("an infinite element changes those near it, and no others")
{
    for (const float sign : {1.0F, -1.0F}) {
        Picture picture = picture_of(8, 20);
        for (const std::size_t place : {std::size_t{3}, std::size_t{9 * 8 + 5}, std::size_t{19 * 8 + 6}})
            picture.elements[place] = sign * std::numeric_limits<float>::infinity();
        check_smooth(picture, 8);
    }
}

TEST_CASE("a picture without columns or rows is left alone")
{
    for (const auto& extent : {std::pair{0U, 20U}, std::pair{8U, 0U}}) {
        const cl_uint columns = extent.first;
        const cl_uint rows = extent.second;
        cl::Kernel kernel = smooth_kernel();
        const std::vector<float> before(160, 4096);
        const auto in = input("in", picture_of(8, 20).elements);
        const auto out = input("out", before);
        INFO(columns, " columns, ", rows, " rows");
        Exercise::get().launch(kernel, {.global = cl::NDRange(8, 2), .local = cl::NDRange(8, 1)}, in, out,
                               columns, rows, usual.a, usual.b, usual.c);
        Exercise::get().expect_same("out", before, out.read());
    }
}

TEST_CASE("a launch may have more work-groups than it needs")
{
    check_smooth(picture_of(8, 16), 8, 1, usual, 1);
    check_smooth(picture_of(10, 20), 4, 2, usual, 2);
}

TEST_CASE("pictures of every shape are smoothed in every work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check_smooth(picture_of(size.columns, size.rows), size.group_columns, size.group_rows);
    check_smooth(picture_of(50, 50), 48);
    const std::size_t own = count_of_its_own("smooth_columns.cl");
    check_smooth(picture_of(own % 50 + 1, own), 16);
}

TEST_CASE("a picture may have more rows or columns than 16 bits can count")
{
    if (Exercise::get().clean_stage()) return;
    check_smooth(picture_of(3, 70'000), 1, 64);
    check_smooth(picture_of(70'000, 3), 64);
}

TEST_CASE("each strip makes its own rows, and no others")
{
    const Picture picture = picture_of(16, 60);
    const cl::Kernel kernel = kernel_of_groups({.global = cl::NDRange(16, 4), .local = cl::NDRange(8, 1)});
    check_part(picture, kernel, {cl::NDRange(16, 1), cl::NDRange(8, 1), cl::NDRange(0, 1)}, 0, 16, 16, 32);
    check_part(picture, kernel, {cl::NDRange(16, 1), cl::NDRange(8, 1), cl::NDRange(0, 3)}, 0, 16, 48, 60);
}

TEST_CASE("each work-item makes its own column, and no other")
{
    const Picture picture = picture_of(16, 60);
    const cl::Kernel kernel = kernel_of_groups({.global = cl::NDRange(16, 4), .local = cl::NDRange(1, 1)});
    check_part(picture, kernel, {cl::NDRange(1, 1), cl::NDRange(1, 1), cl::NDRange(5, 2)}, 5, 6, 32, 48);
    check_part(picture, kernel, {cl::NDRange(1, 1), cl::NDRange(1, 1), cl::NDRange(0, 0)}, 0, 1, 0, 16);
}

TEST_SUITE("lens")
{
    TEST_CASE("64 columns and 64 rows under the lens")
    {
        check_smooth(picture_of(64, 64), 64);
    }

    TEST_CASE("61 columns and 53 rows under the lens")
    {
        check_smooth(picture_of(61, 53), 32);
    }
}
