// As products.cl, on units for matrices: operands are bfloat16s, sums are floats. A group of
// ITEMS work-items makes TILE_ROWS × TILE_COLUMNS results of product get_group_id(1), and
// its sub-groups a part of the tile each, as in kernels/matrix_units.cl.
//
// Extents, and what lies between two rows of an operand, are multiples of 8. A slab of 64
// numbers of the depth is in local memory, and STAGES - 1 others are on their way. An
// operand may lie in both ways: with its depth side by side, or turned (A_TURNED,
// B_TURNED), with the rows of a or the columns of b side by side.
#ifndef TILE_ROWS
#define TILE_ROWS 128
#endif
#ifndef TILE_COLUMNS
#define TILE_COLUMNS 128
#endif
#ifndef DOWN // sub-groups of a group, in rows and columns
#define DOWN 2
#endif
#ifndef ACROSS
#define ACROSS 2
#endif
#ifndef STAGES
#define STAGES 3
#endif
#ifndef A_TURNED
#define A_TURNED 0
#endif
#ifndef B_TURNED
#define B_TURNED 0
#endif
#define BAND 8
#define SLAB 64
#define ITEMS (32 * DOWN * ACROSS)
#define PART_ROWS (TILE_ROWS / DOWN)
#define PART_COLUMNS (TILE_COLUMNS / ACROSS)
#define FRAGMENTS_DOWN (PART_ROWS / 16)
#define FRAGMENTS_ACROSS (PART_COLUMNS / 16)
#if MATRIX_UNITS
#define UNROLL _Pragma("unroll")
#else
#define UNROLL // exchanges have barriers
#endif
#define ROUNDED

#include "../../kernels/matrix_units_fragments.clh"
#include "operand.clh"
#include "view.clh"

// Which part of a product a causal mask leaves: all of it, the results up to the diagonal,
// or sums up to the diagonal, or from it on.
enum
{
    ALL,
    RESULTS,
    SUMS_TO,
    SUMS_FROM
};

// Where a piece stands in a slab with `width` pieces a row: as place() of
// kernels/matrix_units.clh has it for 8.
uint place_of(uint width, uint row, uint piece)
{
    return row * width + (piece ^ row % min(width, 8u));
}

//! [bring_slab]
// An operand's next slab: `height` rows of `width` pieces of 8 numbers, from `row` and
// `piece` on. Of what is past `rows` and `pieces` there are zeros.
void bring_slab(local uint4* slab, global const uint4* from, uint pitch, uint row,
                uint rows, uint piece, uint pieces, uint height, uint width)
{
    UNROLL
    for (uint turn = 0; turn < height * width / ITEMS; ++turn) {
        const uint i = turn * ITEMS + get_local_id(0), r = i / width, p = i % width,
                   to = place_of(width, r, p);
        const bool exists = row + r < rows && piece + p < pieces;
        global const uint4* source =
            from + (exists ? (size_t)(row + r) * pitch + piece + p : 0);
#if MATRIX_UNITS >= 80
        asm volatile(
            "cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(ADDRESS(slab) + to * 16),
            "l"(source), "r"(exists ? 16 : 0)
            : "memory");
#else
        slab[to] = exists ? *source : (uint4)(0);
#endif
    }
}
//! [bring_slab]

//! [take_turned]
// As take() of kernels/matrix_units_fragments.clh, from a slab whose rows are the depth: the
// same instruction transposes each square.
fragment take_turned(local const uint4* slab, uint width, uint row, uint step, bool of_b)
{
    const uint lane = get_local_id(0) % 32;
    fragment result;
#if MATRIX_UNITS >= 80
    const uint k = step * 16 + square_half(lane / 8, of_b) * 8 + lane % 8,
               piece = (row + square_row(lane / 8, of_b)) / 8;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(result.pairs[0]), "=r"(result.pairs[1]), "=r"(result.pairs[2]),
                   "=r"(result.pairs[3])
                 : "r"(ADDRESS(slab) + place_of(width, k, piece) * 16)
                 : "memory");
#else
    for (uint i = 0; i < 4; ++i) {
        const uint r = row + square_row(i, of_b) + lane / 4,
                   k = step * 16 + square_half(i, of_b) * 8 + lane % 4 * 2;
        const uint first = place_of(width, k, r / 8),
                   second = place_of(width, k + 1, r / 8);
        local const ushort* numbers = (local const ushort*)slab + r % 8;
        result.pairs[i] = numbers[first * 8] | (uint)numbers[second * 8] << 16;
    }
#endif
    return result;
}
//! [take_turned]

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
product(global float* c, View of_c, global const ushort* a, View of_a,
        global const ushort* b, View of_b, global const float* addend, uint adds,
        uint depth, uint heads, float factor, uint rows, uint columns, uint rounds,
        uint left)
{
    local uint4 a_slabs[STAGES][TILE_ROWS * PIECES] ALIGNED;
    local uint4 b_slabs[STAGES][TILE_COLUMNS * PIECES] ALIGNED;
    local uint room[ITEMS * 8];
    const uint2 tile = tile_of(get_group_id(0), rows, columns);
    const uint z = get_group_id(1), sub_group = get_local_id(0) / 32,
               top = sub_group / ACROSS * PART_ROWS,
               side = sub_group % ACROSS * PART_COLUMNS;
    if (left == RESULTS && tile.y >= tile.x + TILE_ROWS) return;
    const uint begin = left == SUMS_FROM ? tile.x : 0,
               end = left == SUMS_TO ? min(depth, tile.x + TILE_ROWS) : depth;
    global const uint4* from_a =
        (global const uint4*)(a + element_of(of_a, z, heads, 0, 0));
    global const uint4* from_b =
        (global const uint4*)(b + element_of(of_b, z, heads, 0, 0));

#if A_TURNED
#define BRING_A(slab, k)                                                                   \
    bring_slab(slab, from_a, of_a.column / 8, k, end, tile.x / 8, rows / 8, SLAB,          \
               TILE_ROWS / 8)
#define TAKE_A(slab, row, step) take_turned(slab, TILE_ROWS / 8, row, step, false)
#else
#define BRING_A(slab, k)                                                                   \
    bring_slab(slab, from_a, of_a.row / 8, tile.x, rows, (k) / 8, end / 8, TILE_ROWS,      \
               PIECES)
#define TAKE_A(slab, row, step) take(slab, row, step, false)
#endif
#if B_TURNED
#define BRING_B(slab, k)                                                                   \
    bring_slab(slab, from_b, of_b.row / 8, k, end, tile.y / 8, columns / 8, SLAB,          \
               TILE_COLUMNS / 8)
#define TAKE_B(slab, row, step) take_turned(slab, TILE_COLUMNS / 8, row, step, true)
#else
#define BRING_B(slab, k)                                                                   \
    bring_slab(slab, from_b, of_b.column / 8, tile.y, columns, (k) / 8, end / 8,           \
               TILE_COLUMNS, PIECES)
#define TAKE_B(slab, row, step) take(slab, row, step, true)
#endif

    fragment of_a_part[FRAGMENTS_DOWN], of_b_part[FRAGMENTS_ACROSS];
    fragment_sums sums[FRAGMENTS_DOWN][FRAGMENTS_ACROSS];
    UNROLL
    for (uint i = 0; i < FRAGMENTS_DOWN; ++i) {
        UNROLL
        for (uint j = 0; j < FRAGMENTS_ACROSS; ++j) none(&sums[i][j]);
    }
    for (uint ahead = 0; ahead < STAGES - 1; ++ahead) {
        BRING_A(a_slabs[ahead], begin + ahead * SLAB);
        BRING_B(b_slabs[ahead], begin + ahead * SLAB);
        END_COPIES;
    }
    uint now = 0, free = STAGES - 1;
    for (uint k = begin; k < end; k += SLAB) {
        AWAIT_COPIES(STAGES - 2);
        barrier(CLK_LOCAL_MEM_FENCE);
        BRING_A(a_slabs[free], k + (STAGES - 1) * SLAB);
        BRING_B(b_slabs[free], k + (STAGES - 1) * SLAB);
        END_COPIES;
        UNROLL
        for (uint step = 0; step < SLAB / 16; ++step) {
            UNROLL
            for (uint i = 0; i < FRAGMENTS_DOWN; ++i)
                of_a_part[i] = TAKE_A(a_slabs[now], top + i * 16, step);
            UNROLL
            for (uint j = 0; j < FRAGMENTS_ACROSS; ++j)
                of_b_part[j] = TAKE_B(b_slabs[now], side + j * 16, step);
            UNROLL
            for (uint i = 0; i < FRAGMENTS_DOWN; ++i) {
                UNROLL
                for (uint j = 0; j < FRAGMENTS_ACROSS; ++j)
                    multiply(&sums[i][j], &of_a_part[i], &of_b_part[j], room);
            }
        }
        now = now + 1 == STAGES ? 0 : now + 1;
        free = free + 1 == STAGES ? 0 : free + 1;
    }

    UNROLL
    for (uint i = 0; i < FRAGMENTS_DOWN; ++i) {
        UNROLL
        for (uint j = 0; j < FRAGMENTS_ACROSS; ++j) {
            UNROLL
            for (uint s = 0; s < SUMS; s += 2) {
                const uint row = tile.x + top + i * 16 + row_of(s),
                           column = tile.y + side + j * 16 + column_of(s);
                if (row >= rows || column >= columns) continue;
                const size_t at = element_of(of_c, z, heads, row, column);
                float2 result =
                    factor * (float2)(sums[i][j].values[s], sums[i][j].values[s + 1]);
                if (adds) result += vload2(0, addend + at);
                if (rounds)
                    ((global uint*)c)[at / 2] = rounded_pair(result.x, result.y);
                else
                    vstore2(result, 0, c + at);
            }
        }
    }
}
