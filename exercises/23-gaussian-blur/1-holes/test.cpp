// Tests of the mean of known pixels: pixels and weights are whole numbers, so that sums are exact and only the division rounds.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

const Floats wide{3, 10, 25, 50, 80, 45, 26, 12, 5}, gaps{0, 0, 4, 1, 0, 1, 0, 0, 0},
    last{0, 0, 0, 0, 0, 0, 0, 0, 7};

Floats means_of_rows(const Floats& in, const Floats& weights, std::size_t columns)
{
    Floats means;
    for (std::size_t p = 0; p < in.size(); ++p) {
        double sum = 0, total = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const std::size_t column = std::min(std::max(p % columns + i, std::size_t{4}) - 4, columns - 1);
            const float pixel = in[p / columns * columns + column];
            if (std::isnan(pixel)) continue;
            sum += double{weights[i]} * pixel;
            total += weights[i];
        }
        means.push_back(total > 0 ? static_cast<float>(sum / total) : NAN);
    }
    return means;
}

/// Whole numbers from 1 to 1,000 times `scale`, a power of two, of which one in `one_in` is not known.
Floats picture_of(std::size_t count, std::uint32_t one_in = 4, float scale = 1)
{
    Floats picture;
    for (const std::uint32_t number : random_uints(count, 231, 1000 * one_in))
        picture.push_back(number % one_in == 1 ? NAN : static_cast<float>(1 + number / one_in) * scale);
    return picture;
}

void check(const Floats& picture, const Floats& weights, const Size2D& size)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "blur_rows.cl", "blur_rows", {"global float*", "constant float*", "global float*", "uint", "uint"});
    const auto out = output<float>("out", picture.size());
    launch(kernel, covering(size), input("in", picture), input("weights", weights), out, size.columns,
           size.rows);
    INFO(size.columns, " columns, ", size.rows, " rows");
    // The sums are exact. A division may be off by 2.5 ulp, and so may a reciprocal and the product with it.
    expect_same("out", means_of_rows(picture, weights, size.columns), out.read(), {.ulps = 4}, size.columns);
}

void check_size(const Size2D& size, const Floats& weights = wide)
{
    check(picture_of(size.columns * size.rows), weights, size);
}

} // namespace

TEST_CASE("beside a hole, a wall stays where it is")
{
    Floats wall(21, 3.0F);
    wall[9] = NAN;
    check(wall, wide, {21, 1, 7, 1});
    wall[0] = wall[13] = wall[20] = NAN;
    check(wall, wide, {21, 1, 7, 1});
}

TEST_CASE("of a wide hole, the middle stays unknown")
{
    Floats wall(40, 5.0F);
    std::fill(wall.begin() + 10, wall.begin() + 25, NAN);
    check(wall, wide, {40, 1, 8, 1});
    check(Floats(30, NAN), wide, {15, 2, 8, 1});
    check({NAN}, wide, {1, 1, 1, 1});
}

TEST_CASE("means are right in pictures of every size and groups of every shape")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) check_size(size);
    check_size({12, 9, 6, 3});
    check_size({3, 5, 4, 4});
    check(picture_of(300, 1000), wide, {30, 10, 8, 8}); // hardly a hole
    check(picture_of(300, 2), wide, {30, 10, 8, 8});    // hardly a pixel
}

TEST_CASE("every weight counts, whatever their sum is")
{
    for (Floats weights :
         {gaps, last, Floats{1, 0, 0, 0, 0, 0, 0, 0, 0}, Floats{9, 8, 7, 6, 5, 4, 3, 2, 1}}) {
        check_size({25, 14, 8, 8}, weights);
        for (float& weight : weights) weight *= 0x1p40F;
        check_size({25, 14, 8, 8}, weights);
    }
}

TEST_CASE("pixels may be very large, very small, negative, or 0")
{
    for (const float scale : {0x1p80F, 0x1p-80F, -1.0F, 0.0F})
        check(picture_of(350, 4, scale), wide, {25, 14, 8, 8});
}
