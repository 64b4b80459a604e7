// Tests of both products against the host. The elements are small multiples of a quarter, or of a quarter times a power
// of two: every product is exact.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>
#include <string>

using namespace lockstep;

namespace
{

/// Which of the two kernels, and with it how the matrices lie in memory.
enum class Product
{
    columns,   ///< C = A·B, all stored column by column
    transposed ///< C = Aᵀ·B, all stored row by row
};

struct Problem
{
    std::size_t rows;
    std::size_t columns;
    std::size_t depth;
    std::size_t group_0; ///< of the work-group in dimension 0
    std::size_t group_1;
    std::size_t launched = SIZE_MAX; ///< work-items along each side, if not all
    float scale = 1;                 ///< a power of two: what all elements are multiplied by
};

/// Small multiples of a quarter of `scale`.
std::vector<float> random_matrix(std::size_t elements, std::uint64_t seed, float scale)
{
    std::vector<float> matrix;
    for (const cl_uint quarters : random_uints(elements, seed, 36))
        matrix.push_back((static_cast<float>(quarters) * 0.25F - 3.0F) * scale);
    return matrix;
}

std::vector<float> expected_product(Product product, const std::vector<float>& a, const std::vector<float>& b,
                                    const Problem& problem)
{
    const auto [rows, columns, depth] = std::array{problem.rows, problem.columns, problem.depth};
    std::vector<float> c(rows * columns);
    for (std::size_t k = 0; k < depth; ++k)
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column) {
                const float left = a[k * rows + row]; // in both: A by columns, or its transpose by rows
                if (product == Product::columns)
                    c[column * rows + row] += left * b[column * depth + k];
                else
                    c[row * columns + column] += left * b[k * columns + column];
            }
    return c;
}

void check_product(Product product, const Problem& problem)
{
    const auto& [rows, columns, depth, group_0, group_1, launched, scale] = problem;
    const std::string name = product == Product::columns ? "product_columns" : "product_transposed";
    const std::vector<float> a = random_matrix(rows * depth, 31 + rows, scale);
    const std::vector<float> b = random_matrix(depth * columns, 37 + columns, scale);
    const std::size_t side = std::min(std::max(rows, columns), launched);
    const auto c = output<float>("c", rows * columns);
    launch(
        Exercise::get().kernel("product.cl", name,
                               {"global float*", "global float*", "global float*", "uint", "uint", "uint"}),
        covering({side, side, group_0, group_1}), input("a", a), input("b", b), c, rows, columns, depth);
    INFO("", name, ": rows ", rows, ", columns ", columns, ", depth ", depth, ", work-groups of ", group_0,
         " by ", group_1);
    const std::size_t length = product == Product::columns ? rows : columns;
    const auto made = [&](std::size_t i) {
        return i / length < problem.launched && i % length < problem.launched;
    };
    expect_part("c", expected_product(product, a, b, problem), c.read(), made);
}

void check_every_size(Product product)
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        for (const std::size_t depth : {std::size_t{1}, std::size_t{19}})
            check_product(product, {size.rows, size.columns, depth, size.group_columns, size.group_rows});
}

} // namespace

TEST_CASE("square matrices stored by columns are multiplied")
{
    check_product(Product::columns, {16, 16, 16, 16, 4});
}

TEST_CASE("a square matrix is transposed and multiplied")
{
    check_product(Product::transposed, {16, 16, 16, 16, 4});
}

TEST_CASE("matrices may be deep, or have no depth")
{
    for (const Product product : {Product::columns, Product::transposed}) {
        check_product(product, {9, 5, 0, 16, 4}); // zeros
        check_product(product, {5, 4, 300, 16, 4});
        if (!clean_stage()) check_product(product, {3, 2, 5000, 16, 4});
    }
}

TEST_CASE("elements may be far from 1")
{
    for (const Product product : {Product::columns, Product::transposed})
        for (const float scale : {0x1p-40F, 0x1p-8F, 0x1p40F})
            check_product(product, {7, 5, 3, 16, 4, SIZE_MAX, scale});
}

TEST_CASE("a work-item makes its own element and no other")
{
    for (const Product product : {Product::columns, Product::transposed}) {
        check_product(product, {21, 13, 6, 6, 6, 6});
        check_product(product, {13, 21, 6, 6, 6, 12});
    }
}

TEST_CASE("product_columns handles every shape, depth and work-group")
{
    check_every_size(Product::columns);
}

TEST_CASE("product_transposed handles every shape, depth and work-group")
{
    check_every_size(Product::transposed);
}

TEST_SUITE("lens")
{
    TEST_CASE("matrices of 64 by 64 under the lens")
    {
        check_product(Product::columns, {64, 64, 32, 32, 4});
        check_product(Product::transposed, {64, 64, 32, 32, 4});
    }

    TEST_CASE("matrices of 75 by 45 under the lens")
    {
        check_product(Product::columns, {75, 45, 37, 32, 3});
        check_product(Product::transposed, {45, 75, 37, 32, 3});
    }
}
