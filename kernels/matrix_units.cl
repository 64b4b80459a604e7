// c = a · bᵀ by fragments, each of a sub-group: read from global memory, from slabs in
// local memory, and from slabs that come while others are multiplied. For the matrices see
// matrix_units.clh. 1D launches of as many groups as c has tiles.
//
// Limits: extents are from 1 to 2^31, depth a multiple of 8; a matrix may have more than
// 2^32 elements. c overlaps neither a nor b.
//
// Options, each with a default:
//   TILE_ROWS, TILE_COLUMNS  results of a group
//   DOWN, ACROSS             its sub-groups in rows and columns, each for multiples of 16
//   STAGES                   slabs of each factor in local memory, from 2
//   BAND                     rows of tiles that groups finish before they go on

#ifndef TILE_ROWS
#define TILE_ROWS 128
#endif
#ifndef TILE_COLUMNS
#define TILE_COLUMNS 128
#endif
#ifndef DOWN
#define DOWN 2
#endif
#ifndef ACROSS
#define ACROSS 2
#endif
#ifndef STAGES
#define STAGES 2
#endif
#ifndef BAND
#define BAND 8
#endif
#define ITEMS (LANES * DOWN * ACROSS)
#define FRAGMENTS_DOWN (TILE_ROWS / DOWN / 16)
#define FRAGMENTS_ACROSS (TILE_COLUMNS / ACROSS / 16)
#define SLAB 64 // numbers in a row of a slab
#define STEPS (SLAB / 16)
#if MATRIX_UNITS
#define UNROLL _Pragma("unroll")
#else
#define UNROLL // exchanges have barriers, and a CPU's compiler copies what lies between
#endif

#include "matrix_units_fragments.clh"
#include "matrix_units_tiles.clh"

#if MATRIX_UNITS && (TILE_ROWS * PIECES % ITEMS || TILE_COLUMNS * PIECES % ITEMS)
#error "The work-items of a group cannot share this slab equally."
#endif

typedef fragment_sums sums_of_part[FRAGMENTS_DOWN][FRAGMENTS_ACROSS];

// The sub-group's first row and column in the group's tile.
uint part_row(void)
{
    return get_local_id(0) / LANES / ACROSS * (TILE_ROWS / DOWN);
}
uint part_column(void)
{
    return get_local_id(0) / LANES % ACROSS * (TILE_COLUMNS / ACROSS);
}

void clear_part(sums_of_part sums)
{
    UNROLL
    for (uint i = 0; i < FRAGMENTS_DOWN; ++i) {
        UNROLL
        for (uint j = 0; j < FRAGMENTS_ACROSS; ++j) none(&sums[i][j]);
    }
}

//! [part]
// A sub-group's part of the tile, one step of 16: each fragment is used for a row or a
// column of products.
void take_part(fragment_a* a, fragment_b* b, local const uint4* a_slab,
               local const uint4* b_slab, uint step)
{
    UNROLL
    for (uint i = 0; i < FRAGMENTS_DOWN; ++i)
        a[i] = take_a(a_slab, part_row() + i * 16, step);
    UNROLL
    for (uint j = 0; j < FRAGMENTS_ACROSS; ++j)
        b[j] = take_b(b_slab, part_column() + j * 16, step);
}
void multiply_part(sums_of_part sums, const fragment_a* a, const fragment_b* b,
                   local uint* room)
{
    UNROLL
    for (uint i = 0; i < FRAGMENTS_DOWN; ++i) {
        UNROLL
        for (uint j = 0; j < FRAGMENTS_ACROSS; ++j)
            multiply(&sums[i][j], &a[i], &b[j], room);
    }
}
//! [part]

void write_part(sums_of_part sums, global float* c, uint2 tile, uint rows, uint columns)
{
    UNROLL
    for (uint i = 0; i < FRAGMENTS_DOWN; ++i) {
        UNROLL
        for (uint j = 0; j < FRAGMENTS_ACROSS; ++j)
            write(&sums[i][j], c, tile.x + part_row() + i * 16,
                  tile.y + part_column() + j * 16, rows, columns);
    }
}

//! [fragments]
// Each sub-group reads its fragments from global memory.
kernel SUB_GROUPS __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
fragments(global const ushort* a, global const ushort* b, global float* c, uint rows,
          uint columns, uint depth)
{
    local uint room[ITEMS * 8];
    uint2 tile = tile_of(get_group_id(0), rows, columns);
    fragment_a of_a[FRAGMENTS_DOWN];
    fragment_b of_b[FRAGMENTS_ACROSS];
    sums_of_part sums;
    clear_part(sums);
    for (uint k = 0; k < depth; k += 16) {
        UNROLL
        for (uint i = 0; i < FRAGMENTS_DOWN; ++i)
            of_a[i] = fetch_a(a, tile.x + part_row() + i * 16, rows, k, depth);
        UNROLL
        for (uint j = 0; j < FRAGMENTS_ACROSS; ++j)
            of_b[j] = fetch_b(b, tile.y + part_column() + j * 16, columns, k, depth);
        multiply_part(sums, of_a, of_b, room);
    }
    write_part(sums, c, tile, rows, columns);
}
//! [fragments]

//! [slabs]
// A slab of each factor comes to local memory; the group multiplies; the next.
kernel SUB_GROUPS __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
slabs(global const uint4* a, global const uint4* b, global float* c, uint rows,
      uint columns, uint depth)
{
    local uint4 a_slab[TILE_ROWS * PIECES] ALIGNED, b_slab[TILE_COLUMNS * PIECES] ALIGNED;
    local uint room[ITEMS * 8];
    uint2 tile = tile_of(get_group_id(0), rows, columns);
    fragment_a of_a[FRAGMENTS_DOWN];
    fragment_b of_b[FRAGMENTS_ACROSS];
    sums_of_part sums;
    clear_part(sums);
    for (uint k = 0; k < depth; k += SLAB) {
        bring(a_slab, a, tile.x, rows, k / 8, depth / 8, TILE_ROWS, ITEMS);
        bring(b_slab, b, tile.y, columns, k / 8, depth / 8, TILE_COLUMNS, ITEMS);
        barrier(CLK_LOCAL_MEM_FENCE);
        UNROLL
        for (uint step = 0; step < STEPS; ++step) {
            take_part(of_a, of_b, a_slab, b_slab, step);
            multiply_part(sums, of_a, of_b, room);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    write_part(sums, c, tile, rows, columns);
}
//! [slabs]

//! [stages]
// While one slab of each factor is multiplied, STAGES - 1 others are on their way.
// Fragments are taken a step ahead, across the barrier too.
kernel SUB_GROUPS __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
stages(global const uint4* a, global const uint4* b, global float* c, uint rows,
       uint columns, uint depth)
{
    local uint4 a_slabs[STAGES][TILE_ROWS * PIECES] ALIGNED;
    local uint4 b_slabs[STAGES][TILE_COLUMNS * PIECES] ALIGNED;
    local uint room[ITEMS * 8];
    uint2 tile = tile_of(get_group_id(0), rows, columns);
    fragment_a of_a[2][FRAGMENTS_DOWN];
    fragment_b of_b[2][FRAGMENTS_ACROSS];
    sums_of_part sums;
    clear_part(sums);
    for (uint ahead = 0; ahead < STAGES - 1; ++ahead) {
        begin_copies(a_slabs[ahead], a, tile.x, rows, ahead * PIECES, depth / 8, TILE_ROWS,
                     ITEMS);
        begin_copies(b_slabs[ahead], b, tile.y, columns, ahead * PIECES, depth / 8,
                     TILE_COLUMNS, ITEMS);
        END_COPIES;
    }
    AWAIT_COPIES(STAGES - 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    take_part(of_a[0], of_b[0], a_slabs[0], b_slabs[0], 0);
    uint now = 0, free = STAGES - 1;
    for (uint k = 0; k < depth; k += SLAB) {
        UNROLL
        for (uint step = 0; step < STEPS; ++step) {
            if (step == STEPS - 1) {
                AWAIT_COPIES(STAGES - 2);
                barrier(CLK_LOCAL_MEM_FENCE);
                now = now + 1 == STAGES ? 0 : now + 1;
            }
            take_part(of_a[(step + 1) % 2], of_b[(step + 1) % 2], a_slabs[now],
                      b_slabs[now], (step + 1) % STEPS);
            if (step == 0) {
                uint next = k / 8 + (STAGES - 1) * PIECES;
                begin_copies(a_slabs[free], a, tile.x, rows, next, depth / 8, TILE_ROWS,
                             ITEMS);
                begin_copies(b_slabs[free], b, tile.y, columns, next, depth / 8,
                             TILE_COLUMNS, ITEMS);
                END_COPIES;
                free = free + 1 == STAGES ? 0 : free + 1;
            }
            multiply_part(sums, of_a[step % 2], of_b[step % 2], room);
        }
    }
    write_part(sums, c, tile, rows, columns);
}
//! [stages]
