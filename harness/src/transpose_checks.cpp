// Transposes of matrices whose elements tell where they come from.
#include "lockstep/transpose_checks.hpp"

#include "lockstep/kernel_set.hpp"
#include "lockstep/random.hpp"

#include <array>
#include <limits>

namespace lockstep
{
namespace
{

cl::Kernel transpose_under_test(const TileKernel& shape)
{
    return Exercise::get().kernel(shape.file, shape.name, {"global float*", "global float*", "uint", "uint"});
}

Launch launch_of_all_tiles(const TileKernel& shape, std::size_t columns, std::size_t rows)
{
    const auto tiles = [&](std::size_t length) { return round_up(length, shape.side) / shape.side; };
    const std::size_t* items = shape.work_group.get();
    const std::size_t first = shape.is_downwards ? rows : columns,
                      second = shape.is_downwards ? columns : rows;
    return {.global = cl::NDRange(tiles(first) * items[0], tiles(second) * items[1]),
            .local = shape.work_group};
}

} // namespace

std::vector<float> all_different(std::size_t elements)
{
    std::vector<float> values(elements);
    for (std::size_t i = 0; i < elements; ++i) values[i] = static_cast<float>(1 + i % 16'777'213);
    return values;
}

std::vector<float> of_all_kinds(std::size_t elements)
{
    using Limits = std::numeric_limits<float>;
    constexpr std::array<float, 13> kinds{0.0F,
                                          1e-30F,
                                          -3e30F,
                                          Limits::quiet_NaN(),
                                          0.1F,
                                          Limits::infinity(),
                                          -Limits::infinity(),
                                          -1e-10F,
                                          -1.0F,
                                          1.0F,
                                          Limits::max(),
                                          Limits::lowest(),
                                          Limits::min()};
    std::vector<float> values;
    values.reserve(elements);
    for (const std::uint32_t kind : random_uints(elements, 20, kinds.size())) values.push_back(kinds[kind]);
    return values;
}

void expect_transposed(const TileKernel& shape, const std::vector<float>& matrix, std::size_t columns)
{
    const std::size_t rows = matrix.size() / columns;
    const auto out = output<float>("out", matrix.size());
    launch(transpose_under_test(shape), launch_of_all_tiles(shape, columns, rows), input("in", matrix), out,
           columns, rows);
    INFO(columns, " columns, ", rows, " rows");
    expect_agreed("out", transposed(matrix, columns, rows), out.read(), {}, rows);
}

void expect_own_tile(const TileKernel& shape, std::size_t columns, std::size_t rows)
{
    const std::vector<float> matrix = all_different(columns * rows);
    const auto out = output<float>("out", matrix.size());
    launch(transpose_under_test(shape), {.global = shape.work_group, .local = shape.work_group},
           input("in", matrix), out, columns, rows);
    INFO(columns, " columns, ", rows, " rows; the first work-group alone");
    const auto made = [&](std::size_t i) { return i / rows < shape.side && i % rows < shape.side; };
    expect_part("out", transposed(matrix, columns, rows).values, out.read(), made, {}, rows);
}

} // namespace lockstep
