// Transposes of matrices whose elements tell where they come from.
#include "lockstep/transpose_checks.hpp"

#include "lockstep/kernel_set.hpp"
#include "lockstep/probes.hpp"
#include "lockstep/random.hpp"

#include <array>
#include <limits>

namespace lockstep
{
namespace
{

cl::Kernel transpose_under_test(const TileKernel& shape)
{
    if (shape.is_in_place) return Exercise::get().kernel(shape.file, shape.name, {"global float*", "uint"});
    return Exercise::get().kernel(shape.file, shape.name, {"global float*", "global float*", "uint", "uint"});
}

/// Behind lines of the test's own.
cl::Kernel transpose_behind(const std::string& lines, const TileKernel& shape)
{
    transpose_under_test(shape); // ends the test when the file does not build: its message is better
    return {program_behind(lines, shape.file), shape.name.c_str()};
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

/// Transposes one tile by one work-group, whose row of work-items with the number `absent` takes itself for the next.
/// @return how many elements are wrong.
std::size_t wrong_without_row(cl::Kernel& incomplete, const TileKernel& shape, std::size_t absent)
{
    const std::size_t elements = shape.side * shape.side;
    std::vector<float> matrix = all_different(elements);
    // No launch before has left these numbers in local memory.
    for (float& value : matrix) value = -value - static_cast<float>(absent * elements);
    const Launch launch{
        .global = shape.work_group, .local = shape.work_group, .offset = cl::NDRange(0, absent)};
    const auto in = input("in", matrix);
    const auto out = input("out", std::vector<float>(elements, 1.0F));
    const auto side = static_cast<cl_uint>(shape.side);
    if (shape.is_in_place)
        Exercise::get().launch(incomplete, launch, in, side);
    else
        Exercise::get().launch(incomplete, launch, in, out, side, side);
    const std::vector<float> got = shape.is_in_place ? in.read() : out.read();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < elements; ++i)
        wrong += got[i] != matrix[i % shape.side * shape.side + i / shape.side] ? 1U : 0U;
    return wrong;
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
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = transpose_under_test(shape);
    const auto in = input("in", matrix);
    const auto out = output<float>("out", matrix.size());
    exercise.launch(kernel, launch_of_all_tiles(shape, columns, rows), in, out, static_cast<cl_uint>(columns),
                    static_cast<cl_uint>(rows));
    INFO(columns, " columns, ", rows, " rows");
    expect_agreed("out", transposed(matrix, columns, rows), out.read(), {}, rows);
    exercise.expect_same("in", matrix, in.read(), {}, columns);
}

void expect_shared_tile(const TileKernel& shape)
{
    const std::size_t group_rows = shape.work_group.get()[1];
    cl::Kernel incomplete = transpose_behind(without_a_part(1, 1, group_rows), shape);
    const std::size_t share = shape.side * shape.side / group_rows, least = share * 3 / 4,
                      most = share * 5 / 2;
    for (std::size_t row = 0; row < group_rows; ++row) {
        const std::size_t wrong = wrong_without_row(incomplete, shape, row);
        if (wrong < least || wrong > most)
            FAIL("a tile of ", shape.side, " × ", shape.side, " was turned without row ", row, " of the ",
                 group_rows, " rows of work-items, and ", wrong, " elements are wrong. Every row brings ",
                 share, " elements and stores ", share, ", so without one of them ", least, " to ", most,
                 " are wrong");
    }
}

void expect_own_tiles(const TileKernel& shape, std::size_t columns, std::size_t rows)
{
    Exercise& exercise = Exercise::get();
    const Launch whole = launch_of_all_tiles(shape, columns, rows);
    cl::Kernel alone = transpose_behind(groups_of(whole), shape);
    const std::size_t* items = shape.work_group.get();
    const std::size_t last_first = whole.global.get()[0] / items[0] - 1,
                      last_second = whole.global.get()[1] / items[1] - 1;
    const std::vector<float> matrix = all_different(columns * rows);
    for (const auto& [first, second] : {std::pair{std::size_t{0}, std::size_t{0}},
                                        {last_first, std::size_t{0}},
                                        {std::size_t{0}, last_second},
                                        {last_first, last_second}}) {
        std::vector<float> expected(matrix.size(), -1.0F);
        const auto in = input("in", matrix), out = input("out", expected);
        exercise.launch(alone,
                        {.global = shape.work_group,
                         .local = shape.work_group,
                         .offset = cl::NDRange(first * items[0], second * items[1])},
                        in, out, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
        const std::size_t left = (shape.is_downwards ? second : first) * shape.side,
                          top = (shape.is_downwards ? first : second) * shape.side;
        for (std::size_t y = top; y < std::min(top + shape.side, rows); ++y)
            for (std::size_t x = left; x < std::min(left + shape.side, columns); ++x)
                expected[x * rows + y] = matrix[y * columns + x];
        INFO(columns, " columns, ", rows, " rows; work-group (", first, ", ", second,
             ") was launched alone: elements of out that its tile does not give stay -1");
        exercise.expect_same("out", expected, out.read(), {}, rows);
    }
}

} // namespace lockstep
