// Tests of streaming: numbers only move, so they are compared bit for bit.
#include <lockstep/exercise.hpp>

#include <array>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

constexpr std::array right{0, 1, -1, 0, 0, 1, -1, 1, -1}, down{0, 0, 0, 1, -1, 1, -1, -1, 1};

Floats streamed(const Floats& from, std::size_t columns, std::size_t rows)
{
    Floats to(from.size());
    for (std::size_t q = 0; q < 9; ++q)
        for (std::size_t y = 0; y < rows; ++y)
            for (std::size_t x = 0; x < columns; ++x) {
                const std::size_t to_x = (x + columns + static_cast<std::size_t>(right.at(q))) % columns;
                const std::size_t to_y = (y + rows + static_cast<std::size_t>(down.at(q))) % rows;
                to[(q * rows + to_y) * columns + to_x] = from[(q * rows + y) * columns + x];
            }
    return to;
}

void check(const Size2D& size)
{
    cl::Kernel kernel =
        Exercise::get().kernel("stream.cl", "stream", {"global float*", "global float*", "uint", "uint"});
    const Floats numbers = random_floats(9 * size.columns * size.rows, 342, 0.5F, 1.5F);
    const auto from = input("from", numbers);
    const auto to = output<float>("to", numbers.size());
    launch(kernel, covering(size), from, to, size.columns, size.rows);
    INFO(size.columns, " columns, ", size.rows,
         " rows; number q of cell (x, y) is element (q * rows + y) * columns + x");
    expect_same("to", streamed(numbers, size.columns, size.rows), to.read(), {}, size.columns);
    expect_same("from", numbers, from.read(), {}, size.columns);
}

} // namespace

TEST_CASE("each number goes its way inside of the box")
{
    check({16, 8, 8, 2});
}

TEST_CASE("the edges meet, in boxes whose sides are no powers of two")
{
    check({7, 5, 7, 1});
    check({12, 9, 4, 3});
}

TEST_CASE("a single column and a single row are boxes, too")
{
    check({1, 6, 1, 2});
    check({9, 1, 3, 1});
    check({1, 1, 1, 1});
    check({2, 2, 2, 2});
}

TEST_CASE("boxes of every size, in groups of every shape")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) check(size);
    check({33, 20, 16, 4});
}

TEST_CASE("a part of the work-items fills its own cells")
{
    constexpr std::size_t columns = 16, rows = 8;
    cl::Kernel kernel =
        Exercise::get().kernel("stream.cl", "stream", {"global float*", "global float*", "uint", "uint"});
    const Floats numbers = random_floats(9 * columns * rows, 343, 0.5F, 1.5F);
    const auto to = output<float>("to", numbers.size());
    launch(kernel, {.global = cl::NDRange(8, 4), .local = cl::NDRange(8, 1), .offset = cl::NDRange(8, 4)},
           input("from", numbers), to, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows));
    expect_part("to", streamed(numbers, columns, rows), to.read(),
                [](std::size_t i) { return i % columns >= 8 && i / columns % rows >= 4; });
}

TEST_SUITE("lens")
{
    TEST_CASE("a box of 64 columns and 16 rows")
    {
        check({64, 16, 64, 1});
    }
    TEST_CASE("a box of 75 columns and 11 rows")
    {
        check({75, 11, 32, 1});
    }
}
