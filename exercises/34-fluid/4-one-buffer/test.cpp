// Tests of the steps in one buffer, against steps in two and in double precision.
#include <lockstep/exercise.hpp>

#include <array>
#include <cmath>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

constexpr std::array right{0, 1, -1, 0, 0, 1, -1, 1, -1}, down{0, 0, 0, 1, -1, 1, -1, -1, 1};
constexpr std::array<std::size_t, 9> opposite{0, 2, 1, 4, 3, 6, 5, 8, 7};

double weight(std::size_t q)
{
    return q == 0 ? 4.0 / 9 : q < 5 ? 1.0 / 9 : 1.0 / 36;
}

struct Box
{
    std::size_t columns, rows;
    double rate = 1.2;

    /// Place q of the cell that is a step of direction `by` away from (x, y).
    std::size_t place(std::size_t q, std::size_t x, std::size_t y, std::size_t by = 0) const
    {
        const std::size_t at_x = (x + columns + static_cast<std::size_t>(right.at(by))) % columns;
        const std::size_t at_y = (y + rows + static_cast<std::size_t>(down.at(by))) % rows;
        return (q * rows + at_y) * columns + at_x;
    }
};

/// What cells hold after a collision, from what arrives in them.
Doubles collided(const Doubles& arrived, const Box& box)
{
    Doubles to(arrived.size());
    for (std::size_t y = 0; y < box.rows; ++y)
        for (std::size_t x = 0; x < box.columns; ++x) {
            double density = 0, u = 0, v = 0;
            for (std::size_t q = 0; q < 9; ++q) {
                const double f = arrived[box.place(q, x, y)];
                density += f;
                u += right.at(q) * f;
                v += down.at(q) * f;
            }
            u /= density;
            v /= density;
            for (std::size_t q = 0; q < 9; ++q) {
                const double f = arrived[box.place(q, x, y)], along = right.at(q) * u + down.at(q) * v;
                const double rest =
                    weight(q) * density * (1 + 3 * along + 4.5 * along * along - 1.5 * (u * u + v * v));
                to[box.place(q, x, y)] = f + box.rate * (rest - f);
            }
        }
    return to;
}

/// Number q of cell (x, y) goes to place `to(q)` of the cell a step of direction `by(q)` away.
template <typename To, typename By>
Doubles moved(const Doubles& from, const Box& box, const To& to, const By& by)
{
    Doubles all(from.size());
    for (std::size_t q = 0; q < 9; ++q)
        for (std::size_t y = 0; y < box.rows; ++y)
            for (std::size_t x = 0; x < box.columns; ++x)
                all[box.place(to(q), x, y, by(q))] = from[box.place(q, x, y)];
    return all;
}

/// Steps a fluid that is nowhere the same, and compares each place.
void check(const Box& box, int steps, std::size_t group_columns = 4, std::size_t group_rows = 2)
{
    cl::Kernel kernel = Exercise::get().kernel("in_place.cl", "step_in_place",
                                               {"global float*", "int", "int", "float", "int"});
    const std::size_t count = 9 * box.columns * box.rows;
    Floats begin = random_floats(count, 344, 0.9F, 1.1F);
    for (std::size_t i = 0; i < count; ++i)
        begin[i] *= static_cast<float>(weight(i / (box.columns * box.rows)));
    const auto numbers = input("numbers", begin);
    Doubles arrived(begin.begin(), begin.end()), left;
    for (int step = 0; step < steps; ++step) {
        launch(kernel, covering(Size2D{box.columns, box.rows, group_columns, group_rows}), numbers,
               static_cast<cl_int>(box.columns), static_cast<cl_int>(box.rows), static_cast<float>(box.rate),
               static_cast<cl_int>(step % 2));
        left = collided(arrived, box);
        arrived = moved(
            left, box, [](std::size_t q) { return q; }, [](std::size_t q) { return q; });
    }
    // After an even step (the first, the third ...) they lie in the opposite places of their own cells, after an odd one where they arrive.
    const Doubles expected = steps % 2 == 0 ? arrived
                                            : moved(
                                                  left, box, [](std::size_t q) { return opposite.at(q); },
                                                  [](std::size_t) { return 0; });
    INFO(box.columns, " columns, ", box.rows, " rows, ", steps,
         " steps; place q of cell (x, y) is element (q * rows + y) * columns + x");
    // Each step rounds some thirty times, numbers of at most 0.6.
    expect_same("numbers", Floats(expected.begin(), expected.end()), numbers.read(),
                {.absolute = 3e-6 * std::sqrt(steps)}, box.columns);
}

} // namespace

TEST_CASE("the first step leaves its numbers in the opposite places")
{
    check({16, 8}, 1);
}

TEST_CASE("the second step sends them to the neighbours")
{
    check({16, 8}, 2);
}

TEST_CASE("a third and a fourth step go on from there")
{
    check({12, 9}, 3);
    check({12, 9}, 4);
}

TEST_CASE("fifty steps in a box whose sides are no powers of two")
{
    check({13, 7, 1.6}, clean_stage() ? 4 : 50);
}

TEST_CASE("boxes of every size, in groups of every shape")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        if (size.columns >= 3 && size.rows >= 3)
            check({size.columns, size.rows}, 4, size.group_columns, size.group_rows);
    check({3, 3}, 4, 8, 8);
    check({3, 5}, 2, 1, 1);
}
