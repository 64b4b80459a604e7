// Tests of the moving sums: bytes and whole numbers, so that every sum is exact.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <limits>
#include <utility>

using namespace lockstep;

namespace
{

constexpr std::uint64_t farthest = std::numeric_limits<cl_uint>::max();

struct Row
{
    std::size_t columns;
    std::size_t rows;
    std::uint64_t radius; ///< ends of windows of the largest are beyond 32 bits
    std::size_t group = 16;
};

std::vector<cl_uint> expected_sums(const std::vector<std::uint8_t>& in, const Row& size)
{
    std::vector<cl_uint> sums(in.size());
    std::vector<cl_uint> before(size.columns + 1); // sums of a row's first pixels
    for (std::size_t y = 0; y < size.rows; ++y) {
        for (std::size_t x = 0; x < size.columns; ++x) before[x + 1] = before[x] + in[y * size.columns + x];
        for (std::size_t x = 0; x < size.columns; ++x)
            sums[y * size.columns + x] = before[std::min<std::uint64_t>(x + size.radius + 1, size.columns)] -
                                         before[std::max<std::uint64_t>(x, size.radius) - size.radius];
    }
    return sums;
}

/// @param launched work-items, if not one for each row.
void check_picture(const std::vector<std::uint8_t>& picture, const Row& size, std::size_t launched = SIZE_MAX)
{
    const std::size_t items = std::min(size.rows, launched);
    const auto sums = output<cl_uint>("sums", picture.size());
    cl::Kernel kernel = Exercise::get().kernel("row_sums.cl", "row_sums",
                                               {"global uchar*", "global uint*", "uint", "uint", "uint"});
    launch(kernel, covering(items, size.group), input("in", picture), sums, size.columns, size.rows,
           static_cast<cl_uint>(size.radius));
    INFO(size.columns, " columns, ", size.rows, " rows, a radius of ", size.radius);
    expect_part(
        "sums", expected_sums(picture, size), sums.read(),
        [&](std::size_t i) { return i / size.columns < items; }, {}, size.columns);
}

void check(const Row& size, std::size_t launched = SIZE_MAX)
{
    check_picture(random_bytes(size.columns * size.rows, 242), size, launched);
}

} // namespace

TEST_CASE("sums are right for windows of every width")
{
    for (const std::uint64_t radius : {0, 1, 2, 4, 7, 12}) check({29, 5, radius, 8});
    if (clean_stage()) return;
    for (const std::uint64_t radius : {3, 20, 100, 333}) check({1001, 70, radius, 32});
}

TEST_CASE("a window longer than the row is right")
{
    for (const std::uint64_t radius : {6, 7, 8, 13, 14, 15, 40}) check({7, 6, radius, 4});
    check({1, 3, 1, 2});
}

TEST_CASE("the largest radii are right")
{
    for (const std::uint64_t radius : {farthest, farthest - 1, farthest - 12, farthest / 2, farthest / 2 + 1})
        check({13, 4, radius, 4});
}

TEST_CASE("groups of several sizes and many rows are right")
{
    check({11, 10, 3, 1});
    check({11, 10, 3, 5});
    if (clean_stage()) return;
    check({19, 480, 3, 48});
    check({3, 70001, 1, 64}); // more than 16 bits count
}

TEST_CASE("long and bright rows are summed")
{
    if (clean_stage()) return; // too large for it; 66,000 bright pixels are more than a float can count
    check_picture(std::vector<std::uint8_t>(70001, 255), {70001, 1, 40000, 1});
}

TEST_CASE("a work-item makes the sums of its own row and no others")
{
    check({14, 12, 3, 4}, 4);
}

TEST_CASE("a picture without columns or rows has no sums")
{
    for (const auto& [columns, rows] : {std::pair{0U, 5U}, std::pair{5U, 0U}, std::pair{0U, 0U}})
        check({columns, rows, 40, 4});
}

TEST_SUITE("lens")
{
    TEST_CASE("64 rows of 96 pixels, a radius of 20")
    {
        check({96, 64, 20, 32});
    }

    TEST_CASE("45 rows of 75 pixels, a radius of 7")
    {
        check({75, 45, 7, 32});
    }
}
