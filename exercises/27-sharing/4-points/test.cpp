// Tests of the depth buffer: distances and numbers of the nearest points, exactly.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>
#include <lockstep/text.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

using namespace lockstep;

namespace
{

constexpr std::uint32_t nobody = 0xffffffff;
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

struct Picture
{
    std::size_t columns, rows;
    std::vector<std::uint32_t> depths, numbers;

    Picture(std::size_t columns_, std::size_t rows_)
        : columns(columns_), rows(rows_), depths(columns_ * rows_, nobody), numbers(depths)
    {
    }
};

using Points = std::vector<float>; // x, y, z and a w without meaning

/// What both kernels have to make of the points.
Picture drawn(const Points& points, std::size_t columns, std::size_t rows)
{
    Picture picture{columns, rows};
    std::vector<double> least(columns * rows, std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < points.size() / 4; ++i) {
        const double x = std::floor(double{points[4 * i]}), y = std::floor(double{points[4 * i + 1]});
        const double z = double{points[4 * i + 2]};
        if (!(x >= 0 && x < static_cast<double>(columns) && y >= 0 && y < static_cast<double>(rows)))
            continue;
        if (!(z >= 0) || std::isinf(z)) continue;
        const std::size_t pixel = static_cast<std::size_t>(y) * columns + static_cast<std::size_t>(x);
        if (z >= least[pixel]) continue; // of equals the first stays
        least[pixel] = z;
        picture.depths[pixel] = std::bit_cast<std::uint32_t>(std::abs(points[4 * i + 2]));
        picture.numbers[pixel] = static_cast<std::uint32_t>(i);
    }
    return picture;
}

cl::Kernel nearest_kernel()
{
    return Exercise::get().kernel("points.cl", "nearest",
                                  {"global float4*", "uint", "global uint*", "uint", "uint"});
}

cl::Kernel owners_kernel()
{
    return Exercise::get().kernel("points.cl", "owners",
                                  {"global float4*", "uint", "global uint*", "global uint*", "uint", "uint"});
}

std::string distance(std::uint32_t bits)
{
    return bits == nobody ? "no point"
                          : std::to_string(bits) + ", which is the distance " +
                                told_apart(double{std::bit_cast<float>(bits)}, 0);
}

/// As expect_same, and says which distances the depths are.
void expect_depths(const std::vector<std::uint32_t>& expected, const std::vector<std::uint32_t>& got,
                   std::size_t columns)
{
    const std::size_t pixel =
        static_cast<std::size_t>(std::ranges::mismatch(expected, got).in1 - expected.begin());
    INFO(std::string{pixel < expected.size()
                         ? "expected: " + distance(expected[pixel]) + "; got: " + distance(got[pixel])
                         : ""});
    expect_same("depths", expected, got, {}, columns);
}

void check_points(const Points& points, std::size_t columns, std::size_t rows, std::size_t group)
{
    const Picture expected = drawn(points, columns, rows), empty{columns, rows};
    const std::size_t n = points.size() / 4;
    Points all = points; // and behind the last one some that are not to be drawn, nearer than all
    for (std::size_t i = 0; i < group && !clean_stage(); ++i) all.insert(all.end(), {0.5F, 0.5F, 0.0F, 0.0F});
    const auto in = input("points", all);
    const auto depths = input("depths", empty.depths), numbers = input("numbers", empty.numbers);
    INFO(n, " points in ", columns, " columns and ", rows, " rows");
    launch(nearest_kernel(), covering(n, group), in, n, depths, columns, rows);
    expect_depths(expected.depths, depths.read(), columns);
    launch(owners_kernel(), covering(n, group), in, n, depths, numbers, columns, rows);
    expect_same("numbers", expected.numbers, numbers.read(), {}, columns);
}

/// Points in and around a picture, at distances from 0 on, many of them equal if `kinds` is small.
Points cloud(std::size_t n, std::size_t columns, std::size_t rows, std::uint64_t seed,
             std::uint32_t kinds = 1U << 22)
{
    Random random{2740 + seed};
    Points points(4 * n);
    for (std::size_t i = 0; i < n; ++i) {
        points[4 * i] = random.uniform(-0.1F, 1.1F) * static_cast<float>(columns);
        points[4 * i + 1] = random.uniform(-0.1F, 1.1F) * static_cast<float>(rows);
        points[4 * i + 2] = static_cast<float>(random.below(kinds)) * 0.37F;
        points[4 * i + 3] = i % 3 == 0 ? no_number : random.uniform(-9, 9);
    }
    return points;
}

/// Points by hand.
Points points_of(std::initializer_list<std::array<float, 3>> all)
{
    Points points;
    for (const auto& [x, y, z] : all) points.insert(points.end(), {x, y, z, -3.5F});
    return points;
}

} // namespace

TEST_CASE("the nearest of several points in a pixel is drawn")
{
    check_points(points_of({{1.5F, 0.5F, 7}, {1.2F, 0.9F, 3}, {1.9F, 0.1F, 5}, {0.5F, 1.5F, 2}}), 3, 2, 4);
    check_points(cloud(500, 4, 3, 1), 4, 3, 32);
}

TEST_CASE("of points that are equally near, the one with the smallest number is drawn")
{
    check_points(points_of({{0.5F, 0.5F, 4}, {0.2F, 0.2F, 2}, {0.7F, 0.7F, 2}, {0.1F, 0.9F, 2}}), 1, 1, 2);
    check_points(cloud(600, 5, 4, 2, 3), 5, 4, 64);
}

TEST_CASE("work-items that are numbered backwards draw the same picture")
{
    const Points points = cloud(96, 3, 2, 14, 2);
    const Picture expected = drawn(points, 3, 2), empty{3, 2};
    const auto backwards = [](const cl::Kernel& kernel) {
        return behind(numbered_backwards(), "points.cl", kernel);
    };
    const auto in = input("points", points);
    const auto depths = input("depths", empty.depths), numbers = input("numbers", empty.numbers);
    launch(backwards(nearest_kernel()), covering(96, 96), in, 96U, depths, 3U, 2U);
    launch(backwards(owners_kernel()), covering(96, 96), in, 96U, depths, numbers, 3U, 2U);
    expect_same("numbers", expected.numbers, numbers.read(), {}, 3);
}

TEST_CASE("points beyond the rim are not drawn, and those on it by the rule")
{
    check_points(points_of({{-0.5F, 1, 1},
                            {-1e-7F, 0, 1},
                            {4, 1, 1},
                            {3.9999F, 2.9999F, 1},
                            {-0.0F, 2, 6},
                            {1e30F, 1, 1},
                            {1, -1e30F, 1},
                            {1, 4294967297.0F, 1},
                            {infinity, 1, 1},
                            {1, -infinity, 1}}),
                 4, 3, 7);
}

TEST_CASE("points with NaN, infinite or negative distances are not drawn")
{
    check_points(points_of({{0.5F, 0.5F, no_number},
                            {1.5F, 0.5F, infinity},
                            {2.5F, 0.5F, -1},
                            {no_number, 0.5F, 1},
                            {0.5F, no_number, 1},
                            {3.5F, 0.5F, -infinity},
                            {2.5F, 0.5F, std::numeric_limits<float>::max()},
                            {0.5F, 1.5F, -1e-30F},
                            {1.5F, 1.5F, std::bit_cast<float>(nobody)}}), // a NaN, too
                 4, 2, 8);
}

TEST_CASE("a distance of minus zero is zero")
{
    check_points(points_of({{0.5F, 0.5F, 1e-30F},
                            {0.5F, 0.5F, -0.0F},
                            {1.5F, 0.5F, 0.0F},
                            {1.5F, 0.5F, -0.0F},
                            {2.5F, 0.5F, -0.0F}}),
                 3, 1, 2);
}

TEST_CASE("distances of every magnitude are told apart")
{
    Points points = cloud(800, 6, 6, 3);
    for (std::size_t i = 0; i < points.size(); i += 4)
        points[i + 2] = std::ldexp(1 + points[i + 2] * 1e-8F, static_cast<int>(i / 4 % 200) - 90);
    check_points(points, 6, 6, 16);
    check_points(points_of({{0.5F, 0.5F, 16777217.0F},
                            {0.5F, 0.5F, 16777216.0F},
                            {0.5F, 0.5F, 1.0F + 0x1p-23F},
                            {0.5F, 0.5F, 1.0F},
                            {0.5F, 0.5F, 1.0F + 0x1p-22F}}),
                 1, 1, 1);
    const auto kinds = Exercise::get().device().getInfo<CL_DEVICE_SINGLE_FP_CONFIG>();
    if ((kinds & CL_FP_DENORM) != 0)
        check_points(points_of({{0.5F, 0.5F, 3e-40F}, {1.5F, 0.5F, 1e-44F}, {0.5F, 0.5F, 2e-40F}}), 2, 1, 1);
}

TEST_CASE("any number of points and any size of group are right")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_points(cloud(size.count, 9, 7, 4), 9, 7, size.group);
    if (!clean_stage()) check_points(cloud(200'000, 300, 200, 7, 50), 300, 200, 64);
}

TEST_CASE("pictures of one pixel, and of more than 65,536 columns or rows")
{
    check_points(cloud(70, 1, 1, 8), 1, 1, 32);
    if (clean_stage()) return;
    check_points(cloud(5000, 70'001, 2, 9), 70'001, 2, 64);
    check_points(cloud(5000, 3, 70'001, 10), 3, 70'001, 64);
    Points points = cloud(300, 4100, 4100, 13); // pixels beyond what a float can count
    for (std::size_t i = 0; i < 150; ++i) points[4 * i + 1] = 4099.5F;
    check_points(points, 4100, 4100, 64);
}

TEST_CASE("in whatever order the points are drawn, the same picture is made")
{
    const Points points = points_of({{0.5F, 0.5F, 1},
                                     {1.2F, 0.2F, 3},
                                     {1.1F, 0.9F, 3},
                                     {1.7F, 0.7F, 5},
                                     {1.6F, 0.6F, 3},
                                     {2.5F, 1.5F, 2},
                                     {2.9F, 1.9F, 1},
                                     {3.1F, 1.1F, 1}});
    const Picture empty{4, 2};
    Points all_but_one = points;
    all_but_one[0] = -1; // nobody draws the first point
    Picture expected = drawn(all_but_one, 4, 2);
    expected.numbers[7] = nobody; // the second kernel is told of one point less
    for (const std::vector<std::size_t>& order :
         {std::vector<std::size_t>{7, 6, 5, 4, 3, 2, 1}, {2, 7, 5, 4, 6, 1, 3}}) {
        const auto in = input("points", points);
        const auto depths = input("depths", empty.depths), numbers = input("numbers", empty.numbers);
        const auto one = [](std::size_t i) {
            return Launch{.global = {1}, .local = {1}, .offset = cl::NDRange(i)};
        };
        for (const std::size_t i : order) launch(nearest_kernel(), one(i), in, 8U, depths, 4U, 2U);
        for (const std::size_t i : order) launch(owners_kernel(), one(i), in, 7U, depths, numbers, 4U, 2U);
        INFO("7 of 8 points, each in a launch of its own; number ", order[0], " came first");
        expect_depths(expected.depths, depths.read(), 4);
        expect_same("numbers", expected.numbers, numbers.read(), {}, 4);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("whole sub-groups of points are drawn under the lens")
    {
        check_points(cloud(4096, 32, 32, 11), 32, 32, 64);
    }

    TEST_CASE("a ragged number of points is drawn under the lens")
    {
        check_points(cloud(3001, 29, 23, 12), 29, 23, 64);
    }
}
