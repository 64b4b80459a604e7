// Tests of the moving sums: bytes and whole numbers, so that every sum is exact.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace
{

constexpr std::size_t farthest = std::numeric_limits<cl_uint>::max();

struct Row
{
    std::size_t columns;
    std::size_t rows;
    std::size_t radius;
    std::size_t group = 16;
};

cl::Kernel sums_kernel()
{
    return Exercise::get().kernel("row_sums.cl", "row_sums",
                                  {"global uchar*", "global uint*", "uint", "uint", "uint"});
}

std::vector<std::uint32_t> expected_sums(const std::vector<std::uint8_t>& in, const Row& size)
{
    std::vector<std::uint32_t> sums(in.size());
    std::vector<std::uint32_t> before(size.columns + 1); // sums of a row's first pixels
    for (std::size_t y = 0; y < size.rows; ++y) {
        for (std::size_t x = 0; x < size.columns; ++x) before[x + 1] = before[x] + in[y * size.columns + x];
        for (std::size_t x = 0; x < size.columns; ++x)
            sums[y * size.columns + x] = before[std::min(x + size.radius + 1, size.columns)] -
                                         before[std::max(x, size.radius) - size.radius];
    }
    return sums;
}

void check_picture(const std::vector<std::uint8_t>& picture, const Row& size)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = sums_kernel();
    const auto in = input("in", picture);
    const auto sums = output<std::uint32_t>("sums", picture.size());
    exercise.launch(
        kernel, {.global = cl::NDRange(round_up(size.rows, size.group)), .local = cl::NDRange(size.group)},
        in, sums, static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows),
        static_cast<cl_uint>(size.radius));
    INFO(size.columns, " columns, ", size.rows, " rows, a radius of ", size.radius);
    exercise.expect_same("sums", expected_sums(picture, size), sums.read(), {}, size.columns);
    exercise.expect_same("in", picture, in.read(), {}, size.columns);
}

void check(const Row& size)
{
    check_picture(random_bytes(size.columns * size.rows, 242), size);
}

} // namespace

TEST_CASE("sums are right for windows of every width")
{
    for (const std::size_t radius : {0, 1, 2, 4, 7, 12}) check({29, 5, radius, 8});
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t radius : {3, 20, 100, 333}) check({1001, 70, radius, 32});
}

TEST_CASE("a window longer than the row is right")
{
    for (const std::size_t radius : {6, 7, 8, 13, 14, 15, 40}) check({7, 6, radius, 4});
    check({1, 3, 0, 2});
    check({1, 3, 1, 2});
    check({2, 3, 1, 2});
}

TEST_CASE("the largest radii are right")
{
    check({13, 4, farthest, 4});
    check({13, 4, farthest - 1, 4});
    check({13, 4, farthest / 2, 4});
    check({13, 4, farthest / 2 + 1, 4});
    check({13, 4, farthest - 12, 4});
}

TEST_CASE("groups of several sizes and many rows are right")
{
    check({11, 10, 3, 1});
    check({11, 10, 3, 5});
    if (Exercise::get().clean_stage()) return;
    check({19, 480, 3, 48});
    check({3, 70001, 1, 64}); // more than 16 bits count
    check({count_of_its_own("row_sums.cl"), 9, 17, 3});
}

TEST_CASE("long and bright rows are summed")
{
    if (Exercise::get().clean_stage()) return; // too large for it
    const Row size{70001, 1, 40000, 1};        // 66,000 bright pixels are more than a float can count
    check_picture(std::vector<std::uint8_t>(size.columns * size.rows, 255), size);
    check(size);
}

TEST_CASE("a picture without columns or rows has no sums")
{
    const std::vector<std::uint8_t> picture(24, 9);
    const std::vector<std::uint32_t> before(24, 77);
    for (const auto& [columns, rows] : {std::pair{0U, 6U}, std::pair{6U, 0U}}) {
        cl::Kernel kernel = sums_kernel();
        const auto in = input("in", picture);
        const auto sums = input("sums", before);
        Exercise::get().launch(kernel, {.global = cl::NDRange(8), .local = cl::NDRange(4)}, in, sums, columns,
                               rows, 2U);
        INFO(columns, " columns, ", rows, " rows: sums stay 77");
        Exercise::get().expect_same("sums", before, sums.read());
    }
}

TEST_CASE("a work-item makes the sums of its own row and no others")
{
    const Row size{14, 12, 3, 4};
    const auto picture = random_bytes(size.columns * size.rows, 243);
    const std::vector<std::uint32_t> before(picture.size(), 1U << 30U);
    const auto sums_of_all = expected_sums(picture, size);
    sums_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel alone{
        program_behind(item_of({.global = cl::NDRange(12), .local = cl::NDRange(4)}), "row_sums.cl"),
        "row_sums"};
    for (const std::size_t row : {0, 5, 11}) {
        const auto in = input("in", picture);
        const auto sums = input("sums", before);
        Exercise::get().launch(
            alone, {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(row)}, in, sums,
            static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows),
            static_cast<cl_uint>(size.radius));
        auto expected = before;
        std::copy_n(sums_of_all.begin() + static_cast<std::ptrdiff_t>(row * size.columns), size.columns,
                    expected.begin() + static_cast<std::ptrdiff_t>(row * size.columns));
        INFO("work-item ", row, " of 12 was run alone: the other rows of sums stay as they were");
        Exercise::get().expect_same("sums", expected, sums.read(), {}, size.columns);
    }
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
