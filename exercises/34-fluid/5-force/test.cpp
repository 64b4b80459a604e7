// Tests of the force on walls, group by group, against sums in double precision.
#include <lockstep/exercise.hpp>

#include <array>
#include <cmath>

using namespace lockstep;

namespace
{

constexpr std::array right{0, 1, -1, 0, 0, 1, -1, 1, -1}, down{0, 0, 0, 1, -1, 1, -1, -1, 1};

struct Grid
{
    int columns, rows;
    std::vector<cl_uchar> wall;
    bool is_wall(int x, int y) const
    {
        return x >= 0 && y >= 0 && x < columns && y < rows &&
               wall[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                    static_cast<std::size_t>(x)] != 0;
    }
};

/// A grid in which one cell in `one_in` is a wall; 0: none.
Grid drawn(int columns, int rows, std::uint32_t one_in)
{
    Grid grid{columns, rows, {}};
    for (const std::uint32_t number : random_uints(static_cast<std::size_t>(columns * rows), 345, 1000))
        grid.wall.push_back(one_in > 0 && number % one_in == 0 ? 1 : 0);
    return grid;
}

void check(const Grid& grid, std::size_t group)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "force.cl", "force",
        {"global float*", "global uchar*", "global float2*", "local float2*", "int", "int"});
    const std::size_t cells = grid.wall.size(), groups = round_up(cells, group) / group;
    std::vector<float> numbers = random_floats(9 * cells, 346, 0.01F, 0.5F);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (grid.wall[i % cells] != 0) numbers[i] = NAN; // it means nothing
    std::vector<double> sums(2 * groups);
    for (int y = 0; y < grid.rows; ++y)
        for (int x = 0; x < grid.columns; ++x)
            for (std::size_t q = 1; q < 9; ++q) {
                const auto cell = static_cast<std::size_t>(y * grid.columns + x);
                if (grid.is_wall(x, y) || !grid.is_wall(x + right.at(q), y + down.at(q))) continue;
                sums[cell / group * 2] += 2.0 * numbers[q * cells + cell] * right.at(q);
                sums[cell / group * 2 + 1] += 2.0 * numbers[q * cells + cell] * down.at(q);
            }
    const auto parts = output<float>("parts", 2 * groups);
    launch(kernel, covering(cells, group), input("f", numbers), input("wall", grid.wall), parts,
           cl::Local(group * sizeof(cl_float2)), grid.columns, grid.rows);
    INFO(grid.columns, " columns, ", grid.rows, " rows, groups of ", group,
         "; a row is a group's force, to the right and downwards");
    // At most eight forces below 1 for each cell, added in a tree.
    const double tolerance = 1e-6 * (4 + static_cast<double>(group));
    expect_same("parts", std::vector<float>(sums.begin(), sums.end()), parts.read(), {.absolute = tolerance},
                2);
}

} // namespace

TEST_CASE("one pillar in the middle, one group")
{
    Grid grid{8, 4, std::vector<cl_uchar>(32)};
    grid.wall[2 * 8 + 4] = 1;
    check(grid, 32);
}

TEST_CASE("pillars at the edges of the grid, and none")
{
    Grid grid{8, 4, std::vector<cl_uchar>(32)};
    grid.wall[0] = grid.wall[15] = grid.wall[28] = 1;
    check(grid, 32);
    check(drawn(8, 4, 0), 32);
    check(drawn(8, 4, 1), 8); // nothing but walls
}

TEST_CASE("each group writes its own part")
{
    check(drawn(16, 16, 5), 64);
    check(drawn(16, 16, 5), 16);
}

TEST_CASE("groups of one, two and many, more work-items than cells")
{
    for (const std::size_t group : {1U, 2U, 8U, 32U, 128U}) check(drawn(19, 7, 4), group);
    check(drawn(1, 1, 0), 4);
    check(drawn(1, 9, 3), 8);
}

TEST_CASE("large grids")
{
    check(drawn(clean_stage() ? 40 : 300, clean_stage() ? 20 : 200, 9), 128);
}
