// Tests of the box with a lid, against the same steps in double precision.
#include <lockstep/exercise.hpp>

#include <array>
#include <cmath>
#include <numeric>
#include <utility>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

constexpr std::array right{0, 1, -1, 0, 0, 1, -1, 1, -1}, down{0, 0, 0, 1, -1, 1, -1, -1, 1};
constexpr std::array<std::size_t, 9> opposite{0, 2, 1, 4, 3, 6, 5, 8, 7};

struct Box
{
    int columns, rows;
    double rate, lid;
    std::size_t place(std::size_t q, int x, int y) const
    {
        return (q * static_cast<std::size_t>(rows) + static_cast<std::size_t>(y)) *
                   static_cast<std::size_t>(columns) +
               static_cast<std::size_t>(x);
    }
};

double weight(std::size_t q)
{
    return q == 0 ? 4.0 / 9 : q < 5 ? 1.0 / 9 : 1.0 / 36;
}

/// What arrives in a cell from direction q.
double arriving(const Doubles& from, const Box& box, std::size_t q, int x, int y)
{
    const int from_x = x - right.at(q), from_y = y - down.at(q);
    const double back = from[box.place(opposite.at(q), x, y)];
    if (from_y < 0) return back + 6 * weight(q) * right.at(q) * box.lid;
    if (from_x < 0 || from_x >= box.columns || from_y >= box.rows) return back;
    return from[box.place(q, from_x, from_y)];
}

Doubles stepped(const Doubles& from, const Box& box)
{
    Doubles to(from.size());
    for (int y = 0; y < box.rows; ++y)
        for (int x = 0; x < box.columns; ++x) {
            std::array<double, 9> f{};
            double density = 0, u = 0, v = 0;
            for (std::size_t q = 0; q < 9; ++q) {
                f.at(q) = arriving(from, box, q, x, y);
                density += f.at(q);
                u += right.at(q) * f.at(q);
                v += down.at(q) * f.at(q);
            }
            u /= density;
            v /= density;
            for (std::size_t q = 0; q < 9; ++q) {
                const double along = right.at(q) * u + down.at(q) * v;
                const double rest =
                    weight(q) * density * (1 + 3 * along + 4.5 * along * along - 1.5 * (u * u + v * v));
                to[box.place(q, x, y)] = f.at(q) + box.rate * (rest - f.at(q));
            }
        }
    return to;
}

/// Steps a fluid that is nowhere the same, and compares each number.
void check(const Box& box, int steps, std::size_t group_columns = 8, std::size_t group_rows = 2)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "lid.cl", "step_below_lid", {"global float*", "global float*", "int", "int", "float", "float"});
    const std::size_t count = box.place(9, 0, 0);
    Floats numbers = random_floats(count, 343, 0.9F, 1.1F);
    for (std::size_t i = 0; i < count; ++i) numbers[i] *= static_cast<float>(weight(i / (count / 9)));
    Doubles expected(numbers.begin(), numbers.end());
    const Floats before = numbers;
    const Size2D size{static_cast<std::size_t>(box.columns), static_cast<std::size_t>(box.rows),
                      group_columns, group_rows};
    for (int step = 0; step < steps; ++step) {
        const auto to = output<float>("to", count);
        launch(kernel, covering(size), input("from", numbers), to, box.columns, box.rows,
               static_cast<float>(box.rate), static_cast<float>(box.lid));
        numbers = to.read();
        expected = stepped(expected, box);
    }
    INFO(box.columns, " columns, ", box.rows, " rows, a lid of ", box.lid, ", ", steps,
         " steps; number q of cell (x, y) is element (q * rows + y) * columns + x");
    // Each step rounds some thirty times, numbers of at most 0.6.
    expect_same("to", Floats(expected.begin(), expected.end()), numbers,
                {.absolute = 3e-6 * std::sqrt(steps)}, static_cast<std::size_t>(box.columns));
    const double mass = std::accumulate(numbers.begin(), numbers.end(), 0.0);
    CHECK_MESSAGE(std::abs(mass / std::accumulate(before.begin(), before.end(), 0.0) - 1) < 1e-6 * steps,
                  "the fluid weighs ", mass, " after ", steps, " steps");
}

} // namespace

TEST_CASE("between resting walls, what leaves comes back")
{
    check({16, 8, 1.2, 0}, 1);
}

TEST_CASE("a lid drags the fluid along, to either side")
{
    check({16, 8, 1.2, 0.1}, 1);
    check({16, 8, 0.8, -0.05}, 1);
}

TEST_CASE("a hundred steps stir the box and lose nothing")
{
    check({12, 12, 1.5, 0.1}, clean_stage() ? 3 : 100);
}

TEST_CASE("a single column, row or cell has walls on both sides")
{
    check({1, 6, 1.0, 0.1}, 2, 1, 2);
    check({6, 1, 1.0, 0.1}, 2, 2, 1);
    check({1, 1, 1.0, 0.1}, 2, 1, 1);
}

TEST_CASE("boxes of every size, in groups of every shape")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check({static_cast<int>(size.columns), static_cast<int>(size.rows), 1.7, 0.08}, 2, size.group_columns,
              size.group_rows);
}
