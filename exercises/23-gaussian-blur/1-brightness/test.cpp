// Tests of the weighted mean: pixels and weights are whole numbers, so that sums are exact and only the division rounds.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

using Weights = std::vector<float>;
const Weights wide{3, 10, 25, 50, 80, 45, 26, 12, 5}, dark{0, 0, 1, 1, 0, 1, 0, 0, 0},
    last_only{0, 0, 0, 0, 0, 0, 0, 0, 7};

cl::Kernel rows_kernel()
{
    return Exercise::get().kernel("blur_rows.cl", "blur_rows",
                                  {"global float*", "constant float*", "global float*", "uint", "uint"});
}

/// Whole numbers below 1,000, times `scale`, a power of two.
std::vector<float> numbers(std::size_t count, float scale = 1)
{
    std::vector<float> values(count);
    const auto random = random_uints(count, 231, 1000);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(random[i]) * scale;
    return values;
}

std::vector<float> means_of_rows(const std::vector<float>& in, const Weights& weights, std::size_t columns)
{
    double total = 0;
    for (const float weight : weights) total += weight;
    std::vector<float> means(in.size());
    for (std::size_t p = 0; p < in.size(); ++p) {
        double sum = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const std::size_t column = std::min(std::max(p % columns + i, std::size_t{4}) - 4, columns - 1);
            sum += double{weights[i]} * in[p / columns * columns + column];
        }
        means[p] = static_cast<float>(sum / total);
    }
    return means;
}

void check_picture(const std::vector<float>& picture, const Weights& weights, const Size2D& size)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = rows_kernel();
    const auto in = input("in", picture), own = input("weights", weights);
    const auto out = output<float>("out", picture.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(size.columns, size.group_columns),
                                           round_up(size.rows, size.group_rows)),
                     .local = cl::NDRange(size.group_columns, size.group_rows)},
                    in, own, out, static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.rows));
    INFO(size.columns, " columns, ", size.rows, " rows");
    // The sums are exact. A division may be off by 2.5 ulp, and so may a reciprocal and the product with it.
    exercise.expect_same("out", means_of_rows(picture, weights, size.columns), out.read(), {.ulps = 4},
                         size.columns);
    exercise.expect_same("in", picture, in.read(), {}, size.columns);
    exercise.expect_same("weights", weights, own.read());
}

void check_size(const Size2D& size, const Weights& weights = wide)
{
    check_picture(numbers(size.columns * size.rows), weights, size);
}

} // namespace

TEST_CASE("a picture of one brightness stays as it is")
{
    const Size2D size{21, 17, 8, 4};
    for (const Weights& weights : {wide, dark, last_only})
        check_picture(std::vector<float>(size.columns * size.rows, 3.0F), weights, size);
}

TEST_CASE("means are right in pictures of every size and groups of every shape")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) check_size(size);
    check_size({12, 9, 6, 3});
    check_size({3, 5, 4, 4});
    if (Exercise::get().clean_stage()) return;
    check_size({640, 480, 48, 2});
    check_size({70001, 3, 512, 1}); // more than 16 bits count
    check_size({3, 70001, 1, 128});
    check_size({count_of_its_own("blur_rows.cl"), 31, 16, 16});
}

TEST_CASE("every weight counts, whatever their sum is")
{
    check_size({25, 14, 8, 8}, dark);
    check_size({25, 14, 8, 8}, last_only);
    check_size({25, 14, 8, 8}, {1, 0, 0, 0, 0, 0, 0, 0, 0});
    check_size({25, 14, 8, 8}, {9, 8, 7, 6, 5, 4, 3, 2, 1});
    for (const float scale : {0x1p12F, 0x1p40F}) { // sums that 16 and 32 bits do not hold
        Weights large = wide;
        for (float& weight : large) weight *= scale;
        check_size({25, 14, 8, 8}, large);
    }
}

TEST_CASE("very large, very small and negative pixels are averaged")
{
    const Size2D size{25, 14, 8, 8};
    for (const float scale : {0x1p80F, 0x1p-80F, -1.0F})
        check_picture(numbers(size.columns * size.rows, scale), wide, size);
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    const Size2D size{24, 16, 8, 4};
    const std::vector<float> picture = numbers(size.columns * size.rows);
    const std::vector<float> before(picture.size(), -5.0F);
    const std::vector<float> means = means_of_rows(picture, wide, size.columns);
    rows_kernel(); // ends the test when the file does not build: its message is better
    const Launch whole{.global = {size.columns, size.rows}, .local = {size.group_columns, size.group_rows}};
    cl::Kernel alone{program_behind(item_of(whole), "blur_rows.cl"), "blur_rows"};
    for (const auto& [x, y] : {std::pair{0, 0}, std::pair{23, 5}, std::pair{9, 15}}) {
        const auto in = input("in", picture), weights = input("weights", wide), out = input("out", before);
        Exercise::get().launch(alone, {.global = {1, 1}, .local = {1, 1}, .offset = cl::NDRange(x, y)}, in,
                               weights, out, static_cast<cl_uint>(size.columns),
                               static_cast<cl_uint>(size.rows));
        std::vector<float> expected = before;
        const std::size_t own = static_cast<std::size_t>(y) * size.columns + static_cast<std::size_t>(x);
        expected[own] = means[own];
        INFO("work-item (", x, ", ", y, ") was run alone: the other pixels of out stay -5");
        Exercise::get().expect_same("out", expected, out.read(), {.ulps = 4}, size.columns);
    }
}
