// Every a multiplied by every b: c[x] is the sum of a[x] * b[y] over all m values of b, for
// n values of a. One-dimensional launches of whole work-groups, of which the last one may
// be needed in part. All products are made, one by one: no rung may turn the sum into a[x]
// * (b[0] + b[1] + ...). Rung 0 is in chapters/16-first-ladder.
//
// Limits: indices are uints. n, rounded up to the results of whole work-groups, is from 1
// to 2^32; m from 1 to 2^32 - TILE. a and c begin where a float16 may, b where a float4
// may, as buffers do; c overlaps neither of them.
//
// Options, each with a default:
//   GROUP    work-items in a work-group
//   ROOM     values of b that local memory holds, for products_whole
//   TILE     values of b in a tile of local memory; a multiple of 4
//   RESULTS  results of a work-item, for products_in_registers
//   UNROLL   rounds of its inner loop that are written out
//   CHAINS   vectors of 16 results of a work-item, for products_in_chains

#ifndef GROUP
#define GROUP 256
#endif
#ifndef ROOM
#define ROOM 8192
#endif
#ifndef TILE
#define TILE 1024
#endif
#if TILE % 4 != 0
#error "TILE must be a multiple of 4: tiles are read as vectors of 4."
#endif
#ifndef RESULTS
#define RESULTS 8
#endif
#ifndef UNROLL
#define UNROLL 2
#endif
#ifndef CHAINS
#define CHAINS 8
#endif

//! [whole]
// Work-item x makes result x. The work-group loads b into local memory, as far as there is
// room; what does not fit is read from global memory.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_whole(global const float* a, global const float* b, global float* c, uint n,
               uint m)
{
    local float near[ROOM];
    uint fitting = min(m, (uint)ROOM);
    for (uint y = get_local_id(0); y < fitting; y += GROUP) near[y] = b[y];
    barrier(CLK_LOCAL_MEM_FENCE);

    uint x = get_global_id(0);
    if (x >= n) return;
    float value = a[x];
    float sum = 0;
    for (uint y = 0; y < fitting; ++y) sum += value * near[y];
    for (uint y = fitting; y < m; ++y) sum += value * b[y];
    c[x] = sum;
}
//! [whole]

//! [tiles]
// Work-item x makes result x. b passes through a tile of local memory; a work-item beyond
// the end helps to load it.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_tiled(global const float* a, global const float* b, global float* c, uint n,
               uint m)
{
    local float tile[TILE];
    uint x = get_global_id(0);
    float value = x < n ? a[x] : 0;
    float sum = 0;
    for (uint first = 0; first < m; first += TILE) {
        uint count = min(m - first, (uint)TILE);
        for (uint y = get_local_id(0); y < count; y += GROUP) tile[y] = b[first + y];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint y = 0; y < count; ++y) sum += value * tile[y];
        barrier(CLK_LOCAL_MEM_FENCE); // before the next tile overwrites this one
    }
    if (x < n) c[x] = sum;
}
//! [tiles]

//! [remainder]
// A vector of results need not be whole: what lies beyond the end is neither read nor
// written. load_4(p, i, n) gives p[i] to p[i + 3] as far as these come before p[n], and
// zeros for the others; i is a multiple of 4, so i + 3 is a uint.
#define LOAD_AND_STORE(width)                                                              \
    float##width load_##width(global const float* p, uint i, uint n)                       \
    {                                                                                      \
        if (i + (width - 1) < n) return *(global const float##width*)(p + i);              \
        float part[width];                                                                 \
        for (uint k = 0; k < width; ++k) part[k] = i + k < n ? p[i + k] : 0;               \
        return vload##width(0, part);                                                      \
    }                                                                                      \
    void store_##width(float##width value, global float* p, uint i, uint n)                \
    {                                                                                      \
        if (i + (width - 1) < n) {                                                         \
            *(global float##width*)(p + i) = value;                                        \
            return;                                                                        \
        }                                                                                  \
        float part[width];                                                                 \
        vstore##width(value, 0, part);                                                     \
        for (uint k = 0; k < width && i + k < n; ++k) p[i + k] = part[k];                  \
    }
LOAD_AND_STORE(4)
LOAD_AND_STORE(8)
LOAD_AND_STORE(16)
//! [remainder]

//! [float4]
// Work-item i makes results 4 i to 4 i + 3: one read of b serves four products.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_by_four(global const float* a, global const float* b, global float* c, uint n,
                 uint m)
{
    uint x = 4 * get_global_id(0);
    float4 value = load_4(a, x, n);
    float4 sum = 0;
    for (uint y = 0; y < m; ++y) sum += value * b[y];
    store_4(sum, c, x, n);
}
//! [float4]

//! [float8]
// Work-item i makes results 8 i to 8 i + 7.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_by_eight(global const float* a, global const float* b, global float* c, uint n,
                  uint m)
{
    uint x = 8 * get_global_id(0);
    float8 value = load_8(a, x, n);
    float8 sum = 0;
    for (uint y = 0; y < m; ++y) sum += value * b[y];
    store_8(sum, c, x, n);
}
//! [float8]

//! [b_vectors]
// Work-item i makes results 8 i to 8 i + 7, and reads four values of b at a time; the last
// ones, which do not fill a vector, one by one.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_of_vectors(global const float* a, global const float* b, global float* c, uint n,
                    uint m)
{
    global const float4* quads = (global const float4*)b;
    uint x = 8 * get_global_id(0);
    float8 value = load_8(a, x, n);
    float8 sum = 0;
    for (uint q = 0; q < m / 4; ++q) {
        float4 four = quads[q];
        sum += value * four.x;
        sum += value * four.y;
        sum += value * four.z;
        sum += value * four.w;
    }
    for (uint y = m / 4 * 4; y < m; ++y) sum += value * b[y];
    store_8(sum, c, x, n);
}
//! [b_vectors]

//! [both]
// Work-item i makes results 8 i to 8 i + 7; b passes through a tile of local memory and is
// read there four at a time.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_of_tiled_vectors(global const float* a, global const float* b, global float* c,
                          uint n, uint m)
{
    local float4 tile[TILE / 4];
    local float* words = (local float*)tile;
    uint x = 8 * get_global_id(0);
    float8 value = load_8(a, x, n);
    float8 sum = 0;
    for (uint first = 0; first < m; first += TILE) {
        uint count = min(m - first, (uint)TILE);
        for (uint y = get_local_id(0); y < count; y += GROUP) words[y] = b[first + y];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint q = 0; q < count / 4; ++q) {
            float4 four = tile[q];
            sum += value * four.x;
            sum += value * four.y;
            sum += value * four.z;
            sum += value * four.w;
        }
        for (uint y = count / 4 * 4; y < count; ++y) sum += value * words[y];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    store_8(sum, c, x, n);
}
//! [both]

//! [constant]
// As products_of_vectors, with b in constant memory. OpenCL promises 64 KiB of it, 16,384
// values; a larger b comes in pieces, m values a launch, each of which adds to the results
// of the launch before. The first one begins them.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_of_constants(global const float* a, constant float* b, global float* c, uint n,
                      uint m, uint is_first)
{
    constant float4* quads = (constant float4*)b;
    uint x = 8 * get_global_id(0);
    float8 value = load_8(a, x, n);
    float8 sum = 0;
    if (!is_first) sum = load_8(c, x, n);
    for (uint q = 0; q < m / 4; ++q) {
        float4 four = quads[q];
        sum += value * four.x;
        sum += value * four.y;
        sum += value * four.z;
        sum += value * four.w;
    }
    for (uint y = m / 4 * 4; y < m; ++y) sum += value * b[y];
    store_8(sum, c, x, n);
}
//! [constant]

// Work-group g makes results g * GROUP * RESULTS and on; a work-item's are GROUP apart, so
// that neighbours are side by side in memory. One read of four b from the tile serves 4 *
// RESULTS products, and no sum waits for another.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_in_registers(global const float* a, global const float* b, global float* c, uint n,
                      uint m)
{
    local float4 tile[TILE / 4];
    local float* words = (local float*)tile;
    uint first_result = get_group_id(0) * (GROUP * RESULTS) + get_local_id(0);
    float value[RESULTS], sum[RESULTS];
#pragma unroll
    for (uint r = 0; r < RESULTS; ++r) {
        uint x = first_result + r * GROUP;
        value[r] = x < n ? a[x] : 0;
        sum[r] = 0;
    }
    for (uint first = 0; first < m; first += TILE) {
        uint count = min(m - first, (uint)TILE);
        for (uint y = get_local_id(0); y < count; y += GROUP) words[y] = b[first + y];
        barrier(CLK_LOCAL_MEM_FENCE);
        //! [registers]
#pragma unroll UNROLL
        for (uint q = 0; q < count / 4; ++q) {
            float4 four = tile[q];
#pragma unroll
            for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * four.x;
#pragma unroll
            for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * four.y;
#pragma unroll
            for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * four.z;
#pragma unroll
            for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * four.w;
        }
        //! [registers]
        for (uint y = count / 4 * 4; y < count; ++y) {
            float one = words[y];
#pragma unroll
            for (uint r = 0; r < RESULTS; ++r) sum[r] += value[r] * one;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint r = 0; r < RESULTS; ++r)
        if (first_result + r * GROUP < n) c[first_result + r * GROUP] = sum[r];
}

//! [chains]
// For CPUs with registers of 16 floats. Work-item i makes CHAINS vectors of 16 results, one
// after another in memory: as many sums under way as it takes to keep the multipliers
// busy while each waits for its last addition.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
products_in_chains(global const float* a, global const float* b, global float* c, uint n,
                   uint m)
{
    uint first = get_global_id(0) * (CHAINS * 16);
    float16 value[CHAINS], sum[CHAINS];
#pragma unroll
    for (uint k = 0; k < CHAINS; ++k) {
        value[k] = load_16(a, first + 16 * k, n);
        sum[k] = 0;
    }
    for (uint y = 0; y < m; ++y) {
        float one = b[y];
#pragma unroll
        for (uint k = 0; k < CHAINS; ++k) sum[k] += value[k] * one;
    }
#pragma unroll
    for (uint k = 0; k < CHAINS; ++k) store_16(sum[k], c, first + 16 * k, n);
}
//! [chains]
