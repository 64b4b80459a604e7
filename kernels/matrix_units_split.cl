// c = a · bᵀ for floats, by three products on units that take 19 of a float's 32 bits.
// `split` cuts each float in two such numbers; `engine_split` multiplies upper by upper,
// upper by lower and lower by upper. Matrices as in matrix_units.clh, with rows of `depth`
// floats, a multiple of 4. 1D.
//
// Limits: extents are from 1 to 2^31; a matrix may have more than 2^32 elements. c overlaps
// nothing.
//
// Options, each with a default:
//   TILE_ROWS     rows of a group's tile: 128, or 64
//   TILE_COLUMNS  columns of it: 128 on units of 90, else any multiple of 8
//   STAGES        pairs of slabs of each factor in local memory
//   BAND          rows of tiles that groups finish before they go on
//   RUN           slabs whose products the unit adds up

#ifndef TILE_COLUMNS
#define TILE_COLUMNS 128
#endif
#ifndef STAGES
#define STAGES 3
#endif
#ifndef BAND
#define BAND 16
#endif
#ifndef RUN
#define RUN 4
#endif
#define PARTS 2 // upper and lower
#define SLAB 32
#define BOX_ELEMENT 7 // float

#include "matrix_units_engine.clh"

//! [split]
// TF32 has a float's exponent and 10 bits of fraction. What is left after rounding to it
// has at most 12 significant bits, and is rounded to 11. Work-item i splits element i.
float rounded(float x)
{
    return as_float((as_uint(x) + 0xFFF + (as_uint(x) >> 13 & 1)) & ~0x1FFFu);
}
kernel void split(global const float* from, global float* upper, global float* lower,
                  ulong count)
{
    size_t i = get_global_id(0);
    if (i >= count) return;
    float high = rounded(from[i]);
    upper[i] = high;
    lower[i] = rounded(from[i] - high);
}
//! [split]

//! [describe_all]
// Work-items 0 to 3 describe the four parts.
kernel void describe(global uint* maps, global const uint4* a_upper,
                     global const uint4* a_lower, global const uint4* b_upper,
                     global const uint4* b_lower, uint rows, uint columns, uint depth)
{
    uint i = get_global_id(0);
    if (i > 3) return;
    global const uint4* part = i == 0   ? a_upper
                               : i == 1 ? a_lower
                               : i == 2 ? b_upper
                                        : b_lower;
    describe_one(maps + i * MAP_WORDS, part, depth, i < 2 ? rows : columns,
                 i < 2 ? TILE_ROWS : TILE_COLUMNS);
}
//! [describe_all]

//! [multiply_slabs]
// 64 rows of a by all of b: the small products first. `a` and `b` are the upper slabs, the
// lower ones follow them.
void multiply_slabs(float* sums, local const uint4* a, local const uint4* b)
{
#if MATRIX_UNITS >= 90
    ulong at_a = slab_address(a), at_b = slab_address(b);
#pragma unroll
    for (uint product = 0; product < 3; ++product)
#pragma unroll
        for (uint step = 0; step < SLAB / 8; ++step)
            asm volatile("//@ wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 "
                         "{" REGISTERS_64 "}, %64, %65, 1, 1, 1;"
                         : ALL_SUMS("+f", sums)
                         : "l"(at_a + 2 * step + (product == 0) * TILE_ROWS * PIECES),
                           "l"(at_b + 2 * step + (product == 1) * TILE_COLUMNS * PIECES));
#else
    for (uint i = 0; i < SUMS; ++i)
        for (uint product = 0; product < 3; ++product)
            for (uint k = 0; k < SLAB; ++k)
                sums[i] +=
                    ((local const float*)(a + (product == 0) * TILE_ROWS * PIECES +
                                          place(row_of(i), k / 4)))[k % 4] *
                    ((local const float*)(b + (product == 1) * TILE_COLUMNS * PIECES +
                                          place(column_of(i), k / 4)))[k % 4];
#endif
}
//! [multiply_slabs]

void add(float* sums, const float* parts)
{
#pragma unroll
    for (uint i = 0; i < SUMS; ++i) sums[i] += parts[i];
}

#if MATRIX_UNITS >= 90

//! [engine_split]
// As `engine`. The unit cuts off what does not fit when it adds, so a long sum drifts
// towards zero: it adds up the products of RUN slabs, and the work-items, which round, add
// those.
kernel __attribute__((reqd_work_group_size(128 + MULTIPLIERS, 1, 1))) void
engine_split(global const uint4* a_upper, global const uint4* a_lower,
             global const uint4* b_upper, global const uint4* b_lower,
             global const uint* maps, global float* c, uint rows, uint columns, uint depth)
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
    float sums[SUMS], parts[SUMS];
    for (uint i = get_group_id(0); i < tiles_of(rows, columns); i += get_num_groups(0)) {
        uint2 tile = tile_of(i, rows, columns);
        clear(sums);
        for (uint first = 0; first < steps; first += RUN) {
            uint end = min(first + RUN, steps);
            clear(parts);
            SETTLE("+f", parts);
            for (uint step = first; step < end; ++step) {
                await(&full[stage], phase);
                BEGIN_PRODUCTS;
                multiply_slabs(parts, slabs[stage] + mine * PIECES,
                               slabs[stage] + PARTS * TILE_ROWS * PIECES);
                END_PRODUCTS;
                AWAIT_PRODUCTS(1);
                if (step > first && id % 32 == 0) arrive(&empty[before]);
                before = stage;
                next_stage(&stage, &phase);
            }
            AWAIT_PRODUCTS(0);
            SETTLE("+f", parts);
            if (id % 32 == 0) arrive(&empty[before]);
            add(sums, parts);
        }
        tile.x += mine;
        write(sums, c, tile, rows, columns);
    }
}
//! [engine_split]

#else

// The same roles, in step: all wait for the copies, and for the products.
kernel __attribute__((reqd_work_group_size(128 + MULTIPLIERS, 1, 1))) void
engine_split(global const uint4* a_upper, global const uint4* a_lower,
             global const uint4* b_upper, global const uint4* b_lower,
             global const uint* maps, global float* c, uint rows, uint columns, uint depth)
{
    local uint4 slabs[STAGE_PIECES] ALIGNED;
    uint id = get_local_id(0), mine = id < 128 ? 0 : (id / 128 - 1) * 64, width = depth / 4;
    local uint4* of_b = slabs + 2 * TILE_ROWS * PIECES;
    float sums[SUMS];
    for (uint i = get_group_id(0); i < tiles_of(rows, columns); i += get_num_groups(0)) {
        uint2 tile = tile_of(i, rows, columns);
        clear(sums);
        for (uint at = 0; at < width; at += PIECES) {
            if (id < 128) {
                bring(slabs, a_upper, tile.x, rows, at, width, TILE_ROWS, 128);
                bring(slabs + TILE_ROWS * PIECES, a_lower, tile.x, rows, at, width,
                      TILE_ROWS, 128);
                bring(of_b, b_upper, tile.y, columns, at, width, TILE_COLUMNS, 128);
                bring(of_b + TILE_COLUMNS * PIECES, b_lower, tile.y, columns, at, width,
                      TILE_COLUMNS, 128);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (id >= 128) multiply_slabs(sums, slabs + mine * PIECES, of_b);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        tile.x += mine;
        if (id >= 128) write(sums, c, tile, rows, columns);
    }
}

#endif
