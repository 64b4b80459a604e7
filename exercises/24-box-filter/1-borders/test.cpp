// Tests of the borders: pixels are whole numbers, so that sums are exact and only the division rounds.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

using namespace lockstep;

namespace
{

cl::Kernel box_kernel()
{
    return Exercise::get().kernel("borders.cl", "box_mean",
                                  {"global float*", "global float*", "uint", "uint"});
}

/// Whole numbers from `least` on, times `scale`, a power of two.
std::vector<float> numbers(std::size_t count, float least = 0, float scale = 1)
{
    std::vector<float> values(count);
    const auto random = random_uints(count, 241, 1000);
    for (std::size_t i = 0; i < count; ++i) values[i] = (least + static_cast<float>(random[i])) * scale;
    return values;
}

/// What is expected of pixels scaled by a power of two: the scaled means of the whole numbers.
Reference<float> scaled_means(const std::vector<float>& in, const Size2D& size, float scale)
{
    std::vector<float> whole = in;
    for (float& value : whole) value /= scale;
    Reference<float> reference = box_means(whole, size.columns, size.rows);
    for (float& value : reference.values) value *= scale;
    return reference;
}

void check_picture(const std::vector<float>& picture, const Size2D& size, float scale = 1)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = box_kernel();
    const auto in = input("in", picture);
    const auto out = output<float>("out", picture.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(size.columns, size.group_columns),
                                           round_up(size.rows, size.group_rows)),
                     .local = cl::NDRange(size.group_columns, size.group_rows)},
                    in, out, static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows));
    INFO(size.columns, " columns, ", size.rows, " rows");
    // The sums are exact. A division may be off by 2.5 ulp, and so may a reciprocal and the product with it.
    expect_agreed("out", scaled_means(picture, size, scale), out.read(), {.ulps = 4}, size.columns);
    exercise.expect_same("in", picture, in.read(), {}, size.columns);
}

void check_size(const Size2D& size)
{
    check_picture(numbers(size.columns * size.rows), size);
}

} // namespace

TEST_CASE("pixels at the rim are as bright as the others")
{
    // A picture of one brightness stays as it is.
    const Size2D size{21, 17, 8, 4};
    check_picture(std::vector<float>(size.columns * size.rows, 3.0F), size);
}

TEST_CASE("means are right in pictures of every size and groups of every shape")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) check_size(size);
    check_size({12, 9, 6, 3});
    if (Exercise::get().clean_stage()) return;
    check_size({640, 480, 48, 2});
    check_size({70001, 3, 512, 1}); // more than 16 bits count
    check_size({3, 70001, 1, 128});
    check_size({count_of_its_own("borders.cl"), 31, 16, 16});
}

TEST_CASE("a picture smaller than the window is averaged")
{
    check_size({4, 3, 4, 4});
    check_size({2, 30, 2, 8});
    check_size({30, 2, 8, 2});
    check_size({9, 8, 4, 4});
}

TEST_CASE("very large, very small and negative pixels are averaged")
{
    const Size2D size{25, 14, 8, 8};
    check_picture(numbers(size.columns * size.rows, 1, 0x1p80F), size, 0x1p80F);
    check_picture(numbers(size.columns * size.rows, 1, 0x1p-80F), size, 0x1p-80F);
    check_picture(numbers(size.columns * size.rows, 1, -1), size, -1);
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const Size2D size{24, 16, 8, 4};
    const std::vector<float> picture = numbers(size.columns * size.rows, 1);
    const std::vector<float> before(picture.size(), -5.0F);
    const Reference<float> means = box_means(picture, size.columns, size.rows);
    box_kernel(); // ends the test when the file does not build: its message is better
    const Launch whole{.global = {size.columns, size.rows}, .local = {size.group_columns, size.group_rows}};
    cl::Kernel alone{program_behind(item_of(whole), "borders.cl"), "box_mean"};
    for (const auto& [x, y] : {std::pair{0, 0}, std::pair{23, 5}, std::pair{9, 15}}) {
        const auto in = input("in", picture), out = input("out", before);
        Exercise::get().launch(alone, {.global = {1, 1}, .local = {1, 1}, .offset = cl::NDRange(x, y)}, in,
                               out, static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows));
        std::vector<float> expected = before;
        const std::size_t own = static_cast<std::size_t>(y) * size.columns + static_cast<std::size_t>(x);
        expected[own] = means.values[own];
        INFO("work-item (", x, ", ", y, ") was run alone: the other pixels of out stay -5");
        Exercise::get().expect_same("out", expected, out.read(), {.ulps = 4}, size.columns);
    }
}
