// As products.cl, on units for matrices: operands are bfloat16s, sums are floats. A group of
// ITEMS work-items makes TILE_ROWS × TILE_COLUMNS results of product get_group_id(1).
//
// Extents, and what lies between two rows of an operand, are multiples of 8. An operand may
// lie in both ways: with its depth side by side, or turned (A_TURNED, B_TURNED), with the
// rows of a or the columns of b side by side. STAGES slabs of 64 numbers of the depth are in
// local memory: one is multiplied while others are on their way.
//
// How a slab is multiplied is the part of products_fragments.clh. On Hopper this is for
// attention and for narrow products, and products_engine.cl for the others.
#ifndef TILE_ROWS
#define TILE_ROWS 128
#endif
#ifndef TILE_COLUMNS
#define TILE_COLUMNS 128
#endif
#ifndef A_TURNED
#define A_TURNED 0
#endif
#ifndef B_TURNED
#define B_TURNED 0
#endif
#define BAND 8
#define SLAB 64
#define ROUNDED
#if MATRIX_UNITS
#define UNROLL _Pragma("unroll")
#else
#define UNROLL // exchanges have barriers
#endif

#include "operand.clh"
#include "products_fragments.clh"
#include "view.clh"

#define PITCH (TILE_COLUMNS + 8) // of a row of results in local memory

// Where a causal mask makes a product smaller: nowhere, in its results, up to the diagonal,
// or in its sums, up to the diagonal or from it on.
enum
{
    NONE,
    RESULTS,
    SUMS_TO,
    SUMS_FROM
};

//! [bring_slab]
// An operand's next slab: `height` rows of `width` pieces of 8 numbers, from `row` and
// `piece` on. Of what is past `rows` and `pieces` there are zeros. Blocks of 8 pieces a row
// follow each other.
void bring_slab(local uint4* slab, global const uint4* from, uint pitch, uint row,
                uint rows, uint piece, uint pieces, uint height, uint width)
{
    UNROLL
    for (uint turn = 0; turn < height * width / ITEMS; ++turn) {
        const uint i = turn * ITEMS + get_local_id(0), r = i / width, p = i % width,
                   to = p / PIECES * height * PIECES + place(r, p % PIECES);
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

//! [store_results]
// Results leave local memory in whole rows, eight by a work-item.
void store_results(local const float* results, global float* c, View of_c, uint z,
                   uint heads, uint2 tile, uint rows, uint columns,
                   global const float* addend, uint adds, float factor, uint rounds)
{
    for (uint i = get_local_id(0); i < TILE_ROWS * TILE_COLUMNS / 8; i += ITEMS) {
        const uint row = i / (TILE_COLUMNS / 8), column = i % (TILE_COLUMNS / 8) * 8;
        if (tile.x + row >= rows || tile.y + column >= columns) continue;
        const size_t at = element_of(of_c, z, heads, tile.x + row, tile.y + column);
        local const float4* four = (local const float4*)(results + row * PITCH + column);
        float4 first = factor * four[0], second = factor * four[1];
        if (adds) {
            first += *(global const float4*)(addend + at);
            second += *(global const float4*)(addend + at + 4);
        }
        if (rounds) {
            *(global uint4*)((global ushort*)c + at) =
                (uint4)(rounded_pair(first.x, first.y), rounded_pair(first.z, first.w),
                        rounded_pair(second.x, second.y), rounded_pair(second.z, second.w));
        } else {
            *(global float4*)(c + at) = first;
            *(global float4*)(c + at + 4) = second;
        }
    }
}
//! [store_results]

#if A_TURNED
#define BRING_A(slab, k)                                                                   \
    bring_slab(slab, from_a, of_a.column / 8, k, end, tile.x / 8, rows / 8, SLAB,          \
               TILE_ROWS / 8)
#else
#define BRING_A(slab, k)                                                                   \
    bring_slab(slab, from_a, of_a.row / 8, tile.x, rows, (k) / 8, end / 8, TILE_ROWS,      \
               PIECES)
#endif
#if B_TURNED
#define BRING_B(slab, k)                                                                   \
    bring_slab(slab, from_b, of_b.row / 8, k, end, tile.y / 8, columns / 8, SLAB,          \
               TILE_COLUMNS / 8)
#else
#define BRING_B(slab, k)                                                                   \
    bring_slab(slab, from_b, of_b.column / 8, tile.y, columns, (k) / 8, end / 8,           \
               TILE_COLUMNS, PIECES)
#endif

//! [product_units]
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
product(global float* c, View of_c, global const ushort* a, View of_a,
        global const ushort* b, View of_b, global const float* addend, uint adds,
        uint depth, uint part, uint heads, float factor, uint rows, uint columns,
        uint rounds, uint causal)
{
    local uint4 slabs[STAGES][(TILE_ROWS + TILE_COLUMNS) * PIECES] ALIGNED;
    local uint room[ROOM];
    const uint2 tile = tile_of(get_group_id(0), rows, columns);
    const uint z = get_group_id(1), matrix = part > 0 ? 0 : z;
    if (causal == RESULTS && tile.y >= tile.x + TILE_ROWS) return;
    const uint begin = causal == SUMS_FROM ? tile.x : z * part,
               end = causal == SUMS_TO ? min(depth, tile.x + TILE_ROWS)
                     : part > 0        ? min(depth, begin + part)
                                       : depth;
    global const uint4* from_a =
        (global const uint4*)(a + element_of(of_a, matrix, heads, 0, 0));
    global const uint4* from_b =
        (global const uint4*)(b + element_of(of_b, matrix, heads, 0, 0));
    sums_of_part sums;
    clear_part(sums);
    for (uint ahead = 0; ahead < AHEAD; ++ahead) {
        BRING_A(slabs[ahead], begin + ahead * SLAB);
        BRING_B(slabs[ahead] + TILE_ROWS * PIECES, begin + ahead * SLAB);
        END_COPIES;
    }
    uint now = 0, free = AHEAD;
    for (uint k = begin; k < end; k += SLAB) {
        AWAIT_COPIES(AHEAD - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        BRING_A(slabs[free], k + AHEAD * SLAB);
        BRING_B(slabs[free] + TILE_ROWS * PIECES, k + AHEAD * SLAB);
        END_COPIES;
        multiply_slabs(sums, slabs[now], slabs[now] + TILE_ROWS * PIECES, room);
        now = now + 1 == STAGES ? 0 : now + 1;
        free = free + 1 == STAGES ? 0 : free + 1;
    }
    AWAIT_ALL(sums);
    barrier(CLK_LOCAL_MEM_FENCE);
    put_part(sums, (local float*)slabs);
    barrier(CLK_LOCAL_MEM_FENCE);
    store_results((local const float*)slabs, c, of_c, z, heads, tile, rows, columns, addend,
                  adds, factor, rounds);
}
//! [product_units]
