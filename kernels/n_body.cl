// All pairs of bodies: accelerations[i] is the sum of what the n bodies, i itself included,
// do to body i, namely mass * d / (|d|^2 + softening)^1.5 with d from body i to the other.
// A body is (x, y, z, mass); of an acceleration, w is 0. One-dimensional launches of whole
// work-groups, of which the last one may be needed in part. Rung 0 is in
// chapters/22-n-body.
//
// Limits: n from 1 to 2^32 - GROUP * BODIES; n * SLICES partial sums fit their buffer.
// `softening`, a length squared, is from 1e-30 on, because body i meets itself at the
// distance 0. Masses are 0 or from 1e-12 to 1e12 for `scaled`; elsewhere any number.
//
// Options, each with a default:
//   GROUP   work-items in a work-group, and bodies in a tile of local memory
//   ROOT    what takes the reciprocal square root: 0 rsqrt, 1 native_rsqrt, 2 half_rsqrt
//   UNROLL  rounds of the inner loop that are written out; divides GROUP
//   BODIES  bodies of a work-item
//   SLICES  parts of the sources, each with work-groups of its own

#ifndef GROUP
#define GROUP 128
#endif
#ifndef ROOT
#define ROOT 0
#endif
#ifndef UNROLL
#define UNROLL 8
#endif
#if GROUP % UNROLL != 0
#error "UNROLL must divide GROUP: tiles have GROUP bodies and no remainder."
#endif
#ifndef BODIES
#define BODIES 4
#endif
#ifndef SLICES
#define SLICES 1
#endif

#define REQUIRED_GROUP __attribute__((reqd_work_group_size(GROUP, 1, 1)))

//! [pull]
float reciprocal_root(float square)
{
#if ROOT == 2
    return half_rsqrt(square);
#elif ROOT == 1
    return native_rsqrt(square);
#else
    return rsqrt(square);
#endif
}

// `sum` and what a body does to the one at `own`: 12 operations and one root.
float4 pull(float4 sum, float4 own, float4 other, float softening)
{
    float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    float root = reciprocal_root(fma(x, x, fma(y, y, fma(z, z, softening))));
    float strength = other.w * root * (root * root);
    sum.x = fma(strength, x, sum.x);
    sum.y = fma(strength, y, sum.y);
    sum.z = fma(strength, z, sum.z);
    return sum;
}
//! [pull]

//! [rsqrt]
// Work-item i has body i.
kernel REQUIRED_GROUP void pull_by_root(global const float4* bodies,
                                        global float4* accelerations, uint n,
                                        float softening)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float4 own = bodies[i];
    float4 sum = 0;
    for (uint j = 0; j < n; ++j) sum = pull(sum, own, bodies[j], softening);
    accelerations[i] = sum;
}
//! [rsqrt]

//! [arrays]
// The same with a structure of arrays.
kernel REQUIRED_GROUP void pull_of_arrays(global const float* xs, global const float* ys,
                                          global const float* zs,
                                          global const float* masses,
                                          global float4* accelerations, uint n,
                                          float softening)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float4 own = (float4)(xs[i], ys[i], zs[i], 0);
    float4 sum = 0;
    for (uint j = 0; j < n; ++j)
        sum = pull(sum, own, (float4)(xs[j], ys[j], zs[j], masses[j]), softening);
    accelerations[i] = sum;
}
//! [arrays]

//! [tiles]
// The work-group brings the bodies into local memory, one a work-item. Where there are no
// more, it puts bodies without mass.
kernel REQUIRED_GROUP void pull_of_tiles(global const float4* bodies,
                                         global float4* accelerations, uint n,
                                         float softening)
{
    local float4 tile[GROUP];
    uint i = get_global_id(0), near = get_local_id(0);
    float4 own = i < n ? bodies[i] : 0;
    float4 sum = 0;
    for (uint first = 0; first < n; first += GROUP) {
        tile[near] = first + near < n ? bodies[first + near] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < GROUP; ++j) sum = pull(sum, own, tile[j], softening);
        barrier(CLK_LOCAL_MEM_FENCE); // before the next tile overwrites this one
    }
    if (i < n) accelerations[i] = sum;
}
//! [tiles]

//! [unrolled]
// As before; the compiler is asked to write out UNROLL rounds of the loop over a tile.
kernel REQUIRED_GROUP void pull_unrolled(global const float4* bodies,
                                         global float4* accelerations, uint n,
                                         float softening)
{
    local float4 tile[GROUP];
    uint i = get_global_id(0), near = get_local_id(0);
    float4 own = i < n ? bodies[i] : 0;
    float4 sum = 0;
    for (uint first = 0; first < n; first += GROUP) {
        tile[near] = first + near < n ? bodies[first + near] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
        for (uint j = 0; j < GROUP; ++j) sum = pull(sum, own, tile[j], softening);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) accelerations[i] = sum;
}
//! [unrolled]

// The bodies of a work-item: GROUP apart, so that neighbours read neighbours.
uint body_of(uint k)
{
    return (uint)get_group_id(0) * (GROUP * BODIES) + k * GROUP + (uint)get_local_id(0);
}

// A work-item has BODIES bodies: one read of a tile serves as many pulls.
kernel REQUIRED_GROUP void pull_several(global const float4* bodies,
                                        global float4* accelerations, uint n,
                                        float softening)
{
    local float4 tile[GROUP];
    uint near = get_local_id(0);
    float4 own[BODIES], sum[BODIES];
#pragma unroll
    for (uint k = 0; k < BODIES; ++k) {
        own[k] = body_of(k) < n ? bodies[body_of(k)] : 0;
        sum[k] = 0;
    }
    for (uint first = 0; first < n; first += GROUP) {
        tile[near] = first + near < n ? bodies[first + near] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        //! [several]
#pragma unroll UNROLL
        for (uint j = 0; j < GROUP; ++j) {
            float4 other = tile[j];
#pragma unroll
            for (uint k = 0; k < BODIES; ++k)
                sum[k] = pull(sum[k], own[k], other, softening);
        }
        //! [several]
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint k = 0; k < BODIES; ++k)
        if (body_of(k) < n) accelerations[body_of(k)] = sum[k];
}

//! [slices]
// As before, for a part of the sources: work-groups (g, s) add up slice s of SLICES, whose
// length is a whole number of tiles. A second kernel adds the parts.
kernel REQUIRED_GROUP void pull_of_slice(global const float4* bodies, global float4* parts,
                                         uint n, float softening)
{
    local float4 tile[GROUP];
    uint near = get_local_id(0), slice = get_group_id(1);
    uint tiles = (n - 1) / GROUP + 1;
    uint begin = (uint)((ulong)tiles * slice / SLICES) * GROUP;
    uint end = min(n, (uint)((ulong)tiles * (slice + 1) / SLICES) * GROUP);
    float4 own[BODIES], sum[BODIES];
#pragma unroll
    for (uint k = 0; k < BODIES; ++k) {
        own[k] = body_of(k) < n ? bodies[body_of(k)] : 0;
        sum[k] = 0;
    }
    for (uint first = begin; first < end; first += GROUP) {
        tile[near] = first + near < end ? bodies[first + near] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
        for (uint j = 0; j < GROUP; ++j) {
            float4 other = tile[j];
#pragma unroll
            for (uint k = 0; k < BODIES; ++k)
                sum[k] = pull(sum[k], own[k], other, softening);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint k = 0; k < BODIES; ++k)
        if (body_of(k) < n) parts[(size_t)slice * n + body_of(k)] = sum[k];
}

// Work-item i adds the SLICES parts of sum i, in their order.
kernel REQUIRED_GROUP void add_slices(global const float4* parts,
                                      global float4* accelerations, uint n)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    float4 sum = parts[i];
    for (uint s = 1; s < SLICES; ++s) sum += parts[(size_t)s * n + i];
    accelerations[i] = sum;
}
//! [slices]

//! [scaled]
//! [scaled_pull]
// A body whose coordinates are multiplied by c = 1 / sqrt(mass), and c itself. What it does
// to another at `own` is then d / |d|^3 with d = c * (its place - own), since
// c / c^3 = mass: one multiplication less. A body without mass has d = 0.
float4 scaled_source(float4 body)
{
    float c = body.w > 0 ? 1 / sqrt(body.w) : 0;
    return (float4)(c * body.x, c * body.y, c * body.z, c);
}

// 11 operations and one root; `softened` is c * c * softening.
float4 pull_of_scaled(float4 sum, float4 own, float4 source, float softened)
{
    float x = fma(-source.w, own.x, source.x), y = fma(-source.w, own.y, source.y),
          z = fma(-source.w, own.z, source.z);
    float root = reciprocal_root(fma(x, x, fma(y, y, fma(z, z, softened))));
    float strength = root * root * root;
    sum.x = fma(strength, x, sum.x);
    sum.y = fma(strength, y, sum.y);
    sum.z = fma(strength, z, sum.z);
    return sum;
}
//! [scaled_pull]

// As slices, with scaled sources.
kernel REQUIRED_GROUP void pull_of_scaled_slice(global const float4* bodies,
                                                global float4* parts, uint n,
                                                float softening)
{
    local float4 tile[GROUP];
    local float tile_softened[GROUP];
    uint near = get_local_id(0), slice = get_group_id(1);
    uint tiles = (n - 1) / GROUP + 1;
    uint begin = (uint)((ulong)tiles * slice / SLICES) * GROUP;
    uint end = min(n, (uint)((ulong)tiles * (slice + 1) / SLICES) * GROUP);
    float4 own[BODIES], sum[BODIES];
#pragma unroll
    for (uint k = 0; k < BODIES; ++k) {
        own[k] = body_of(k) < n ? bodies[body_of(k)] : 0;
        sum[k] = 0;
    }
    for (uint first = begin; first < end; first += GROUP) {
        float4 source = scaled_source(first + near < end ? bodies[first + near] : 0);
        tile[near] = source;
        tile_softened[near] = source.w > 0 ? source.w * source.w * softening : 1;
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
        for (uint j = 0; j < GROUP; ++j) {
            float4 other = tile[j];
            float softened = tile_softened[j];
#pragma unroll
            for (uint k = 0; k < BODIES; ++k)
                sum[k] = pull_of_scaled(sum[k], own[k], other, softened);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint k = 0; k < BODIES; ++k)
        if (body_of(k) < n) parts[(size_t)slice * n + body_of(k)] = sum[k];
}
//! [scaled]
