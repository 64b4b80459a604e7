// What the ladder of fluids is tried on: a box whose edges meet, with walls in it, and the numbers of its cells.
#pragma once

#include "../launch_shape.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::bench::lbm
{

/// The directions in which particles fly, in pairs of opposites after the first, which is that of those at rest. Qian, d'Humières and
/// Lallemand, Lattice BGK Models for Navier-Stokes Equation (1992), call them D2Q9 and D3Q19.
struct Lattice
{
    std::vector<std::array<int, 3>> steps; ///< to the right, down and inward
    std::vector<double> weights;           ///< of a fluid at rest

    std::size_t directions() const { return steps.size(); }
    static std::size_t opposite(std::size_t q) { return q == 0 ? 0 : ((q - 1) ^ 1U) + 1; }
};

/// "d2q9" or "d3q19".
const Lattice& lattice_named(const std::string& name);

/// Cells in columns, rows and layers.
class Box
{
public:
    /// Of as many rows in all; of three dimensions a layer has the largest divisor of them up to their root. There is a floor where
    /// there is room for one, and a ball in the middle; a small box has single walls as well.
    Box(const std::string& lattice, Extent extent);

    const Lattice& lattice() const { return lattice_; }
    std::size_t columns() const { return sides_[0]; }
    std::size_t height() const { return sides_[1]; } ///< of a layer
    std::size_t rows() const { return sides_[1] * sides_[2]; }
    const std::array<std::size_t, 3>& sides() const { return sides_; }
    std::size_t cells() const { return walls_.size(); }

    /// The cell at (column, row, layer), which may lie beyond the edges.
    std::size_t cell(const std::array<std::ptrdiff_t, 3>& at) const;
    std::array<std::ptrdiff_t, 3> place_of(std::size_t cell) const;
    /// The neighbour in direction q.
    std::size_t ahead(std::size_t cell, std::size_t q) const;

    /// 1 where a cell is a wall.
    const std::vector<std::uint8_t>& walls() const { return walls_; }
    /// Bit q of a cell: what arrives from direction q comes back from a wall. All bits: the cell is one.
    std::vector<std::uint32_t> asked() const;

private:
    const Lattice& lattice_;
    std::array<std::size_t, 3> sides_;
    std::vector<std::uint8_t> walls_;
};

/// How a rung keeps the numbers of all cells.
struct Storage
{
    bool by_cell = false; ///< a cell's numbers side by side
    bool in_place =
        false; ///< each where the next step but one finds it: at the neighbour to which it flies, or where it comes back
    bool half = false; ///< in 16 bits, as what they differ from a fluid at rest

    /// Where number q of a cell is after its step.
    std::size_t place(const Box& box, std::size_t cell, std::size_t q) const;
    /// `numbers` of all cells, in an array for each direction, as this keeps them. Walls are at rest.
    std::vector<float> floats(const Box& box, const std::vector<float>& numbers) const;
    std::vector<std::uint16_t> halves(const Box& box, const std::vector<float>& numbers) const;
};

/// The nearest 16-bit floating-point number, and back.
std::uint16_t half_of(float value);
float float_of(std::uint16_t half);

} // namespace lockstep::bench::lbm
