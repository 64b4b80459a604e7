// c = a · bᵀ for signed bytes with scales, as a quantised layer has them: element (i, j) of
// c is scale_a[i] · scale_b[j] · Σ a[i][k] · b[j][k]. The sums are whole numbers, and
// exact. Matrices as in matrix_units.clh, with rows of `depth` bytes, a multiple of 16. 1D.
//
// Limits: extents are from 1 to 2^31, depth below 2^17, so that no sum passes 2^31; a
// matrix may have more than 2^32 elements. c overlaps nothing.
//
// Options, each with a default:
//   TILE_ROWS     rows of a group's tile: 128, or 64
//   TILE_COLUMNS  columns of it: 256 on units of 90, else any multiple of 8
//   STAGES        slabs of each factor in local memory
//   BAND          rows of tiles that groups finish before they go on

#ifndef TILE_COLUMNS
#define TILE_COLUMNS 256
#endif
#ifndef STAGES
#define STAGES 4
#endif
#ifndef BAND
#define BAND 16
#endif
#define PARTS 1
#define SLAB 128
#define BOX_ELEMENT 0 // a byte

#include "matrix_units_engine.clh"

//! [describe_both]
// Work-item 0 describes a, work-item 1 describes b.
kernel void describe(global uint* maps, global const uint4* a, global const uint4* b,
                     uint rows, uint columns, uint depth)
{
    if (get_global_id(0) == 0) describe_one(maps, a, depth, rows, TILE_ROWS);
    if (get_global_id(0) == 1)
        describe_one(maps + MAP_WORDS, b, depth, columns, TILE_COLUMNS);
}
//! [describe_both]

//! [multiply_slabs]
// 64 rows of a by all of b.
void multiply_slabs(int* sums, local const uint4* a, local const uint4* b)
{
#if MATRIX_UNITS >= 90
    ulong at_a = slab_address(a), at_b = slab_address(b);
#pragma unroll
    for (uint step = 0; step < SLAB / 32; ++step)
        asm volatile("//@ wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8 "
                     "{" REGISTERS_128 "}, %128, %129, 1;"
                     : ALL_SUMS("+r", sums)
                     : "l"(at_a + 2 * step), "l"(at_b + 2 * step));
#else
    for (uint i = 0; i < SUMS; ++i)
        for (uint k = 0; k < SLAB; ++k)
            sums[i] += ((local const char*)(a + place(row_of(i), k / 16)))[k % 16] *
                       ((local const char*)(b + place(column_of(i), k / 16)))[k % 16];
#endif
}
//! [multiply_slabs]

//! [scaled]
// What one row of a and one row of b have in common leaves the sum: two multiplications a
// result.
void write_scaled(const int* sums, global const float* scale_a, global const float* scale_b,
                  global float* c, uint2 tile, uint rows, uint columns)
{
#pragma unroll
    for (uint i = 0; i < SUMS; i += 2) {
        uint y = tile.x + row_of(i), x = tile.y + column_of(i);
        if (y < rows && x < columns)
            write_pair(c, y, x, columns, scale_a[y] * scale_b[x] * sums[i],
                       scale_a[y] * scale_b[min(x + 1, columns - 1)] * sums[i + 1]);
    }
}
//! [scaled]

#if MATRIX_UNITS >= 90

//! [engine_bytes]
// As `engine`, with whole numbers.
kernel __attribute__((reqd_work_group_size(128 + MULTIPLIERS, 1, 1))) void
engine_bytes(global const uint4* a, global const uint4* b, global const uint* maps,
             global const float* scale_a, global const float* scale_b, global float* c,
             uint rows, uint columns, uint depth)
{
    local uint4 slabs[STAGES][STAGE_PIECES] ALIGNED;
    local ulong full[STAGES], empty[STAGES];
    uint id = get_local_id(0), steps = (depth - 1) / SLAB + 1;
    open_bars(full, empty);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < 128) {
        if (id == 0) feed(slabs[0], full, empty, maps, rows, columns, steps);
        return;
    }
    uint mine = (id / 128 - 1) * 64, stage = 0, phase = 0, before = 0;
    int sums[SUMS];
    for (uint i = get_group_id(0); i < tiles_of(rows, columns); i += get_num_groups(0)) {
        uint2 tile = tile_of(i, rows, columns);
#pragma unroll
        for (uint j = 0; j < SUMS; ++j) sums[j] = 0;
        SETTLE("+r", sums);
        for (uint step = 0; step < steps; ++step) {
            await(&full[stage], phase);
            BEGIN_PRODUCTS;
            multiply_slabs(sums, slabs[stage] + mine * PIECES,
                           slabs[stage] + TILE_ROWS * PIECES);
            END_PRODUCTS;
            AWAIT_PRODUCTS(1);
            if (step > 0 && id % 32 == 0) arrive(&empty[before]);
            before = stage;
            next_stage(&stage, &phase);
        }
        AWAIT_PRODUCTS(0);
        SETTLE("+r", sums);
        if (id % 32 == 0) arrive(&empty[before]);
        tile.x += mine;
        write_scaled(sums, scale_a, scale_b, c, tile, rows, columns);
    }
}
//! [engine_bytes]

#else

// The same roles, in step: all wait for the copies, and for the products.
kernel __attribute__((reqd_work_group_size(128 + MULTIPLIERS, 1, 1))) void
engine_bytes(global const uint4* a, global const uint4* b, global const uint* maps,
             global const float* scale_a, global const float* scale_b, global float* c,
             uint rows, uint columns, uint depth)
{
    local uint4 slab[STAGE_PIECES] ALIGNED;
    uint id = get_local_id(0), mine = id < 128 ? 0 : (id / 128 - 1) * 64;
    int sums[SUMS];
    for (uint i = get_group_id(0); i < tiles_of(rows, columns); i += get_num_groups(0)) {
        uint2 tile = tile_of(i, rows, columns);
        for (uint j = 0; j < SUMS; ++j) sums[j] = 0;
        for (uint at = 0; at < depth / 16; at += PIECES) {
            if (id < 128) {
                bring(slab, a, tile.x, rows, at, depth / 16, TILE_ROWS, 128);
                bring(slab + TILE_ROWS * PIECES, b, tile.y, columns, at, depth / 16,
                      TILE_COLUMNS, 128);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (id >= 128)
                multiply_slabs(sums, slab + mine * PIECES, slab + TILE_ROWS * PIECES);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        tile.x += mine;
        if (id >= 128) write_scaled(sums, scale_a, scale_b, c, tile, rows, columns);
    }
}

#endif
