// c = a · b for matrices of floats, row by row: `a` has `rows` rows of `depth` elements,
// `b` has `depth` rows of `columns`, c has `rows` rows of `columns`. Dimension 0 runs along
// the columns of c. Rungs 0 and 1 are in chapters/21-matrix-multiply.
//
// Limits: every extent is from 1 to 2^31; a matrix may have more than 2^32 elements. c
// overlaps neither a nor b.
//
// Options, each with a default:
//   SIDE   work-items along each side of a group of `tile`, and elements of its tiles
//   BLOCK  results of a work-item of `block` along each side

#ifndef SIDE
#define SIDE 16
#endif
#ifndef BLOCK
#define BLOCK 8
#endif

// The element of a matrix in that row and column, or zero if it has none there.
float element(global const float* matrix, uint row, uint column, uint rows, uint columns)
{
    return row < rows && column < columns ? matrix[(size_t)row * columns + column] : 0;
}

//! [tile]
// Groups of SIDE × SIDE: work-item (x, y) makes one result. The group loads a square of a
// and a square of b into local memory, uses each element SIDE times, and takes the next.
kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
tile(global const float* a, global const float* b, global float* c, uint rows, uint columns,
     uint depth)
{
    local float a_tile[SIDE][SIDE], b_tile[SIDE][SIDE];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (uint first = 0; first < depth; first += SIDE) {
        a_tile[y][x] = element(a, row, first + x, rows, depth);
        b_tile[y][x] = element(b, first + y, column, depth, columns);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < SIDE; ++k) sum += a_tile[y][k] * b_tile[k][x];
        barrier(CLK_LOCAL_MEM_FENCE); // before the next tiles overwrite these
    }
    if (row < rows && column < columns) c[(size_t)row * columns + column] = sum;
}
//! [tile]

//! [strip]
// Groups of 64 × 8, each for 64 × 64 results: work-item (x, y) makes the eight in column x,
// rows 8 y to 8 y + 7. What it reads of b serves eight results.
kernel __attribute__((reqd_work_group_size(64, 8, 1))) void
strip(global const float* a, global const float* b, global float* c, uint rows,
      uint columns, uint depth)
{
    local float a_tile[64][8], b_tile[8][64];
    uint x = get_local_id(0), y = get_local_id(1), id = y * 64 + x;
    uint left = get_group_id(0) * 64, top = get_group_id(1) * 64;
    float sum[8] = {0};
    for (uint first = 0; first < depth; first += 8) {
        a_tile[id / 8][id % 8] = element(a, top + id / 8, first + id % 8, rows, depth);
        b_tile[y][x] = element(b, first + y, left + x, depth, columns);
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint k = 0; k < 8; ++k) {
            float of_b = b_tile[k][x];
#pragma unroll
            for (uint r = 0; r < 8; ++r) sum[r] += a_tile[8 * y + r][k] * of_b;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint r = 0; r < 8; ++r) {
        uint row = top + 8 * y + r;
        if (row < rows && left + x < columns) c[(size_t)row * columns + left + x] = sum[r];
    }
}
//! [strip]

// Groups of 16 × 16, each for a square of 16 BLOCK results: work-item (x, y) makes BLOCK ×
// BLOCK of them, 16 apart, so that neighbours read and write neighbours. For each k it
// reads BLOCK elements of a and as many of b, and multiplies each of these with each of
// those.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
block(global const float* a, global const float* b, global float* c, uint rows,
      uint columns, uint depth)
{
    local float a_tile[16 * BLOCK][8], b_tile[8][16 * BLOCK];
    uint x = get_local_id(0), y = get_local_id(1), id = y * 16 + x;
    uint left = get_group_id(0) * (16 * BLOCK), top = get_group_id(1) * (16 * BLOCK);
    float sum[BLOCK][BLOCK] = {{0}};
    for (uint first = 0; first < depth; first += 8) {
#pragma unroll
        for (uint i = id; i < 128 * BLOCK; i += 256) {
            a_tile[i / 8][i % 8] = element(a, top + i / 8, first + i % 8, rows, depth);
            b_tile[i / (16 * BLOCK)][i % (16 * BLOCK)] = element(
                b, first + i / (16 * BLOCK), left + i % (16 * BLOCK), depth, columns);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        //! [block]
#pragma unroll
        for (uint k = 0; k < 8; ++k) {
            float of_a[BLOCK], of_b[BLOCK];
#pragma unroll
            for (uint i = 0; i < BLOCK; ++i) {
                of_a[i] = a_tile[y + 16 * i][k];
                of_b[i] = b_tile[k][x + 16 * i];
            }
#pragma unroll
            for (uint i = 0; i < BLOCK; ++i)
#pragma unroll
                for (uint j = 0; j < BLOCK; ++j) sum[i][j] += of_a[i] * of_b[j];
        }
        //! [block]
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint i = 0; i < BLOCK; ++i)
#pragma unroll
        for (uint j = 0; j < BLOCK; ++j) {
            uint row = top + y + 16 * i, column = left + x + 16 * j;
            if (row < rows && column < columns)
                c[(size_t)row * columns + column] = sum[i][j];
        }
}
