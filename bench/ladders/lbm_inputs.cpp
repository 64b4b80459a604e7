#include "lbm_inputs.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <cmath>

namespace lockstep::bench::lbm
{
namespace
{

constexpr std::size_t small_box = 4096; ///< cells, up to which there are single walls

const Lattice two_dimensions{
    {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}},
    {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36}};

Lattice three_dimensions()
{
    Lattice lattice{{{0, 0, 0}}, {1.0 / 3}};
    for (const auto& [x, y, z] : std::vector<std::array<int, 3>>{{1, 0, 0},
                                                                 {0, 1, 0},
                                                                 {0, 0, 1},
                                                                 {1, 1, 0},
                                                                 {1, -1, 0},
                                                                 {1, 0, 1},
                                                                 {1, 0, -1},
                                                                 {0, 1, 1},
                                                                 {0, 1, -1}}) {
        lattice.steps.push_back({x, y, z});
        lattice.steps.push_back({-x, -y, -z});
        lattice.weights.resize(lattice.steps.size(), x * x + y * y + z * z == 1 ? 1.0 / 18 : 1.0 / 36);
    }
    return lattice;
}

/// Columns, the rows of a layer, and layers.
std::array<std::size_t, 3> sides_of(const std::string& lattice, Extent extent)
{
    if (lattice == "d2q9") return {extent.columns, extent.rows, 1};
    auto height = static_cast<std::size_t>(std::sqrt(static_cast<double>(extent.rows)));
    while (extent.rows % height != 0) --height;
    return {extent.columns, height, extent.rows / height};
}

bool is_in_ball(const Box& box, std::size_t cell)
{
    double shortest = HUGE_VAL, distance = 0;
    const auto at = box.place_of(cell);
    for (std::size_t d = 0; d < at.size(); ++d) {
        const auto side = static_cast<double>(box.sides().at(d));
        if (d == 2 && box.lattice().directions() == 9) continue;
        shortest = std::min(shortest, side);
        distance += std::pow(static_cast<double>(at.at(d)) + 0.5 - side / 2, 2);
    }
    return shortest >= 8 && std::sqrt(distance) < shortest / 8;
}

} // namespace

const Lattice& lattice_named(const std::string& name)
{
    static const Lattice d3q19 = three_dimensions();
    return name == "d2q9" ? two_dimensions : d3q19;
}

Box::Box(const std::string& lattice, Extent extent)
    : lattice_(lattice_named(lattice)), sides_(sides_of(lattice, extent)),
      walls_(extent.columns * extent.rows)
{
    Random random(34);
    for (std::size_t cell = 0; cell < cells(); ++cell) {
        const bool floor = height() >= 4 && cell / columns() % height() == height() - 1;
        const bool alone = cells() > 1 && cells() < small_box && random.below(50) == 0;
        walls_[cell] = floor || alone || is_in_ball(*this, cell) ? 1 : 0;
    }
}

std::size_t Box::cell(const std::array<std::ptrdiff_t, 3>& at) const
{
    std::size_t cell = 0;
    for (std::size_t d = at.size(); d-- > 0;) {
        const auto side = static_cast<std::ptrdiff_t>(sides_.at(d));
        cell = cell * sides_.at(d) + static_cast<std::size_t>((at.at(d) % side + side) % side);
    }
    return cell;
}

std::array<std::ptrdiff_t, 3> Box::place_of(std::size_t cell) const
{
    return {static_cast<std::ptrdiff_t>(cell % columns()),
            static_cast<std::ptrdiff_t>(cell / columns() % height()),
            static_cast<std::ptrdiff_t>(cell / columns() / height())};
}

std::size_t Box::ahead(std::size_t from, std::size_t q) const
{
    auto at = place_of(from);
    for (std::size_t d = 0; d < at.size(); ++d) at.at(d) += lattice_.steps[q].at(d);
    return cell(at);
}

std::vector<std::uint32_t> Box::asked() const
{
    std::vector<std::uint32_t> asked(cells());
    for (std::size_t c = 0; c < cells(); ++c)
        for (std::size_t q = 0; q < lattice_.directions(); ++q)
            asked[c] |=
                walls_[c] != 0 ? UINT32_MAX : std::uint32_t{walls_[ahead(c, Lattice::opposite(q))]} << q;
    return asked;
}

std::size_t Storage::place(const Box& box, std::size_t cell, std::size_t q) const
{
    if (by_cell) return cell * box.lattice().directions() + q;
    if (!in_place) return q * box.cells() + cell;
    const std::size_t ahead = box.ahead(cell, q);
    return box.walls()[ahead] != 0 ? Lattice::opposite(q) * box.cells() + cell : q * box.cells() + ahead;
}

std::vector<float> Storage::floats(const Box& box, const std::vector<float>& numbers) const
{
    const std::size_t directions = box.lattice().directions();
    std::vector<float> all(numbers.size());
    for (std::size_t q = 0; q < directions; ++q)
        for (std::size_t cell = 0; cell < box.cells(); ++cell)
            if (box.walls()[cell] != 0)
                all[by_cell ? cell * directions + q : q * box.cells() + cell] =
                    static_cast<float>(box.lattice().weights[q]);
            else
                all[place(box, cell, q)] = numbers[q * box.cells() + cell];
    return all;
}

std::vector<std::uint16_t> Storage::halves(const Box& box, const std::vector<float>& numbers) const
{
    const std::vector<float> all = floats(box, numbers);
    std::vector<std::uint16_t> halves(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        halves[i] = half_of(all[i] - static_cast<float>(box.lattice().weights[i / box.cells()]));
    return halves;
}

std::uint16_t half_of(float value)
{
    constexpr int fraction_bits = 10, least_exponent = -14;
    if (value == 0) return 0;
    int exponent = 0;
    std::frexp(value, &exponent); // value = 0.5 … 1 times 2^exponent
    const int shift = fraction_bits - std::max(exponent - 1, least_exponent);
    const auto fraction = static_cast<std::uint32_t>(std::lrint(std::ldexp(std::abs(value), shift)));
    // A fraction that was rounded up to the next power of two carries into the exponent.
    const auto bits =
        fraction + (static_cast<std::uint32_t>(fraction_bits - least_exponent - shift) << fraction_bits);
    return static_cast<std::uint16_t>((std::signbit(value) ? 0x8000U : 0) | bits);
}

float float_of(std::uint16_t half)
{
    const int exponent = half >> 10U & 31, fraction = half & 1023;
    const float size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                     : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (half & 0x8000U) != 0 ? -size : size;
}

} // namespace lockstep::bench::lbm
