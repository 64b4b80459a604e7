// The host's steps of a fluid, as a peer: a loop over cells in vectors, which OpenMP spreads over threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lockstep::bench::host_fluid
{

/// Whether there is an OpenMP to compile it with.
bool is_here();

/// The compiler and its OpenMP.
std::string version();

/// A box whose edges meet, of layers of `height` rows each, and which neighbours of its cells are walls: lbm::Box::asked().
struct Box
{
    std::size_t columns, rows, height;
    std::span<const std::uint32_t> asked;
};

/// A step of all cells, in two dimensions with nine directions or in three with nineteen, as `from` has that many numbers a cell. Both have
/// an array for each direction.
void step(const Box& box, std::span<const float> from, std::span<float> to, float rate);

} // namespace lockstep::bench::host_fluid
