// Tests of the means of columns: bytes and whole numbers, so that there is one right result.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace
{

constexpr std::uint64_t farthest = std::numeric_limits<cl_uint>::max();
constexpr std::size_t strip = 16;

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::uint64_t radius; ///< ends of windows of the largest are beyond 32 bits
    std::size_t group = 4;
};

std::vector<std::uint8_t> expected_means(const std::vector<std::uint8_t>& in, const Picture& size)
{
    const auto [columns, rows, radius, group] = size;
    std::vector<std::uint8_t> means(in.size());
    std::vector<std::uint64_t> sums(columns);
    std::uint64_t first = 0, end = 0; // the rows that sums hold
    for (std::size_t y = 0; y < rows; ++y) {
        for (; end < std::min<std::uint64_t>(y + radius + 1, rows); ++end)
            for (std::size_t x = 0; x < columns; ++x) sums[x] += in[end * columns + x];
        for (; first < std::max<std::uint64_t>(y, radius) - radius; ++first)
            for (std::size_t x = 0; x < columns; ++x) sums[x] -= in[first * columns + x];
        for (std::size_t x = 0; x < columns; ++x)
            means[y * columns + x] = static_cast<std::uint8_t>((sums[x] + (end - first) / 2) / (end - first));
    }
    return means;
}

/// @param strips of sixteen columns that are made, if not all.
void check_picture(const std::vector<std::uint8_t>& picture, const Picture& size,
                   std::size_t strips = SIZE_MAX)
{
    strips = std::min(strips, round_up(size.columns, strip) / strip);
    const auto out = output<std::uint8_t>("out", picture.size());
    cl::Kernel kernel = Exercise::get().kernel("column_means.cl", "column_means",
                                               {"global uchar*", "global uchar*", "uint", "uint", "uint"});
    launch(kernel, covering(strips, size.group), input("in", picture), out, size.columns, size.rows,
           static_cast<cl_uint>(size.radius));
    INFO(size.columns, " columns, ", size.rows, " rows, a radius of ", size.radius);
    expect_part(
        "out", expected_means(picture, size), out.read(),
        [&](std::size_t i) { return i % size.columns / strip < strips; }, {}, size.columns);
}

void check(const Picture& size, std::size_t strips = SIZE_MAX)
{
    check_picture(random_bytes(size.columns * size.rows, 244), size, strips);
}

} // namespace

TEST_CASE("pictures of whole vectors are averaged")
{
    check({16, 9, 2, 1});
    check({64, 5, 1, 4});
    if (!clean_stage()) check({1024, 333, 20, 16});
}

TEST_CASE("pictures of every other width are averaged")
{
    for (const std::size_t columns : {1, 3, 15, 17, 31, 33, 40}) check({columns, 7, 2, 2});
    if (clean_stage()) return;
    check({1001, 77, 9, 8});
    check({70001, 5, 1, 64}); // more than 16 bits count
}

TEST_CASE("windows of every height are right, up to the largest radius")
{
    for (const std::uint64_t radius : {0, 1, 5, 6, 7, 12, 13, 14, 200}) check({19, 7, radius, 2});
    for (const std::uint64_t radius : {farthest, farthest - 1, farthest - 6, farthest / 2, farthest / 2 + 1})
        check({32, 7, radius, 2});
    check({18, 0, 3, 2}); // nothing is read or written
    check({0, 7, 3, 2});
}

TEST_CASE("high and bright windows are summed")
{
    if (clean_stage()) return; // too large for it; 66,000 bright pixels are more than a float can count
    check_picture(std::vector<std::uint8_t>(70001, 255), {1, 70001, 40000, 2});
}

TEST_CASE("a work-item makes its own columns and no others")
{
    check({64, 9, 2, 2}, 2);
    check({55, 9, 2, 1}, 3);
}

TEST_SUITE("lens")
{
    TEST_CASE("40 rows of 512, a radius of 6")
    {
        check({512, 40, 6, 32});
    }

    TEST_CASE("37 rows of 500, a radius of 5")
    {
        check({500, 37, 5, 32});
    }
}
