// As products_units.cl on Hopper's units: the TMA brings slabs, which the units read where
// they lie, as kernels/matrix_units_groups.cl has it in `engine`. Of operands that lie in one
// piece. A group makes tiles of TILE_ROWS × 256 results one after the other, or of each
// `part` numbers of the depth a tile, and slabs of the next one come while it writes.
#ifndef A_TURNED
#define A_TURNED 0
#endif
#ifndef B_TURNED
#define B_TURNED 0
#endif
#define TILE_ROWS 128
#define TILE_COLUMNS 256
#define STAGES 4
#define BAND 8
#define SLAB 64
#define PARTS 1
#define BOX_ELEMENT 10 // bfloat16
#define ROUNDED

#include "../../kernels/matrix_units_engine.clh"
#include "operand.clh"

// 16 numbers of the depth further is 32 bytes further in a row, or 16 rows.
#if A_TURNED
#define ADDRESS_OF_A(slab) turned_address(slab, SLAB)
#define STEP_OF_A 128
#define TURN_A "1"
#else
#define ADDRESS_OF_A(slab) slab_address(slab)
#define STEP_OF_A 2
#define TURN_A "0"
#endif
#if B_TURNED
#define ADDRESS_OF_B(slab) turned_address(slab, SLAB)
#define STEP_OF_B 128
#define TURN_B "1"
#else
#define ADDRESS_OF_B(slab) slab_address(slab)
#define STEP_OF_B 2
#define TURN_B "0"
#endif

// Work-item 0 describes a, work-item 1 describes b, from numbers `a_first` and `b_first` on.
kernel void describe(global uint* maps, global const ushort* a, uint a_first,
                     global const ushort* b, uint b_first, uint rows, uint columns,
                     uint depth)
{
    if (get_global_id(0) == 0)
        describe_one(maps, a + a_first, A_TURNED ? rows : depth, A_TURNED ? depth : rows,
                     A_TURNED ? SLAB : TILE_ROWS);
    if (get_global_id(0) == 1)
        describe_one(maps + MAP_WORDS, b + b_first, B_TURNED ? columns : depth,
                     B_TURNED ? depth : columns, B_TURNED ? SLAB : TILE_COLUMNS);
}

// A slab of `height` rows of an operand: one box, or of a turned operand one for each 64.
void bring_boxes(local uint4* slab, global const uint* map, uint k, uint first, uint height,
                 bool turned, local ulong* bar)
{
    if (!turned) copy_box(slab, map, k / SLAB, first, bar);
    for (uint at = 0; turned && at < height; at += SLAB)
        copy_box(slab + at * PIECES, map, (first + at) / SLAB, k, bar);
}

// Where tile i begins, and its part of the depth.
uint2 place_of(uint i, uint rows, uint columns, uint depth, uint part, uint2* sums)
{
    const uint tiles = tiles_of(rows, columns), begin = i / tiles * part;
    *sums = (uint2)(begin, min(depth, begin + part));
    return tile_of(i % tiles, rows, columns);
}

void bring_all(local uint4* slabs, local ulong* full, local ulong* empty,
               global const uint* maps, uint rows, uint columns, uint depth, uint part,
               uint count)
{
    for (uint operand = 0; operand < 2; ++operand)
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(
                         maps + MAP_WORDS * operand)
                     : "memory");
    uint stage = 0, phase = 0;
    uint2 sums;
    for (uint i = get_group_id(0); i < count; i += get_num_groups(0)) {
        const uint2 tile = place_of(i, rows, columns, depth, part, &sums);
        for (uint k = sums.x; k < sums.y; k += SLAB) {
            local uint4* slab = slabs + stage * STAGE_PIECES;
            await(&empty[stage], phase ^ 1);
            arrive_and_expect(&full[stage], STAGE_PIECES * 16);
            bring_boxes(slab, maps, k, tile.x, TILE_ROWS, A_TURNED, &full[stage]);
            bring_boxes(slab + TILE_ROWS * PIECES, maps + MAP_WORDS, k, tile.y,
                        TILE_COLUMNS, B_TURNED, &full[stage]);
            next_stage(&stage, &phase);
        }
    }
}

void multiply_slabs(float* sums, local const uint4* a, local const uint4* b)
{
    const ulong at_a = ADDRESS_OF_A(a), at_b = ADDRESS_OF_B(b);
#pragma unroll
    for (uint step = 0; step < SLAB / 16; ++step)
        asm volatile("//@ wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
                     "{" REGISTERS_128 "}, %128, %129, 1, 1, 1, " TURN_A ", " TURN_B ";"
                     : ALL_SUMS("+f", sums)
                     : "l"(at_a + STEP_OF_A * step), "l"(at_b + STEP_OF_B * step));
}

#define ACROSS 32          // columns that a warp hands round at once
#define PITCH (ACROSS + 8) // of a row of them, in floats
#define AWAIT_WARP asm volatile("bar.warp.sync 0xffffffff;" ::: "memory")

//! [store_results]
// Each warp hands its 16 rows round in local memory, so that neighbours write neighbouring
// results, and asks for what they are added to before it waits.
void store_results(const float* sums, global float* c, uint2 tile, uint rows, uint columns,
                   global const float* addend, uint adds, float factor, uint rounds,
                   local float* room)
{
    const uint lane = get_local_id(0) % 32, left = tile.y + lane % 8 * 4,
               top = tile.x + get_local_id(0) % 128 / 32 * 16 + lane / 8;
    room += (get_local_id(0) / 32 - 4) * 16 * PITCH;
#pragma unroll
    for (uint first = 0; first < TILE_COLUMNS; first += ACROSS) {
        const bool exists = left + first < columns;
        const size_t at = (size_t)top * columns + left + first;
        float4 four[4] = {0};
#pragma unroll
        for (uint i = 0; i < 4; ++i)
            if (adds && exists && top + i * 4 < rows)
                four[i] = *(global const float4*)(addend + at + (size_t)i * 4 * columns);
        AWAIT_WARP; // the last results were taken
#pragma unroll
        for (uint s = first / 2; s < (first + ACROSS) / 2; s += 2)
            *(local float2*)(room + row_of(s) % 16 * PITCH + column_of(s) - first) =
                (float2)(sums[s], sums[s + 1]);
        AWAIT_WARP;
#pragma unroll
        for (uint i = 0; i < 4; ++i) {
            four[i] += factor * *(local const float4*)(room + (lane / 8 + i * 4) * PITCH +
                                                       lane % 8 * 4);
            if (!exists || top + i * 4 >= rows) continue;
            const size_t to = at + (size_t)i * 4 * columns;
            if (rounds)
                *(global uint2*)((global ushort*)c + to) =
                    (uint2)(rounded_pair(four[i].x, four[i].y),
                            rounded_pair(four[i].z, four[i].w));
            else
                *(global float4*)(c + to) = four[i];
        }
    }
}
//! [store_results]

// What `maps` describes is in a and b, which are arguments so that they are there.
kernel __attribute__((reqd_work_group_size(128 + MULTIPLIERS, 1, 1))) void
product(global float* c, global const uint* maps, global const ushort* a,
        global const ushort* b, global const float* addend, uint adds, uint depth,
        uint part, float factor, uint rows, uint columns, uint rounds)
{
    local uint4 slabs[STAGES][STAGE_PIECES] ALIGNED;
    local float room[MULTIPLIERS / 32 * 16 * PITCH] __attribute__((aligned(16)));
    local ulong full[STAGES], empty[STAGES];
    const uint id = get_local_id(0),
               count = tiles_of(rows, columns) * ((depth - 1) / part + 1);
    open_bars(full, empty);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < 128) {
        if (id == 0)
            bring_all(slabs[0], full, empty, maps, rows, columns, depth, part, count);
        return;
    }
    const uint mine = (id / 128 - 1) * 64;
    uint stage = 0, phase = 0, before = 0;
    uint2 of_depth;
    float sums[SUMS];
    for (uint i = get_group_id(0); i < count; i += get_num_groups(0)) {
        uint2 tile = place_of(i, rows, columns, depth, part, &of_depth);
        clear(sums);
        SETTLE("+f", sums);
        for (uint k = of_depth.x; k < of_depth.y; k += SLAB) {
            await(&full[stage], phase);
            BEGIN_PRODUCTS;
            multiply_slabs(sums, slabs[stage] + mine * PIECES,
                           slabs[stage] + TILE_ROWS * PIECES);
            END_PRODUCTS;
            AWAIT_PRODUCTS(1);
            if (k > of_depth.x && id % 32 == 0) arrive(&empty[before]);
            before = stage;
            next_stage(&stage, &phase);
        }
        AWAIT_PRODUCTS(0);
        SETTLE("+f", sums);
        if (id % 32 == 0) arrive(&empty[before]);
        tile.x += mine;
        global float* to = c + (size_t)(of_depth.x / part) * rows * columns;
        store_results(sums, to, tile, rows, columns, addend, adds, factor, rounds, room);
    }
}
