// Products on units for matrices: the tiles that groups make, and what a product costs at
// least.
#pragma once

#include "matrix.hpp"

#include <cstdint>

namespace language_model
{

constexpr cl_uint slab = 64; // of a depth, as products_units.cl has it

// Rows of a tile. Where there are no units, each of its steps takes long, so it is small.
inline std::size_t tile_rows(int generation)
{
    return generation > 0 ? 128 : 64;
}

// Results of a group, its work-items, and which units its kernel is compiled for.
struct Tile
{
    std::size_t rows, columns, items;
    int generation;

    std::size_t count(const Extent& of) const
    {
        return ((of.rows - 1) / rows + 1) * ((of.columns - 1) / columns + 1);
    }

    // Those of its program. In a turned operand, neighbours along the depth are none in memory.
    std::string options(bool a_turned, bool b_turned) const
    {
        return "-D MATRIX_UNITS=" + std::to_string(generation) +
               " -D TILE_ROWS=" + std::to_string(rows) +
               " -D TILE_COLUMNS=" + std::to_string(columns) +
               " -D A_TURNED=" + std::to_string(a_turned) +
               " -D B_TURNED=" + std::to_string(b_turned) +
               (generation == 0 ? " -D DOWN=1 -D ACROSS=1 -D STAGES=2" : "");
    }
};

// Hopper's instruction and its TMA are for wide tiles of matrices that lie in one piece. Those
// of attention, which have a mask, do not.
inline Tile tile_for(const Extent& of, int generation)
{
    const std::size_t rows = tile_rows(generation);
    if (generation == 0) return {rows, 64, 32, 0};
    if (generation >= 90 && of.columns >= 256 && of.count == 1 && of.causal == Causal::none)
        return {rows, 256, 384, 90};
    return {rows, of.columns <= 64 ? 64U : 128U, 128, 80};
}

// How deep the parts of a sum are best made, if so many tiles need it and the device has so
// many units: each makes parts in turn, and writing one takes it about as long as eight
// slabs.
inline cl_uint depth_of_part(std::size_t tiles, cl_uint depth, std::size_t units)
{
    const std::size_t slabs = (depth - 1) / slab + 1;
    std::size_t best = slabs, least = SIZE_MAX;
    for (std::size_t parts = 1; parts <= 16; ++parts) {
        const std::size_t each = (slabs - 1) / parts + 1,
                          turns = (tiles * parts - 1) / units + 1;
        if (turns * (each + 8) < least) least = turns * (each + 8), best = each;
    }
    return static_cast<cl_uint>(best) * slab;
}

// What a group of attention_units.cl has: TEAMS sub-groups of DOWN · 16 rows each, and tiles
// of KEYS rows that it meets.
struct Block
{
    int generation, down, teams, keys;

    std::size_t rows() const { return 16UL * down * teams; }
    std::size_t items() const { return 32UL * teams; }
    std::string options() const
    {
        return "-D MATRIX_UNITS=" + std::to_string(generation) +
               " -D DOWN=" + std::to_string(down) + " -D TEAMS=" + std::to_string(teams) +
               " -D KEYS=" + std::to_string(keys);
    }
};

// The fastest of four on an H200. Of keys, a block has two kinds of results to keep, so its
// tiles are smaller.
inline Block block_for(const std::string& kernel, int generation)
{
    if (generation == 0) return {0, 1, 1, 32};
    return {80, 1, 4, kernel == "attend_backward_keys" ? 32 : 64};
}

// Additions and multiplications, and bytes; 0 bytes are those of all buffers of a launch.
struct Work
{
    double operations = 0, bytes = 0;
    std::string shape = {};
};

// What attention without a matrix of shares makes and moves at least for rows of 64 numbers,
// with so many products, of which a mask hides half, and so many operands and results.
inline Work work_of_attention(cl_uint tokens, cl_uint count, double products, double moved)
{
    const double rows = 1.0 * tokens * count;
    return {products * rows * tokens * 64, moved * rows * 64 * 2};
}

// What a product makes and moves at least, if its sum is made in parts: of what a mask hides,
// nothing.
inline Work work_of(const Extent& of, cl_uint parts, bool rounds, bool adds)
{
    const double half = of.causal == Causal::none ? 1 : 0.5,
                 of_results = of.causal == Causal::results ? half : 1,
                 of_a = of.causal == Causal::results ? 1 : half;
    const double results = 1.0 * of.rows * of.columns, depth = of.depth;
    return {2 * half * results * depth * of.count,
            of.count * (2 * depth * (of_a * of.rows + of.columns) +
                        of_results * results * ((rounds ? 2 : 4) * parts + (adds ? 4 : 0))),
            shape_of(of)};
}

} // namespace language_model
