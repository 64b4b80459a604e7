// Tests of both products against the host. The elements are small multiples of a quarter, or of a quarter times a power
// of two: every product is exact.
#include <lockstep/exercise.hpp>

#include <algorithm>
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
    std::size_t launched =
        0;           ///< work-items along each side; 0 stands for all, rounded up to whole work-groups
    float scale = 1; ///< a power of two: what all elements are multiplied by
};

/// Small multiples of a quarter of `scale`.
std::vector<float> random_matrix(std::size_t elements, std::uint64_t seed, float scale)
{
    std::vector<float> matrix;
    Random random{seed};
    for (std::size_t i = 0; i < elements; ++i)
        matrix.push_back((static_cast<float>(random.below(36)) * 0.25F - 3.0F) * scale);
    return matrix;
}

std::vector<float> expected_product(Product product, const std::vector<float>& a, const std::vector<float>& b,
                                    const Problem& problem)
{
    const std::size_t rows = problem.rows;
    const std::size_t columns = problem.columns;
    const std::size_t depth = problem.depth;
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
    Exercise& exercise = Exercise::get();
    const std::string name = product == Product::columns ? "product_columns" : "product_transposed";
    cl::Kernel kernel = exercise.kernel(
        "product.cl", name, {"global float*", "global float*", "global float*", "uint", "uint", "uint"});
    const std::vector<float> a =
        random_matrix(problem.rows * problem.depth, 31 + problem.rows, problem.scale);
    const std::vector<float> b =
        random_matrix(problem.depth * problem.columns, 37 + problem.columns, problem.scale);
    std::vector<float> c = expected_product(product, a, b, problem);
    std::vector<float> before(c.size());
    for (std::size_t i = 0; i < c.size(); ++i) {
        before[i] = -c[i] - problem.scale;
        const std::size_t length = product == Product::columns ? problem.rows : problem.columns;
        const bool made = i / length < problem.launched && i % length < problem.launched;
        if (problem.launched != 0 && !made) c[i] = before[i];
    }

    const std::size_t side =
        problem.launched != 0 ? problem.launched : std::max(problem.rows, problem.columns);
    // A buffer cannot be empty, though the depth may be 0.
    const auto device_a = input("a", a.empty() ? std::vector<float>{7} : a);
    const auto device_b = input("b", b.empty() ? std::vector<float>{7} : b);
    const auto device_c = problem.launched != 0 ? input("c", before) : output<float>("c", c.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(side, problem.group_0), round_up(side, problem.group_1)),
                     .local = cl::NDRange(problem.group_0, problem.group_1)},
                    device_a, device_b, device_c, static_cast<cl_uint>(problem.rows),
                    static_cast<cl_uint>(problem.columns), static_cast<cl_uint>(problem.depth));

    INFO("", name, ": rows ", problem.rows, ", columns ", problem.columns, ", depth ", problem.depth,
         ", work-groups of ", problem.group_0, " by ", problem.group_1);
    const std::vector<float> got = device_c.read();
    for (std::size_t i = 0; problem.launched != 0 && i < c.size(); ++i)
        if (c[i] == before[i] && got[i] != c[i])
            FAIL("Only ", problem.launched, " × ", problem.launched, " work-items were launched, and c[", i,
                 "] was written. A work-item makes its own element and no other.");
    exercise.expect_same("c", c, got);
    if (a.empty()) return;
    exercise.expect_same("a", a, device_a.read());
    exercise.expect_same("b", b, device_b.read());
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

TEST_CASE("matrices without depth have a product of zeros")
{
    for (const Product product : {Product::columns, Product::transposed})
        check_product(product, {9, 5, 0, 16, 4});
}

TEST_CASE("matrices may be deep")
{
    for (const Product product : {Product::columns, Product::transposed}) {
        check_product(product, {5, 4, 300, 16, 4});
        if (!Exercise::get().clean_stage()) check_product(product, {3, 2, 5000, 16, 4});
    }
}

TEST_CASE("elements may be far from 1")
{
    for (const Product product : {Product::columns, Product::transposed})
        for (const float scale : {0x1p-40F, 0x1p-8F, 0x1p40F})
            check_product(product, {7, 5, 3, 16, 4, 0, scale});
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
