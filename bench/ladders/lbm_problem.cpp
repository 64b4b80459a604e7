#include "lbm_problem.hpp"

#include <lockstep/random.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockstep::bench
{
namespace
{

using lbm::Box;
using lbm::Lattice;
using lbm::Storage;
using Place = std::array<std::ptrdiff_t, 3>;

/// Some of a box's cells, which may go on beyond its edges.
struct Window
{
    Place first;
    Place sides;

    std::size_t cells() const { return static_cast<std::size_t>(sides[0] * sides[1] * sides[2]); }
    Place place(std::size_t index) const
    {
        const auto i = static_cast<std::ptrdiff_t>(index);
        return {i % sides[0], i / sides[0] % sides[1], i / sides[0] / sides[1]};
    }
    std::ptrdiff_t index(const Place& at) const { return (at[2] * sides[1] + at[1]) * sides[0] + at[0]; }
    std::size_t cell(const Box& box, std::size_t index) const
    {
        const Place at = place(index);
        return box.cell({first[0] + at[0], first[1] + at[1], first[2] + at[2]});
    }
};

/// The whole box if it is small; else pieces where its edges meet, at the ball, and in the middle.
std::vector<Window> windows_of(const Box& box)
{
    const bool flat = box.lattice().directions() == 9;
    const std::ptrdiff_t most = flat ? 40 : 8;
    Window window{};
    Place middle{}, end{};
    for (std::size_t d = 0; d < end.size(); ++d) {
        const auto side = static_cast<std::ptrdiff_t>(box.sides().at(d));
        window.sides.at(d) = std::min(side, most);
        middle.at(d) = (side - window.sides.at(d)) / 2;
        end.at(d) = side - window.sides.at(d);
    }
    std::vector<Window> windows(1, window);
    for (const Place& first : {middle, end}) {
        window.first = first;
        windows.push_back(window);
    }
    const auto height = static_cast<std::ptrdiff_t>(box.height());
    const auto shortest = std::min({static_cast<std::ptrdiff_t>(box.columns()), height,
                                    flat ? height : static_cast<std::ptrdiff_t>(box.sides()[2])});
    window.first = {middle[0] - shortest / 8, middle[1], middle[2]};
    windows.push_back(window);
    return windows;
}

/// A cell's numbers, a part of the way to their equilibrium. Krüger and others, The Lattice Boltzmann Method (2017), equations 3.4 and 3.8.
void mix(std::vector<double>& f, const Lattice& lattice, double rate)
{
    double density = 0;
    std::array<double, 3> velocity{};
    for (std::size_t q = 0; q < f.size(); ++q) {
        density += f[q];
        for (std::size_t d = 0; d < 3; ++d) velocity.at(d) += lattice.steps[q].at(d) * f[q];
    }
    double square = 0;
    for (double& component : velocity) {
        component /= density;
        square += component * component;
    }
    for (std::size_t q = 0; q < f.size(); ++q) {
        double along = 0;
        for (std::size_t d = 0; d < 3; ++d) along += lattice.steps[q].at(d) * velocity.at(d);
        const double rest =
            lattice.weights[q] * density * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
        f[q] += rate * (rest - f[q]);
    }
}

/// The numbers of some cells, and of those around them on which they depend.
class Reference
{
public:
    Reference(const Box& box, const std::vector<float>& numbers, const Window& window, int steps, double rate)
        : lattice_(box.lattice()), rate_(rate), window_(window)
    {
        for (std::size_t d = 0; d < 3; ++d) {
            if (d == 2 && lattice_.directions() == 9) continue;
            halo_.at(d) = steps;
            window_.first.at(d) -= steps;
            window_.sides.at(d) += 2 * steps;
        }
        for (std::size_t i = 0; i < window_.cells(); ++i) wall_.push_back(box.walls()[window_.cell(box, i)]);
        for (std::size_t q = 0; q < lattice_.directions(); ++q)
            for (std::size_t i = 0; i < window_.cells(); ++i)
                numbers_.push_back(double{numbers[q * box.cells() + window_.cell(box, i)]});
        for (int s = 1; s <= steps; ++s) step(s);
    }

    /// Number q of the cell at this place of the window.
    double number(std::size_t q, const Place& at) const
    {
        const Place with_halo{at[0] + halo_[0], at[1] + halo_[1], at[2] + halo_[2]};
        return numbers_[q * window_.cells() + static_cast<std::size_t>(window_.index(with_halo))];
    }

private:
    /// The cells whose neighbours are known after as many steps less one.
    void step(int margin)
    {
        std::vector<double> next = numbers_, f(lattice_.directions());
        const std::size_t cells = window_.cells();
        for (std::size_t i = 0; i < cells; ++i) {
            const Place at = window_.place(i);
            bool known = wall_[i] == 0;
            for (std::size_t d = 0; d < 3; ++d)
                known = known &&
                        (halo_.at(d) == 0 || (at.at(d) >= margin && at.at(d) < window_.sides.at(d) - margin));
            if (!known) continue;
            for (std::size_t q = 0; q < f.size(); ++q) {
                const auto& [x, y, z] = lattice_.steps[q];
                const auto behind =
                    static_cast<std::size_t>(window_.index({at[0] - x, at[1] - y, at[2] - z}));
                f[q] = wall_[behind] != 0 ? numbers_[Lattice::opposite(q) * cells + i]
                                          : numbers_[q * cells + behind];
            }
            mix(f, lattice_, rate_);
            for (std::size_t q = 0; q < f.size(); ++q) next[q * cells + i] = f[q];
        }
        numbers_.swap(next);
    }

    const Lattice& lattice_;
    double rate_;
    Window window_;
    Place halo_{};
    std::vector<std::uint8_t> wall_;
    std::vector<double> numbers_;
};

std::vector<float> numbers_of(const Box& box)
{
    const std::size_t cells = box.cells();
    std::vector<float> numbers = random_floats(box.lattice().directions() * cells, 34, 0.9F, 1.1F);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] *= static_cast<float>(box.lattice().weights[i / cells]);
    return numbers;
}

/// The mass of the fluid: all places but those of walls.
double mass_of(const Box& box, const std::vector<float>& numbers, bool by_cell)
{
    const std::size_t directions = box.lattice().directions();
    double mass = 0;
    for (std::size_t q = 0; q < directions; ++q)
        for (std::size_t cell = 0; cell < box.cells(); ++cell)
            if (box.walls()[cell] == 0)
                mass += double{numbers[by_cell ? cell * directions + q : q * box.cells() + cell]};
    return mass;
}

} // namespace

lbm::Storage storage_of(const std::string& options)
{
    const auto has = [&](const char* option) { return options.find(option) != std::string::npos; };
    return {.by_cell = has("BY_CELL"), .in_place = has("IN_PLACE"), .half = has("HALF")};
}

Fluid::Fluid(Workbench& workbench, const std::string& lattice, Extent extent)
    : Problem(workbench), box_(lattice, extent), numbers_(numbers_of(box_)),
      walls_(workbench.input(box_.walls())), asked_(workbench.input(box_.asked()))
{
}

double Fluid::work() const
{
    return 2.0 * steps * sizeof(float) * static_cast<double>(numbers_.size());
}

Guarded Fluid::in(const Storage& storage) const
{
    const auto [found, is_new] = in_.try_emplace({storage.by_cell, storage.in_place, storage.half});
    if (is_new)
        found->second = storage.half ? workbench().input(storage.halves(box_, numbers_))
                                     : workbench().input(storage.floats(box_, numbers_));
    return found->second;
}

Verdict Fluid::judge(const Plan& plan) const
{
    const Storage storage = storage_of(plan.options);
    if (!storage.half) return judged(plan.out[0].read<float>(), storage);
    const auto halves = plan.out[0].read<std::uint16_t>();
    std::vector<float> got(halves.size());
    for (std::size_t i = 0; i < got.size(); ++i)
        got[i] = lbm::float_of(halves[i]) + static_cast<float>(box_.lattice().weights[i / box_.cells()]);
    return judged(got, storage);
}

Verdict Fluid::judged(const std::vector<float>& got, const Storage& storage) const
{
    // A float's step rounds some thirty times, numbers of at most 0.5; a half's differs from rest by at most 0.05, of which it keeps
    // eleven bits. The errors go either way.
    const double tolerance = (storage.half ? 4 * 0.05 * 0x1p-12 : 30 * 0x1p-25) * std::sqrt(steps);
    Verdict verdict{.mistake = {}, .error = 0};
    for (const Window& window : windows_of(box_)) {
        const Reference reference(box_, numbers_, window, steps, rate);
        for (std::size_t i = 0; i < window.cells(); ++i) {
            const std::size_t cell = window.cell(box_, i);
            if (box_.walls()[cell] != 0) continue;
            for (std::size_t q = 0; q < box_.lattice().directions(); ++q) {
                const double expected = reference.number(q, window.place(i));
                const double number = got[storage.place(box_, cell, q)], error = std::abs(number - expected);
                verdict.error = std::max(verdict.error, error / expected);
                if (!(error <= tolerance) && verdict.mistake.empty())
                    verdict.mistake =
                        fmt::format("number {} of column {}, row {} is {}, {} expected", q,
                                    cell % box_.columns(), cell / box_.columns(), number, expected);
            }
        }
    }
    const double before = mass_of(box_, numbers_, false), mass = mass_of(box_, got, storage.by_cell);
    if (verdict.mistake.empty() && !(std::abs(mass - before) <= tolerance * before))
        verdict.mistake = fmt::format("the mass is {}, {} before", mass, before);
    return verdict;
}

} // namespace lockstep::bench
