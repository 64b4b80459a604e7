// Tests of the ring: pixels are whole numbers from 100 to 999, so that a pixel left out changes a mean by more than 1.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

using namespace lockstep;

namespace
{

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t strip;
    std::size_t block_rows;

    std::string options() const
    {
        return "-D STRIP=" + std::to_string(strip) + " -D BLOCK_ROWS=" + std::to_string(block_rows);
    }
    cl::NDRange groups() const
    {
        return {round_up(rows, block_rows) / block_rows, round_up(columns, strip) / strip};
    }
};

// Sums of nine rows of nine pixels stay below 2^17, so each of about 2 · 1,032 additions and subtractions down a block of 1,024 rows rounds by
// 2^-8 at most, and by 2^-10 on average; the errors go either way and add up like a square root: 0.05 for a sum, and a
// mean is at most a third of that where the window is smallest. With means of rows instead of sums it is less.
constexpr Tolerance tolerance{.absolute = 0.05};

cl::Kernel fused_kernel(const Picture& size)
{
    return Exercise::get().kernel("ring.cl", "fused", {"global float*", "global float*", "uint", "uint"},
                                  size.options());
}

std::vector<float> numbers(std::size_t count)
{
    std::vector<float> values(count);
    const auto random = random_uints(count, 246, 900);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(100 + random[i]);
    return values;
}

void check(const Picture& size)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = fused_kernel(size);
    const std::vector<float> picture = numbers(size.columns * size.rows);
    const auto in = input("in", picture);
    const auto out = output<float>("out", picture.size());
    exercise.launch(kernel, {.global = size.groups(), .local = cl::NDRange(1, 1)}, in, out,
                    static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows));
    INFO(size.columns, " columns, ", size.rows, " rows, blocks of ", size.strip, " columns and ",
         size.block_rows, " rows");
    expect_agreed("out", box_means(picture, size.columns, size.rows), out.read(), tolerance, size.columns);
    exercise.expect_same("in", picture, in.read(), {}, size.columns);
}

} // namespace

TEST_CASE("a picture of one block is averaged")
{
    check({30, 20, 32, 24});
    check({32, 24, 32, 24});
    check({9, 9, 32, 24});
}

TEST_CASE("a picture smaller than the window is averaged")
{
    check({1, 1, 32, 24});
    check({3, 5, 32, 24});
    check({40, 2, 32, 24});
    check({2, 40, 32, 24});
}

TEST_CASE("blocks meet without a seam")
{
    check({64, 48, 32, 24});
    check({67, 50, 32, 24});
    check({31, 25, 16, 8});
    check({36, 28, 32, 24}); // the last blocks are no wider or higher than the window's reach
    if (Exercise::get().clean_stage()) return;
    check({1021, 347, 512, 64});
    check({count_of_its_own("ring.cl"), 131, 272, 31});
}

TEST_CASE("blocks smaller than the window are averaged")
{
    check({19, 14, 3, 2});
    check({12, 11, 1, 1});
    check({33, 17, 16, 5});
}

TEST_CASE("large pictures and long blocks are averaged")
{
    if (Exercise::get().clean_stage()) return; // too large for it
    check({70001, 3, 512, 64});                // more than 16 bits count
    check({3, 70001, 64, 512});
    check({200, 2050, 128, 1024});
    check({2100, 40, 4096, 16});
}

TEST_CASE("a work-group makes its own block and no other")
{
    const Picture size{75, 40, 32, 16};
    const std::vector<float> picture = numbers(size.columns * size.rows);
    const std::vector<float> before(picture.size(), -5.0F);
    const Reference<float> means = box_means(picture, size.columns, size.rows);
    fused_kernel(size); // ends the test when the file does not build: its message is better
    const std::string lines = "#define STRIP " + std::to_string(size.strip) + "\n#define BLOCK_ROWS " +
                              std::to_string(size.block_rows) + "\n" +
                              groups_of({.global = size.groups(), .local = cl::NDRange(1, 1)});
    cl::Kernel alone{program_behind(lines, "ring.cl"), "fused"};
    for (const auto& [g, h] : {std::pair{0, 0}, std::pair{1, 1}, std::pair{2, 2}, std::pair{0, 2}}) {
        const auto in = input("in", picture), out = input("out", before);
        Exercise::get().launch(alone, {.global = {1, 1}, .local = {1, 1}, .offset = cl::NDRange(g, h)}, in,
                               out, static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows));
        std::vector<float> expected = before;
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (i / size.columns / size.block_rows == static_cast<std::size_t>(g) &&
                i % size.columns / size.strip == static_cast<std::size_t>(h))
                expected[i] = means.values[i];
        INFO("work-group (", g, ", ", h, ") was run alone: the other blocks of out stay -5");
        Exercise::get().expect_same("out", expected, out.read(), tolerance, size.columns);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("128 x 72 pixels in blocks of 64 x 24")
    {
        check({128, 72, 64, 24});
    }

    TEST_CASE("117 x 50 pixels in blocks of 48 x 20")
    {
        check({117, 50, 48, 20});
    }
}
