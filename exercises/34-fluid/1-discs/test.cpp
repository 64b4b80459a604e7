// Tests of the walls: distances are multiples of a quarter, so that their squares are exact.
#include <lockstep/exercise.hpp>

using namespace lockstep;

namespace
{

using Discs = std::vector<float>; // x, y and radius of each

std::vector<cl_uchar> walls_of(const Discs& discs, const Size2D& size)
{
    std::vector<cl_uchar> wall;
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < size.columns; ++x) {
            bool inside = false;
            for (std::size_t i = 0; i < discs.size(); i += 3) {
                const double across = static_cast<double>(x) + 0.5 - discs[i];
                const double along = static_cast<double>(y) + 0.5 - discs[i + 1];
                inside = inside || across * across + along * along < double{discs[i + 2]} * discs[i + 2];
            }
            wall.push_back(inside ? 1 : 0);
        }
    return wall;
}

void check(const Discs& discs, const Size2D& size)
{
    cl::Kernel kernel = Exercise::get().kernel("walls.cl", "mark_walls",
                                               {"global float*", "global uchar*", "uint", "uint", "uint"});
    const auto out = output<cl_uchar>("wall", size.columns * size.rows);
    launch(kernel, covering(size), input("discs", discs), out, size.columns, size.rows,
           static_cast<cl_uint>(discs.size() / 3));
    const std::size_t count = discs.size() / 3;
    INFO(count, " discs, ", size.columns, " columns, ", size.rows, " rows");
    expect_same("wall", walls_of(discs, size), out.read(), {}, size.columns);
}

Discs drawn(std::size_t count, const Size2D& size)
{
    Discs discs;
    Random random{3410 + count};
    for (std::size_t i = 0; i < count; ++i) {
        discs.push_back(
            static_cast<float>(random.below(static_cast<std::uint32_t>(4 * size.columns + 16))) / 4 - 2);
        discs.push_back(static_cast<float>(random.below(static_cast<std::uint32_t>(4 * size.rows + 16))) / 4 -
                        2);
        discs.push_back(static_cast<float>(random.below(12)) / 4);
    }
    return discs;
}

} // namespace

TEST_CASE("one disc is marked")
{
    check({8, 5, 3}, {24, 10, 8, 2});
    check({8, 5.5F, 2.5F}, {24, 10, 8, 2}); // some cells that are exactly a radius away are none
}

TEST_CASE("two discs are marked, apart and one over the other")
{
    check({6, 5, 3, 16, 5, 2}, {24, 10, 8, 2});
    check({16, 5, 2, 6, 5, 3}, {24, 10, 8, 2});
    check({10, 5, 4, 11, 5, 1}, {24, 10, 8, 2});
    check({6, 5, 3, 12, 5, 2, 18, 5, 2.25F}, {24, 10, 8, 2});
}

TEST_CASE("without a disc no cell is a wall")
{
    check({}, {24, 10, 8, 2});
}

TEST_CASE("a disc may lie across the edge of the grid, or outside")
{
    check({0, 0, 4, 23, 9, 3}, {24, 10, 8, 2});
    check({-10, -10, 5, 12, 40, 3}, {24, 10, 8, 2});
}

TEST_CASE("grids of every size take many discs, in groups of every shape")
{
    for (const Size2D& size : Exercise::get().sizes_2d()) check(drawn(9, size), size);
    check(drawn(300, {37, 29, 8, 4}), {37, 29, 8, 4});
    check(drawn(2, {1, 1, 1, 1}), {1, 1, 1, 1});
}
