// Tests of the means of columns: bytes and whole numbers, so that there is one right result.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace
{

constexpr std::size_t farthest = std::numeric_limits<cl_uint>::max();
constexpr std::size_t strip = 16;

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t radius;
    std::size_t group = 4;
};

cl::Kernel means_kernel()
{
    return Exercise::get().kernel("column_means.cl", "column_means",
                                  {"global uchar*", "global uchar*", "uint", "uint", "uint"});
}

std::vector<std::uint8_t> expected_means(const std::vector<std::uint8_t>& in, const Picture& size)
{
    const auto [columns, rows, radius, group] = size;
    std::vector<std::uint8_t> means(in.size());
    std::vector<std::uint64_t> sums(columns);
    std::size_t first = 0, end = 0; // the rows that sums hold
    for (std::size_t y = 0; y < rows; ++y) {
        for (; end < std::min(y + radius + 1, rows); ++end)
            for (std::size_t x = 0; x < columns; ++x) sums[x] += in[end * columns + x];
        for (; first < std::max(y, radius) - radius; ++first)
            for (std::size_t x = 0; x < columns; ++x) sums[x] -= in[first * columns + x];
        for (std::size_t x = 0; x < columns; ++x)
            means[y * columns + x] = static_cast<std::uint8_t>((sums[x] + (end - first) / 2) / (end - first));
    }
    return means;
}

void check_picture(const std::vector<std::uint8_t>& picture, const Picture& size)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = means_kernel();
    const auto in = input("in", picture);
    const auto out = output<std::uint8_t>("out", picture.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(round_up(size.columns, strip) / strip, size.group)),
                     .local = cl::NDRange(size.group)},
                    in, out, static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows),
                    static_cast<cl_uint>(size.radius));
    INFO(size.columns, " columns, ", size.rows, " rows, a radius of ", size.radius);
    exercise.expect_same("out", expected_means(picture, size), out.read(), {}, size.columns);
    exercise.expect_same("in", picture, in.read(), {}, size.columns);
}

void check(const Picture& size)
{
    check_picture(random_bytes(size.columns * size.rows, 244), size);
}

} // namespace

TEST_CASE("pictures of whole vectors are averaged")
{
    check({16, 9, 2, 1});
    check({48, 21, 4, 2});
    check({64, 5, 1, 4});
    if (!Exercise::get().clean_stage()) check({1024, 333, 20, 16});
}

TEST_CASE("pictures of every other width are averaged")
{
    for (const std::size_t columns : {1, 3, 15, 17, 31, 33, 40}) check({columns, 7, 2, 2});
    if (Exercise::get().clean_stage()) return;
    check({1001, 77, 9, 8});
    check({70001, 5, 1, 64}); // more than 16 bits count
    check({2, 66001, 3, 1});
    check({count_of_its_own("column_means.cl"), 131, 12, 48});
}

TEST_CASE("windows of every height are right, up to the largest radius")
{
    for (const std::size_t radius : {0, 1, 5, 6, 7, 12, 13, 14, 200}) check({19, 7, radius, 2});
    for (const std::size_t radius : {farthest, farthest - 1, farthest - 6, farthest / 2, farthest / 2 + 1})
        check({32, 7, radius, 2});
    check({18, 1, 3, 2});
}

TEST_CASE("high and bright windows are summed")
{
    if (Exercise::get().clean_stage()) return; // too large for it
    const Picture size{1, 70001, 40000, 2};    // 66,000 bright pixels are more than a float can count
    check_picture(std::vector<std::uint8_t>(size.columns * size.rows, 255), size);
    check(size);
}

TEST_CASE("a picture without columns or rows has no means")
{
    const std::vector<std::uint8_t> picture(64, 9), before(64, 77);
    for (const auto& [columns, rows] : {std::pair{0U, 4U}, std::pair{16U, 0U}}) {
        cl::Kernel kernel = means_kernel();
        const auto in = input("in", picture), out = input("out", before);
        Exercise::get().launch(kernel, {.global = cl::NDRange(4), .local = cl::NDRange(2)}, in, out, columns,
                               rows, 2U);
        INFO(columns, " columns, ", rows, " rows: out stays 77");
        Exercise::get().expect_same("out", before, out.read());
    }
}

TEST_CASE("a work-item makes its own columns and no others")
{
    for (const std::size_t columns : {64, 55}) {
        const Picture size{columns, 9, 2, 2};
        const auto picture = random_bytes(size.columns * size.rows, 245);
        std::vector<std::uint8_t> before(picture.size());
        const auto all = expected_means(picture, size);
        for (std::size_t i = 0; i < all.size(); ++i) before[i] = static_cast<std::uint8_t>(all[i] + 100);
        means_kernel(); // ends the test when the file does not build: its message is better
        cl::Kernel alone{
            program_behind(item_of({.global = cl::NDRange(4), .local = cl::NDRange(2)}), "column_means.cl"),
            "column_means"};
        for (const std::size_t item : {0, 2, 3}) {
            const auto in = input("in", picture), out = input("out", before);
            Exercise::get().launch(
                alone, {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(item)}, in,
                out, static_cast<cl_uint>(columns), static_cast<cl_uint>(size.rows),
                static_cast<cl_uint>(size.radius));
            auto expected = before;
            for (std::size_t i = 0; i < all.size(); ++i)
                if (i % columns / strip == item) expected[i] = all[i];
            INFO(columns, " columns, work-item ", item,
                 " of 4 was run alone: other columns stay as they were");
            Exercise::get().expect_same("out", expected, out.read(), {}, columns);
        }
    }
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
