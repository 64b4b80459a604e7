// Tests of two kernels that add up, against loops on the host in double. Elements are whole numbers, or these times a power of
// two, and small enough that a float holds every sum exactly.
#include <lockstep/exercise.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr const char* file = "sums.cl";
using Floats = std::vector<float>;

// Whole numbers from -largest to largest, never 0, times a factor.
Floats whole_numbers(std::size_t n, std::uint64_t seed, std::uint32_t largest, float factor = 1.0F)
{
    Random random{seed};
    Floats values(n);
    for (float& value : values) {
        const auto size = static_cast<float>(1 + random.below(largest));
        value = factor * (random.below(2) == 0 ? size : -size);
    }
    return values;
}

struct Shape
{
    std::size_t rows;
    std::size_t depth;
    std::size_t columns;
};

cl::Kernel product_kernel()
{
    return Exercise::get().kernel(
        file, "product", {"global float*", "global float*", "global float*", "uint", "uint", "uint"});
}

Floats product_of(const Floats& a, const Floats& b, const Shape& shape)
{
    Floats c(shape.rows * shape.columns);
    for (std::size_t row = 0; row < shape.rows; ++row)
        for (std::size_t column = 0; column < shape.columns; ++column) {
            double sum = 0;
            for (std::size_t k = 0; k < shape.depth; ++k)
                sum += static_cast<double>(a[row * shape.depth + k]) *
                       static_cast<double>(b[k * shape.columns + column]);
            c[row * shape.columns + column] = static_cast<float>(sum);
        }
    return c;
}

// @param rows work-items, if not one for each row.
void check_product(const Floats& a, const Floats& b, const Shape& shape, std::size_t group = 4,
                   std::size_t rows = SIZE_MAX)
{
    const auto c = output<float>("c", shape.rows * shape.columns);
    launch(product_kernel(), covering(std::min(shape.rows, rows), group), input("a", a), input("b", b), c,
           shape.rows, shape.depth, shape.columns);
    INFO("a has ", shape.rows, " × ", shape.depth, " elements, b ", shape.depth, " × ", shape.columns);
    expect_part(
        "c", product_of(a, b, shape), c.read(), [&](std::size_t i) { return i / shape.columns < rows; }, {},
        shape.columns);
}

void check_random_product(const Shape& shape, std::size_t group = 4, std::size_t rows = SIZE_MAX,
                          float factor = 1.0F)
{
    check_product(whole_numbers(shape.rows * shape.depth, 1000 + shape.rows, 15, factor),
                  whole_numbers(shape.depth * shape.columns, 1001 + shape.columns, 15), shape, group, rows);
}

cl::Kernel springs_kernel()
{
    return Exercise::get().kernel(file, "springs",
                                  {"global float*", "global float*", "uint", "global float*"});
}

// @param launched work-items, if not one for each body; those from number `first` on.
void check_springs(const Floats& position, const Floats& strength, std::size_t group = 4,
                   std::size_t launched = SIZE_MAX, std::size_t first = 0)
{
    const std::size_t bodies = strength.size(), end = first + std::min(bodies - first, launched);
    Floats expected(position.size());
    for (std::size_t i = 3 * first; i < 3 * end; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < bodies; ++j)
            sum += double{strength[j]} * (double{position[3 * j + i % 3]} - double{position[i]});
        expected[i] = static_cast<float>(sum);
    }
    const auto force = output<float>("force", position.size());
    Launch how = covering(end - first, group);
    how.offset = cl::NDRange(first);
    launch(springs_kernel(), how, input("position", position), input("strength", strength), bodies, force);
    INFO(bodies, " bodies, one in each row; the columns are x, y and z");
    expect_part(
        "force", expected, force.read(), [&](std::size_t i) { return i / 3 >= first && i / 3 < end; }, {}, 3);
}

void check_random_springs(std::size_t bodies, std::size_t group = 4, std::size_t launched = SIZE_MAX,
                          std::size_t first = 0, float factor = 1.0F)
{
    check_springs(whole_numbers(3 * bodies, 1010 + bodies, 30, factor),
                  whole_numbers(bodies, 1011 + bodies, 9), group, launched, first);
}

constexpr float huge = 0x1p100F; // beside it every other number is lost

} // namespace

TEST_CASE("3 times 5 is 15")
{
    check_product({3}, {5}, {1, 1, 1});
    check_product({3, 7}, {5, 2}, {1, 2, 1});
}

TEST_CASE("a column's sum does not depend on the columns before it")
{
    check_product({3}, {5, 5, 0, -1}, {1, 1, 4});
    check_product({1, 1}, {huge, 2, 3, huge, 4, 5}, {1, 2, 3});
    check_product({1, 0, 0, 1}, {1, 2, 3, 4}, {2, 2, 2});
}

TEST_CASE("products of every shape are right")
{
    for (const Shape& shape :
         {Shape{1, 1, 1}, Shape{5, 3, 7}, Shape{7, 5, 3}, Shape{9, 1, 9}, Shape{1, 40, 1}})
        check_random_product(shape);
    check_random_product({13, 2, 3}, 4, SIZE_MAX, 0x1p-100F);
    if (clean_stage()) return;
    check_random_product({2, 5'001, 2});
    check_random_product({3, 2, 70'001});
    check_random_product({70'001, 2, 3}, 512);
}

TEST_CASE("a product without depth is 0, and one without rows or columns is nothing")
{
    for (const Shape& shape : {Shape{3, 0, 5}, Shape{0, 3, 5}, Shape{3, 5, 0}}) check_random_product(shape);
}

TEST_CASE("two bodies pull each other along x")
{
    check_springs({1, 0, 0, 5, 0, 0}, {2, 2});
    check_springs({1, 0, 0, 5, 0, 0}, {2, 3});
}

TEST_CASE("two bodies pull each other along y")
{
    check_springs({0, 1, 0, 0, 5, 0}, {2, 2});
    check_springs({0, 1, 0, 0, 5, 0}, {2, 3});
}

TEST_CASE("two bodies pull each other along z")
{
    check_springs({0, 0, 1, 0, 0, 5}, {2, 2});
    check_springs({0, 0, 1, 0, 0, 5}, {2, 3});
}

TEST_CASE("bodies far away that are near each other")
{
    check_springs({huge, 0, 0, huge, 0, 0}, {huge, huge});
}

TEST_CASE("a body alone, and none at all")
{
    check_springs({3, 4, 5}, {7});
    check_springs({}, {});
}

TEST_CASE("any number of bodies pull each other")
{
    for (const std::size_t bodies : {3U, 4U, 37U, 64U}) check_random_springs(bodies);
    if (clean_stage()) return;
    check_random_springs(3000, 512);
    check_random_springs(5000, 48);
    check_random_springs(70'001, 4, 8);         // the forces on eight of them
    check_random_springs(70'001, 4, 5, 69'996); // and on the last, which 16 bits do not count
}

TEST_CASE("a launch of a part makes that part")
{
    check_random_product({13, 5, 7}, 4, 8);
    check_random_springs(13, 4, 8);
}
