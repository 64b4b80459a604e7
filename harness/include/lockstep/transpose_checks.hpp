// What exercises on transposed matrices have in common: numbers, launches, and the question who moves what.
#pragma once

#include "exercise.hpp"

namespace lockstep
{

/// A kernel that transposes through square tiles: (global const float* in, global float* out, uint columns, uint rows), or in place:
/// (global float* matrix, uint n).
struct TileKernel
{
    std::string file;
    std::string name;
    std::size_t side;          ///< of a tile, in elements
    cl::NDRange work_group;    ///< two-dimensional; it turns one tile
    bool is_downwards = false; ///< dimension 0 numbers the tiles downwards
    bool is_in_place = false;
};

/// So many numbers, of which no two are the same before element 16,777,213.
std::vector<float> all_different(std::size_t elements);

/// So many numbers of the kinds that a kernel may take for a mark of its own, or that do not survive a sum or another type: infinite, not
/// a number, zero, -1, the largest, tiny.
std::vector<float> of_all_kinds(std::size_t elements);

/// Fails the test case unless the kernel, not one in place, transposes `matrix` and leaves it as it is.
void expect_transposed(const TileKernel& shape, const std::vector<float>& matrix, std::size_t columns);

/// Fails the test case unless the rows of work-items of a group share a tile, on its way in and on its way out. In one launch for each row
/// its work-items take themselves for those of the next, so that nobody does their work: what they bring and what they store is then
/// wrong, and no more. What the whole group brings together, as async_work_group_copy does, is not missed.
void expect_shared_tile(const TileKernel& shape);

/// Fails the test case unless the work-groups at the corners, each of which runs alone and is told that it is one of those that the matrix
/// needs, turn their own tiles and write nothing else. Not for kernels in place. @param columns,rows more than one tile each way.
void expect_own_tiles(const TileKernel& shape, std::size_t columns, std::size_t rows);

} // namespace lockstep
