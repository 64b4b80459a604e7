// Tests of the blur down columns: bytes and whole numbers, so that there is one right result.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t block_rows;
    std::array<std::size_t, 2> group{8, 2};

    std::string options() const { return "-D BLOCK_ROWS=" + std::to_string(block_rows); }
    Launch launch() const
    {
        return {.global = {round_up(columns, group[0]),
                           round_up(round_up(rows, block_rows) / block_rows, group[1])},
                .local = {group[0], group[1]}};
    }
};

cl::Kernel nine_kernel(const Picture& size)
{
    return Exercise::get().kernel("nine_rows.cl", "nine_rows",
                                  {"global uchar*", "global uchar*", "uint", "uint"}, size.options());
}

std::vector<std::uint8_t> blurred(const std::vector<std::uint8_t>& in, const Picture& size)
{
    constexpr std::array<unsigned, 9> weights{1, 8, 28, 56, 70, 56, 28, 8, 1};
    std::vector<std::uint8_t> out(in.size());
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x) {
            unsigned sum = 128;
            for (std::size_t j = 0; j < 9; ++j) {
                const std::size_t row = std::min(std::max(y + j, std::size_t{4}) - 4, size.rows - 1);
                sum += weights.at(j) * in[row * size.columns + x];
            }
            out[y * size.columns + x] = static_cast<std::uint8_t>(sum / 256);
        }
    return out;
}

void check_picture(const std::vector<std::uint8_t>& picture, const Picture& size)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = nine_kernel(size);
    const auto in = input("in", picture);
    const auto out = output<std::uint8_t>("out", picture.size());
    exercise.launch(kernel, size.launch(), in, out, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows));
    INFO(size.columns, " columns, ", size.rows, " rows, blocks of ", size.block_rows, " rows");
    exercise.expect_same("out", blurred(picture, size), out.read(), {}, size.columns);
    exercise.expect_same("in", picture, in.read(), {}, size.columns);
}

void check(const Picture& size)
{
    check_picture(random_bytes(size.columns * size.rows, 232), size);
}

} // namespace

TEST_CASE("a picture of whole blocks is blurred")
{
    check({16, 64, 32});
    check({32, 24, 16});
}

TEST_CASE("pictures of every size are blurred")
{
    check({1, 1, 32});
    check({13, 3, 32});
    check({5, 37, 16, {4, 4}}); // groups of several blocks
    check({21, 50, 20, {48, 1}});
    if (Exercise::get().clean_stage()) return;
    check({333, 257, 32});
    check({70001, 5, 32, {512, 1}}); // more than 16 bits count
    check({3, 70001, 32});
    check({count_of_its_own("nine_rows.cl"), 61, 20, {48, 1}});
}

TEST_CASE("blocks of every height meet without a seam")
{
    for (const std::size_t block_rows : {1, 7, 9, 100}) check({9, 31, block_rows});
    check({3, 1003, 1000}); // the largest, and more than a byte counts
}

TEST_CASE("without an option blocks have a height of the file's own")
{
    cl::Kernel kernel = Exercise::get().kernel("nine_rows.cl", "nine_rows",
                                               {"global uchar*", "global uchar*", "uint", "uint"});
    const Picture row{16, 1, 1};
    const auto picture = random_bytes(row.columns, 234);
    const auto in = input("in", picture);
    const auto out = output<std::uint8_t>("out", picture.size());
    Exercise::get().launch(kernel, row.launch(), in, out, 16U, 1U);
    INFO("nine_rows.cl was built without -D BLOCK_ROWS");
    Exercise::get().expect_same("out", picture, out.read());
}

TEST_CASE("white stays white")
{
    const Picture size{24, 20, 16};
    check_picture(std::vector<std::uint8_t>(size.columns * size.rows, 255), size);
}

TEST_CASE("a picture without columns or rows stays as it is")
{
    const std::vector<std::uint8_t> picture(64, 9), before(64, 77);
    for (const auto& [columns, rows] : {std::pair{0U, 4U}, std::pair{16U, 0U}}) {
        cl::Kernel kernel = nine_kernel({16, 4, 32});
        const auto in = input("in", picture), out = input("out", before);
        Exercise::get().launch(kernel, {.global = {16, 2}, .local = {8, 2}}, in, out, columns, rows);
        INFO(columns, " columns, ", rows, " rows: out stays 77");
        Exercise::get().expect_same("out", before, out.read());
    }
}

TEST_CASE("a work-item makes its own pixels and no others")
{
    const Picture size{24, 40, 16, {8, 1}};
    const auto picture = random_bytes(size.columns * size.rows, 233);
    const auto all = blurred(picture, size);
    std::vector<std::uint8_t> before(picture.size());
    for (std::size_t i = 0; i < all.size(); ++i) before[i] = static_cast<std::uint8_t>(all[i] + 100);
    nine_kernel(size); // ends the test when the file does not build: its message is better
    cl::Kernel alone{program_behind("#define BLOCK_ROWS 16\n" + item_of(size.launch()), "nine_rows.cl"),
                     "nine_rows"};
    for (const auto& [x, g] : {std::pair{0, 0}, std::pair{23, 1}, std::pair{9, 2}}) {
        const auto in = input("in", picture), out = input("out", before);
        Exercise::get().launch(alone, {.global = {1, 1}, .local = {1, 1}, .offset = cl::NDRange(x, g)}, in,
                               out, static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows));
        std::vector<std::uint8_t> expected = before;
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (i % size.columns == static_cast<std::size_t>(x) &&
                i / size.columns / size.block_rows == static_cast<std::size_t>(g))
                expected[i] = all[i];
        INFO("work-item (", x, ", ", g, ") was run alone: other pixels stay as they were");
        Exercise::get().expect_same("out", expected, out.read(), {}, size.columns);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("128 x 64 pixels in blocks of 32 rows")
    {
        check({128, 64, 32, {32, 1}});
    }

    TEST_CASE("100 x 50 pixels in blocks of 20 rows")
    {
        check({100, 50, 20, {32, 1}});
    }
}
