// c = a · bᵀ with the instruction of Hopper's units that multiplies what lies in local
// memory, for 128 work-items at once: with slabs that the work-items copy, and with slabs
// from the TMA. For the matrices see matrix_units.clh. On other devices the same
// kernels run in plain OpenCL C. 1D.
//
// Limits: extents are from 1 to 2^31, depth a multiple of 8; a matrix may have more than
// 2^32 elements. c overlaps neither a nor b.
//
// Options, each with a default:
//   TILE_ROWS     rows of a group's tile: 128, or 64
//   TILE_COLUMNS  columns of it: 256 on units of 90, else any multiple of 8
//   STAGES        slabs of each factor in local memory: from 2, and from 3 for `warpgroups`
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
#define SLAB 64
#define BOX_ELEMENT 10 // bfloat16

#include "matrix_units_engine.clh"

#if MATRIX_UNITS >= 80 &&                                                                  \
    (TILE_ROWS * PIECES % MULTIPLIERS || TILE_COLUMNS * PIECES % MULTIPLIERS)
#error "The work-items of a group cannot share this slab equally."
#endif

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
// 64 rows of a by all of b, both in slabs, for 128 work-items. The unit begins, and goes on
// by itself.
void multiply_slabs(float* sums, local const uint4* a, local const uint4* b)
{
#if MATRIX_UNITS >= 90
    ulong at_a = slab_address(a), at_b = slab_address(b);
#pragma unroll
    for (uint step = 0; step < SLAB / 16; ++step)
        asm volatile("//@ wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
                     "{" REGISTERS_128 "}, %128, %129, 1, 1, 1, 0, 0;"
                     : ALL_SUMS("+f", sums)
                     : "l"(at_a + 2 * step), "l"(at_b + 2 * step));
#else
    for (uint i = 0; i < SUMS; ++i)
        for (uint k = 0; k < SLAB; ++k)
            sums[i] += wide(((local const ushort*)(a + place(row_of(i), k / 8)))[k % 8]) *
                       wide(((local const ushort*)(b + place(column_of(i), k / 8)))[k % 8]);
#endif
}
//! [multiply_slabs]

//! [warpgroups]
// 256 work-items copy, and multiply in two halves: each has 64 rows of the tile. A launch
// has as many groups as c has tiles.
kernel __attribute__((reqd_work_group_size(MULTIPLIERS, 1, 1))) void
warpgroups(global const uint4* a, global const uint4* b, global float* c, uint rows,
           uint columns, uint depth)
{
    local uint4 slabs[STAGES][STAGE_PIECES] ALIGNED;
    uint2 tile = tile_of(get_group_id(0), rows, columns);
    uint mine = get_local_id(0) / 128 * 64, width = depth / 8;
    float sums[SUMS];
    clear(sums);
    SETTLE("+f", sums);
    for (uint ahead = 0; ahead < STAGES - 2; ++ahead) {
        begin_copies(slabs[ahead], a, tile.x, rows, ahead * PIECES, width, TILE_ROWS,
                     MULTIPLIERS);
        begin_copies(slabs[ahead] + TILE_ROWS * PIECES, b, tile.y, columns, ahead * PIECES,
                     width, TILE_COLUMNS, MULTIPLIERS);
        END_COPIES;
    }
    uint now = 0, free = STAGES - 2;
    for (uint at = 0; at < width; at += PIECES) {
        AWAIT_COPIES(STAGES - 3);
        PUBLISH;
        barrier(CLK_LOCAL_MEM_FENCE);
        BEGIN_PRODUCTS;
        multiply_slabs(sums, slabs[now] + mine * PIECES, slabs[now] + TILE_ROWS * PIECES);
        END_PRODUCTS;
        AWAIT_PRODUCTS(1); // the products before these
        uint next = at + (STAGES - 2) * PIECES;
        begin_copies(slabs[free], a, tile.x, rows, next, width, TILE_ROWS, MULTIPLIERS);
        begin_copies(slabs[free] + TILE_ROWS * PIECES, b, tile.y, columns, next, width,
                     TILE_COLUMNS, MULTIPLIERS);
        END_COPIES;
        now = now + 1 == STAGES ? 0 : now + 1;
        free = free + 1 == STAGES ? 0 : free + 1;
    }
    AWAIT_PRODUCTS(0);
    SETTLE("+f", sums);
    tile.x += mine;
    write(sums, c, tile, rows, columns);
}
//! [warpgroups]

#if MATRIX_UNITS >= 90

//! [engine]
// 128 work-items, of which one asks the TMA for slabs, and twice 128 that multiply.
// As many groups as the device has room for make all tiles, and slabs of the next tile come
// while this one is written. `maps` describes a and b.
kernel __attribute__((reqd_work_group_size(128 + MULTIPLIERS, 1, 1))) void
engine(global const uint4* a, global const uint4* b, global const uint* maps,
       global float* c, uint rows, uint columns, uint depth)
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
    float sums[SUMS];
    for (uint i = get_group_id(0); i < tiles_of(rows, columns); i += get_num_groups(0)) {
        uint2 tile = tile_of(i, rows, columns);
        clear(sums);
        SETTLE("+f", sums);
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
        SETTLE("+f", sums);
        if (id % 32 == 0) arrive(&empty[before]);
        tile.x += mine;
        write(sums, c, tile, rows, columns);
    }
}
//! [engine]

#else

// The same roles, in step: all wait for the copies, and for the products.
kernel __attribute__((reqd_work_group_size(128 + MULTIPLIERS, 1, 1))) void
engine(global const uint4* a, global const uint4* b, global const uint* maps,
       global float* c, uint rows, uint columns, uint depth)
{
    local uint4 slab[STAGE_PIECES] ALIGNED;
    uint id = get_local_id(0), mine = id < 128 ? 0 : (id / 128 - 1) * 64;
    float sums[SUMS];
    for (uint i = get_group_id(0); i < tiles_of(rows, columns); i += get_num_groups(0)) {
        uint2 tile = tile_of(i, rows, columns);
        clear(sums);
        for (uint at = 0; at < depth / 8; at += PIECES) {
            if (id < 128) {
                bring(slab, a, tile.x, rows, at, depth / 8, TILE_ROWS, 128);
                bring(slab + TILE_ROWS * PIECES, b, tile.y, columns, at, depth / 8,
                      TILE_COLUMNS, 128);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (id >= 128)
                multiply_slabs(sums, slab + mine * PIECES, slab + TILE_ROWS * PIECES);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        tile.x += mine;
        if (id >= 128) write(sums, c, tile, rows, columns);
    }
}

#endif
