// All pairs of bodies, the top rung for GPUs: each pair is looked at once, and both bodies
// are pulled (Newton's third law). Bodies, accelerations and `softening` are those of
// n_body.cl.
//
// The bodies are cut into blocks of GROUP * BODIES. Work-groups (b, s) have block b and,
// for every distance of slice s, the block that far behind it; the last is followed by the
// first. Distances up to half of the number of blocks bring each two blocks together once.
//
// Limits: n as in n_body.cl; `parts` holds SLICES + blocks / 2 rows of n sums, which is
// quadratic in n.
//
// Options, each with a default:
//   GROUP    work-items in a work-group
//   BODIES   bodies of a work-item
//   SOURCES  a work-item's bodies of the other block between two barriers; divides BODIES
//   SLICES   parts of the distances, each with work-groups of its own
#ifndef GROUP
#define GROUP 128
#endif
#ifndef BODIES
#define BODIES 8
#endif
#ifndef SOURCES
#define SOURCES 1
#endif
#ifndef SLICES
#define SLICES 1
#endif
#if BODIES % SOURCES != 0
#error "SOURCES must divide BODIES: a block is a whole number of tiles."
#endif
#define BLOCK (GROUP * BODIES)
#define TILE (GROUP * SOURCES)
#define REQUIRED_GROUP __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// A work-item's bodies of its block, GROUP apart, and what has pulled them so far.
typedef struct
{
    float4 own[BODIES], sum[BODIES];
} Block;

//! [pull_both]
// What `other` does to `own`, and `own` to `other`: 16 operations and one root for two
// pulls.
void pull_both(float4 own, float4* sum, float4 other, float4* back, float softening)
{
    float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    float root = rsqrt(fma(x, x, fma(y, y, fma(z, z, softening))));
    float cubed = root * (root * root), here = other.w * cubed, there = -own.w * cubed;
    sum->x = fma(here, x, sum->x);
    sum->y = fma(here, y, sum->y);
    sum->z = fma(here, z, sum->z);
    back->x = fma(there, x, back->x);
    back->y = fma(there, y, back->y);
    back->z = fma(there, z, back->z);
}
//! [pull_both]

// What the block's bodies do to each other, each pair twice.
void pull_inside(global const float4* bodies, Block* block, local float4* tile, uint begin,
                 uint n, float softening)
{
    const uint near = get_local_id(0);
    for (uint first = begin; first < min(begin + BLOCK, n); first += GROUP) {
        tile[near] = first + near < n ? bodies[first + near] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < GROUP; ++j) {
            const float4 other = tile[j];
#pragma unroll
            for (uint k = 0; k < BODIES; ++k) {
                float4 unused = 0;
                pull_both(block->own[k], &block->sum[k], other, &unused, softening);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

//! [rotate]
// What two blocks do to each other, a tile of the other one at a time. At every step each
// work-item has SOURCES bodies of the tile for itself, those that its neighbour has had at
// the step before, and so no two add to the same body's sum at the same time.
void pull_between(global const float4* bodies, Block* block, local float4* tile,
                  local float4* pulled, global float4* back, uint begin, uint n,
                  float softening)
{
    const uint near = get_local_id(0);
    for (uint first = begin; first < min(begin + BLOCK, n); first += TILE) {
        for (uint i = near; i < TILE; i += GROUP) {
            tile[i] = first + i < n ? bodies[first + i] : 0;
            pulled[i] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint step = 0; step < GROUP; ++step) {
            const uint at = (near + step) % GROUP;
#pragma unroll
            for (uint i = 0; i < TILE; i += GROUP) {
                const float4 other = tile[i + at];
                float4 sum = pulled[i + at];
#pragma unroll
                for (uint k = 0; k < BODIES; ++k)
                    pull_both(block->own[k], &block->sum[k], other, &sum, softening);
                pulled[i + at] = sum;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        for (uint i = near; i < TILE && first + i < n; i += GROUP)
            back[first + i] = pulled[i];
    }
}
//! [rotate]

//! [pairs]
kernel REQUIRED_GROUP void pull_pairs(global const float4* bodies, global float4* parts,
                                      uint n, float softening)
{
    local float4 tile[TILE], pulled[TILE];
    const uint b = get_group_id(0), slice = get_group_id(1), near = get_local_id(0);
    const uint blocks = get_num_groups(0), half_way = blocks / 2;
    Block block;
#pragma unroll
    for (uint k = 0; k < BODIES; ++k) {
        const uint i = b * BLOCK + k * GROUP + near;
        block.own[k] = i < n ? bodies[i] : 0;
        block.sum[k] = 0;
    }
    if (slice == 0) pull_inside(bodies, &block, tile, b * BLOCK, n, softening);
    const uint begin = (ulong)half_way * slice / SLICES,
               end = (ulong)half_way * (slice + 1) / SLICES;
    for (uint distance = begin + 1; distance <= end; ++distance) {
        // Half way round, an even number of blocks would meet each other twice.
        if (2 * distance == blocks && b >= half_way) break;
        pull_between(bodies, &block, tile, pulled,
                     parts + (size_t)(SLICES + distance - 1) * n,
                     (b + distance) % blocks * BLOCK, n, softening);
    }
#pragma unroll
    for (uint k = 0; k < BODIES; ++k) {
        const uint i = b * BLOCK + k * GROUP + near;
        if (i < n) parts[(size_t)slice * n + i] = block.sum[k];
    }
}

// Work-item i adds what the groups of its block have found, and what those of the blocks
// before it have, in the order of their distance.
kernel REQUIRED_GROUP void add_pairs(global const float4* parts,
                                     global float4* accelerations, uint n)
{
    const uint i = get_global_id(0), blocks = (n - 1) / BLOCK + 1, half_way = blocks / 2;
    if (i >= n) return;
    const bool met_half_way = blocks % 2 == 1 || i / BLOCK >= half_way;
    const uint rows = SLICES + half_way - (half_way > 0 && !met_half_way ? 1 : 0);
    float4 sum = parts[i];
    for (uint row = 1; row < rows; ++row) sum += parts[(size_t)row * n + i];
    accelerations[i] = sum;
}
//! [pairs]
