// Products of matrices of numbers whose sums are exact.
#include "lockstep/product_checks.hpp"

#include "lockstep/kernel_set.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace lockstep
{
namespace
{

/// Whole numbers from `low` to `low + count - 1`, times `scale`.
std::vector<float> whole_numbers(std::size_t elements, std::uint64_t seed, int low, std::uint32_t count,
                                 float scale)
{
    std::vector<float> values;
    values.reserve(elements);
    for (const std::uint32_t random : random_uints(elements, seed, count))
        values.push_back(scale * static_cast<float>(low + static_cast<int>(random)));
    return values;
}

/// What `b` is for the kernel.
std::vector<float> as_given(const ProductKernel& kernel, const ProductSize& size, const std::vector<float>& b)
{
    if (!kernel.is_transposed) return b;
    std::vector<float> given(b.size());
    for (std::size_t k = 0; k < size.depth; ++k)
        for (std::size_t column = 0; column < size.columns; ++column)
            given[column * size.depth + k] = b[k * size.columns + column];
    return given;
}

Launch whole_launch(const ProductKernel& kernel, const ProductSize& size)
{
    const auto groups = [](std::size_t elements, std::size_t tile) { return (elements + tile - 1) / tile; };
    const std::size_t* items = kernel.work_group.get();
    return {.global = cl::NDRange(groups(size.columns, kernel.tile_columns) * items[0],
                                  groups(size.rows, kernel.tile_rows) * items[1]),
            .local = kernel.work_group};
}

cl::Kernel kernel_under_test(const ProductKernel& kernel)
{
    return Exercise::get().kernel(
        kernel.file, kernel.name, {"global float*", "global float*", "global float*", "uint", "uint", "uint"},
        kernel.macro.empty() ? "" : fmt::format("-D {}={}", kernel.macro, kernel.value));
}

/// @param launched the work-items of the first work-group, if not all are launched.
void expect(const ProductKernel& kernel, const ProductSize& size, const std::vector<float>& a,
            const std::vector<float>& b, const std::optional<cl::NDRange>& launched = {})
{
    const Launch how{.global = launched.value_or(whole_launch(kernel, size).global),
                     .local = kernel.work_group};
    const auto c = output<float>("c", size.rows * size.columns);
    launch(kernel_under_test(kernel), how, input("a", a), input("b", as_given(kernel, size, b)), c, size.rows,
           size.columns, size.depth);
    INFO(size.rows, " rows, ", size.columns, " columns, sums of ", size.depth, " products");
    const Reference<float> expected = product(a, b, size.depth);
    if (!launched)
        expect_agreed("c", expected, c.read(), {}, size.columns);
    else
        expect_part(
            "c", expected.values, c.read(),
            [&](std::size_t i) {
                return i / size.columns < kernel.tile_rows && i % size.columns < kernel.tile_columns;
            },
            {}, size.columns);
}

} // namespace

void expect_product(const ProductKernel& kernel, const ProductSize& size, float scale)
{
    // Sums of up to 100,000 products of up to 99 stay below 2^24.
    expect(kernel, size, whole_numbers(size.rows * size.depth, 31, -9, 19, scale),
           whole_numbers(size.depth * size.columns, 32, -8, 20, scale));
}

void expect_every_digit(const ProductKernel& kernel, const ProductSize& size)
{
    // Sums of up to 16 products of 2^19 and 2 stay within 2^24.
    const std::size_t of_a = size.rows * size.depth, of_b = size.depth * size.columns;
    expect(kernel, size, whole_numbers(of_a, 37, -(1 << 19), 1U << 20U, 1),
           whole_numbers(of_b, 38, -2, 5, 1));
    expect(kernel, size, whole_numbers(of_a, 39, -2, 5, 1),
           whole_numbers(of_b, 40, -(1 << 19), 1U << 20U, 1));
}

void expect_infinities_in_their_places(const ProductKernel& kernel, const ProductSize& size)
{
    std::vector<float> a = whole_numbers(size.rows * size.depth, 33, 1, 9, 1),
                       b = whole_numbers(size.depth * size.columns, 34, 1, 9, 1);
    a[(size.rows - 1) * size.depth] = a.back() = std::numeric_limits<float>::infinity();
    b[size.columns - 1] = b.back() = std::numeric_limits<float>::infinity();
    a.front() = 0;
    expect(kernel, size, a, b);
}

void expect_own_tile(const ProductKernel& kernel, const ProductSize& size)
{
    INFO("the first work-group alone");
    expect(kernel, size, whole_numbers(size.rows * size.depth, 35, -9, 19, 1),
           whole_numbers(size.depth * size.columns, 36, -8, 20, 1), kernel.work_group);
}

} // namespace lockstep
