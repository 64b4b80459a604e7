#include "fluid.hpp"

#include "native.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace lockstep::bench::host_fluid
{

bool is_here()
{
#if defined(_OPENMP)
    return true;
#else
    return false;
#endif
}

std::string version()
{
#if defined(_OPENMP)
    return fmt::format("{}, OpenMP {}", native::compiler(), _OPENMP);
#else
    return "";
#endif
}

namespace
{

/// Directions in pairs of opposites after the first.
template <std::size_t Count>
struct Lattice
{
    std::array<std::array<int, 3>, Count> steps;
    float resting, along_axes, diagonal; ///< weights

    constexpr float weight(std::size_t q) const
    {
        const auto& [x, y, z] = steps[q];
        const int length = x * x + y * y + z * z;
        return length == 0 ? resting : length == 1 ? along_axes : diagonal;
    }
};

constexpr std::size_t opposite(std::size_t q)
{
    return q == 0 ? 0 : ((q - 1) ^ 1U) + 1;
}

constexpr Lattice<9> flat{{{{0, 0, 0},
                            {1, 0, 0},
                            {-1, 0, 0},
                            {0, 1, 0},
                            {0, -1, 0},
                            {1, 1, 0},
                            {-1, -1, 0},
                            {1, -1, 0},
                            {-1, 1, 0}}},
                          4.0F / 9,
                          1.0F / 9,
                          1.0F / 36};
constexpr Lattice<19> deep{{{{0, 0, 0},
                             {1, 0, 0},
                             {-1, 0, 0},
                             {0, 1, 0},
                             {0, -1, 0},
                             {0, 0, 1},
                             {0, 0, -1},
                             {1, 1, 0},
                             {-1, -1, 0},
                             {1, -1, 0},
                             {-1, 1, 0},
                             {1, 0, 1},
                             {-1, 0, -1},
                             {1, 0, -1},
                             {-1, 0, 1},
                             {0, 1, 1},
                             {0, -1, -1},
                             {0, 1, -1},
                             {0, -1, 1}}},
                           1.0F / 3,
                           1.0F / 18,
                           1.0F / 36};

template <typename Body, std::size_t... Q>
[[gnu::always_inline]] inline void for_each_of(std::index_sequence<Q...>, const Body& body)
{
    (body(std::integral_constant<std::size_t, Q>{}), ...);
}

/// body(q) for each direction, written out.
template <std::size_t Count, typename Body>
[[gnu::always_inline]] inline void for_each(const Body& body)
{
    for_each_of(std::make_index_sequence<Count>{}, body);
}

/// Where the numbers of a row come from and go to, by direction.
template <std::size_t Count>
struct Row
{
    std::array<const float*, Count> behind, own;
    std::array<float*, Count> to;
    const std::uint32_t* asked;
};

/// Sixteen numbers in a register of 512 bits, or in several smaller ones; the loose kinds may begin at any place.
using Floats = float __attribute__((vector_size(64)));
using LooseFloats = float __attribute__((vector_size(64), aligned(4), may_alias));
using LooseWords = std::uint32_t __attribute__((vector_size(64), aligned(4), may_alias));

/// One step of a cell, or of sixteen neighbours. @tparam LooseNumber where they are in memory
template <const auto& lattice, typename Number, typename LooseNumber, typename Word,
          std::size_t Count = lattice.steps.size()>
[[gnu::always_inline]] inline void step_at(const Row<Count>& row, std::size_t x, float rate)
{
    const Word asked = *reinterpret_cast<const Word*>(row.asked + x);
    std::array<Number, Count> f;
    Number density{}, u{}, v{}, w{};
    for_each<Count>([&](auto q) {
        const Number comes = *reinterpret_cast<const LooseNumber*>(row.behind[q] + x),
                     comes_back = *reinterpret_cast<const LooseNumber*>(row.own[opposite(q)] + x);
        f[q] = (asked >> static_cast<int>(q) & 1U) != 0U ? comes_back : comes;
        density += f[q];
        u += static_cast<float>(lattice.steps[q][0]) * f[q];
        v += static_cast<float>(lattice.steps[q][1]) * f[q];
        w += static_cast<float>(lattice.steps[q][2]) * f[q];
    });
    u /= density;
    v /= density;
    w /= density;
    const Number slow = 1 - 1.5F * (u * u + v * v + w * w);
    for_each<Count>([&](auto q) {
        const Number along = static_cast<float>(lattice.steps[q][0]) * u +
                             static_cast<float>(lattice.steps[q][1]) * v +
                             static_cast<float>(lattice.steps[q][2]) * w;
        const Number rest = lattice.weight(q) * density * (slow + 3 * along + 4.5F * along * along);
        *reinterpret_cast<LooseNumber*>(row.to[q] + x) = f[q] + rate * (rest - f[q]);
    });
}

/// Cells `first` … `end` - 1 of a row, which lie beside each other in the arrays of all neighbours, too.
template <const auto& lattice>
void step_cells(const Row<lattice.steps.size()>& row, std::size_t first, std::size_t end, float rate)
{
    std::size_t x = first;
    for (; x + 16 <= end; x += 16) step_at<lattice, Floats, LooseFloats, LooseWords>(row, x, rate);
    for (; x < end; ++x) step_at<lattice, float, float, std::uint32_t>(row, x, rate);
}

template <const auto& lattice>
void step_rows(const Box& box, const float* from, float* to, float rate)
{
    constexpr std::size_t count = lattice.steps.size();
    const auto rows = static_cast<std::ptrdiff_t>(box.rows), height = static_cast<std::ptrdiff_t>(box.height),
               columns = static_cast<std::ptrdiff_t>(box.columns);
#pragma omp parallel for
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
        Row<count> row;
        const auto aim = [&](std::ptrdiff_t x) { // from column x on, neighbours lie beside each other
            for (std::size_t q = 0; q < count; ++q) {
                const auto& [right, down, inward] = lattice.steps[q];
                const std::ptrdiff_t y = (r % height - down + height) % height,
                                     layer = (r / height * height - inward * height + rows) % rows,
                                     array = static_cast<std::ptrdiff_t>(q) * rows;
                row.behind[q] = from + (array + layer + y) * columns + (x - right + columns) % columns - x;
                row.own[q] = from + (array + r) * columns;
                row.to[q] = to + (array + r) * columns;
            }
            row.asked = box.asked.data() + r * columns;
        };
        const auto last = static_cast<std::size_t>(columns - 1);
        aim(0);
        step_cells<lattice>(row, 0, 1, rate);
        if (last == 0) continue;
        aim(1);
        step_cells<lattice>(row, 1, last, rate);
        aim(columns - 1);
        step_cells<lattice>(row, last, last + 1, rate);
    }
}

} // namespace

void step(const Box& box, std::span<const float> from, std::span<float> to, float rate)
{
    if (from.size() == 9 * box.asked.size())
        step_rows<flat>(box, from.data(), to.data(), rate);
    else
        step_rows<deep>(box, from.data(), to.data(), rate);
}

} // namespace lockstep::bench::host_fluid
