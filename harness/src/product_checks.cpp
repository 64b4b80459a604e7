// Products of matrices of numbers whose sums are exact.
#include "lockstep/product_checks.hpp"

#include "lockstep/kernel_set.hpp"
#include "lockstep/probes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

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

/// The option as a line in front of the file.
std::string defined(const ProductKernel& kernel)
{
    return kernel.macro.empty() ? "" : fmt::format("#define {} {}\n", kernel.macro, kernel.value);
}

void expect(const ProductKernel& kernel, const ProductSize& size, const std::vector<float>& a,
            const std::vector<float>& b)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel under_test = kernel_under_test(kernel);
    const std::vector<float> given = as_given(kernel, size, b);
    const auto on_device_a = input("a", a), on_device_b = input("b", given);
    const auto c = output<float>("c", size.rows * size.columns);
    exercise.launch(under_test, whole_launch(kernel, size), on_device_a, on_device_b, c,
                    static_cast<cl_uint>(size.rows), static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.depth));
    INFO(size.rows, " rows, ", size.columns, " columns, sums of ", size.depth, " products");
    expect_agreed("c", product(a, b, size.depth), c.read(), {}, size.columns);
    exercise.expect_same("a", a, on_device_a.read(), {}, size.depth);
    exercise.expect_same("b", given, on_device_b.read(), {},
                         kernel.is_transposed ? size.depth : size.columns);
}

/// One element of c. The others may be too many for the product of kernel_set.hpp.
float element_of_product(const std::vector<float>& a, const std::vector<float>& b, const ProductSize& size,
                         std::size_t row, std::size_t column)
{
    double sum = 0;
    for (std::size_t k = 0; k < size.depth; ++k)
        sum +=
            static_cast<double>(a[row * size.depth + k]) * static_cast<double>(b[k * size.columns + column]);
    return static_cast<float>(sum);
}

/// Makes one tile of c by one work-group, whose row of work-items with the number `absent` takes itself for the next.
/// @return how many elements are wrong.
std::size_t wrong_without_row(cl::Kernel& incomplete, const ProductKernel& kernel, std::size_t absent)
{
    // Deeper than any tile, so that every row has something to bring. All sums stay below 2^24.
    const ProductSize size{kernel.tile_rows, kernel.tile_columns, 64};
    // No launch before has left these numbers in local memory.
    const std::vector<float> a = whole_numbers(size.rows * size.depth, 100 + absent, 100, 200, 1),
                             b = whole_numbers(size.depth * size.columns, 200 + absent, 100, 200, 1);
    const auto on_device_a = input("a", a), on_device_b = input("b", as_given(kernel, size, b)),
               c = input("c", std::vector<float>(size.rows * size.columns, 0.5F));
    Exercise::get().launch(
        incomplete,
        {.global = kernel.work_group, .local = kernel.work_group, .offset = cl::NDRange(0, absent)},
        on_device_a, on_device_b, c, static_cast<cl_uint>(size.rows), static_cast<cl_uint>(size.columns),
        static_cast<cl_uint>(size.depth));
    const std::vector<float> expected = product(a, b, size.depth).values, got = c.read();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != expected[i] ? 1U : 0U;
    return wrong;
}

using Tile = std::pair<std::size_t, std::size_t>; // across, down

Tile last_tile(const ProductKernel& kernel, const ProductSize& size)
{
    const Launch whole = whole_launch(kernel, size);
    return {whole.global.get()[0] / kernel.work_group.get()[0] - 1,
            whole.global.get()[1] / kernel.work_group.get()[1] - 1};
}

/// Runs the work-group of each of these tiles alone.
void expect_tiles(const ProductKernel& kernel, const ProductSize& size, const std::vector<Tile>& tiles)
{
    Exercise& exercise = Exercise::get();
    kernel_under_test(kernel); // ends the test when the file does not build: its message is better
    const Launch whole = whole_launch(kernel, size);
    const std::size_t* items = kernel.work_group.get();
    cl::Kernel alone{program_behind(defined(kernel) + groups_of(whole), kernel.file), kernel.name.c_str()};
    const std::vector<float> a = whole_numbers(size.rows * size.depth, 35, -9, 19, 1),
                             b = whole_numbers(size.depth * size.columns, 36, -8, 20, 1),
                             before(size.rows * size.columns, 0.5F);
    for (const auto& [across, down] : tiles) {
        const auto on_device_a = input("a", a), on_device_b = input("b", as_given(kernel, size, b)),
                   c = input("c", before);
        exercise.launch(alone,
                        {.global = kernel.work_group,
                         .local = kernel.work_group,
                         .offset = cl::NDRange(across * items[0], down * items[1])},
                        on_device_a, on_device_b, c, static_cast<cl_uint>(size.rows),
                        static_cast<cl_uint>(size.columns), static_cast<cl_uint>(size.depth));
        std::vector<float> expected = before;
        const std::size_t left = across * kernel.tile_columns, top = down * kernel.tile_rows,
                          right = std::min(left + kernel.tile_columns, size.columns),
                          bottom = std::min(top + kernel.tile_rows, size.rows);
        for (std::size_t row = top; row < bottom; ++row)
            for (std::size_t column = left; column < right; ++column)
                expected[row * size.columns + column] = element_of_product(a, b, size, row, column);
        INFO("work-group (", across, ", ", down,
             ") was run alone: elements of c outside of its tile stay 0.5");
        exercise.expect_same("c", expected, c.read(), {}, size.columns);
    }
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

void expect_shared_work(const ProductKernel& kernel)
{
    kernel_under_test(kernel); // ends the test when the file does not build: its message is better
    const std::size_t group_rows = kernel.work_group.get()[1];
    cl::Kernel incomplete{program_behind(defined(kernel) + without_a_part(1, 1, group_rows), kernel.file),
                          kernel.name.c_str()};
    const std::size_t share = kernel.tile_rows * kernel.tile_columns / group_rows;
    std::size_t bring = 0;
    for (std::size_t row = 0; row < group_rows; ++row) {
        const std::size_t wrong = wrong_without_row(incomplete, kernel, row);
        if (wrong < share * 3 / 4)
            FAIL("a work-group made its ", kernel.tile_rows, " × ", kernel.tile_columns,
                 " elements of c without row ", row, " of its ", group_rows, " rows of work-items, and ",
                 wrong, " elements are wrong. The share of a row is ", share,
                 " elements, so who makes those of this row?");
        bring += wrong > share * 3 / 2 ? 1U : 0U;
    }
    if (bring > 0 && bring * 4 < group_rows)
        FAIL("a work-group made its elements of c without one of its ", group_rows,
             " rows of work-items, each in its turn. Others missed what it brings to the tiles for ", bring,
             " of them alone. Let a quarter of the rows or more bring the tiles");
}

void expect_own_tiles(const ProductKernel& kernel, const ProductSize& size)
{
    const auto [across, down] = last_tile(kernel, size);
    expect_tiles(kernel, size, {{0, 0}, {across, 0}, {0, down}, {across, down}});
}

void expect_last_tile(const ProductKernel& kernel, const ProductSize& size)
{
    expect_tiles(kernel, size, {last_tile(kernel, size)});
}

} // namespace lockstep
