// What exercises on transposed matrices have in common: numbers, launches, and the question who moves what.
#pragma once

#include "exercise.hpp"

namespace lockstep
{

/// A kernel that transposes through square tiles: (global const float* in, global float* out, uint columns, uint rows).
struct TileKernel
{
    std::string file;
    std::string name;
    std::size_t side;          ///< of a tile, in elements
    cl::NDRange work_group;    ///< two-dimensional; it turns one tile
    bool is_downwards = false; ///< dimension 0 numbers the tiles downwards
};

/// So many numbers, of which no two are the same before element 16,777,213.
std::vector<float> all_different(std::size_t elements);

/// So many numbers of the kinds that a kernel may take for a mark of its own, or that do not survive a sum or another type: infinite, not
/// a number, zero, -1, the largest, tiny.
std::vector<float> of_all_kinds(std::size_t elements);

/// Fails the test case unless the kernel transposes `matrix`.
void expect_transposed(const TileKernel& shape, const std::vector<float>& matrix, std::size_t columns);

/// Fails the test case unless the first work-group, launched alone, turns its own tile and writes nothing else.
void expect_own_tile(const TileKernel& shape, std::size_t columns, std::size_t rows);

} // namespace lockstep
