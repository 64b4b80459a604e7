// c = addend + factor · a · b, for as many matrices at once as the launch has in its third
// dimension. Which element of a buffer belongs to which matrix, row and column is said by a
// View, so that transposed operands and the heads of an attention need no kernel of their
// own. Elements of a row of b and of c lie side by side.
//
// On a CPU work-item (x, y, z) alone is a group: it makes 8 rows of 32 columns of product
// z, so rows come in eights and columns in thirty-twos. With -D TILED a group of 16 × 16
// work-items makes 64 × 64 results through local memory.

#include "view.clh"

#ifndef TILED
//! [product]
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
product(global float* c, View of_c, global const float* a, View of_a, global const float* b,
        View of_b, global const float* addend, uint adds, uint depth, uint heads,
        float factor)
{
    const uint top = get_global_id(0) * 8, left = get_global_id(1) * 32,
               z = get_global_id(2);
    a += element_of(of_a, z, heads, top, 0);
    b += element_of(of_b, z, heads, 0, left);
    float16 sum[8][2];
#pragma unroll
    for (uint r = 0; r < 8; ++r) sum[r][0] = sum[r][1] = 0;
    for (uint k = 0; k < depth; ++k) {
        const float16 b0 = vload16(0, b), b1 = vload16(1, b);
#pragma unroll
        for (uint r = 0; r < 8; ++r) {
            const float16 of_row = a[r * of_a.row];
            sum[r][0] = fma(of_row, b0, sum[r][0]);
            sum[r][1] = fma(of_row, b1, sum[r][1]);
        }
        a += of_a.column;
        b += of_b.row;
    }
#pragma unroll
    for (uint r = 0; r < 8; ++r) {
        const size_t at = element_of(of_c, z, heads, top + r, left);
#pragma unroll
        for (uint v = 0; v < 2; ++v) {
            float16 result = factor * sum[r][v];
            if (adds) result += vload16(v, addend + at);
            vstore16(result, v, c + at);
        }
    }
}
//! [product]
#else
#define TILE 64
#define DEPTH 16

kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
product(global float* c, View of_c, global const float* a, View of_a, global const float* b,
        View of_b, global const float* addend, uint adds, uint depth, uint heads,
        float factor, uint rows, uint columns)
{
    local float a_tile[DEPTH][TILE + 1], b_tile[DEPTH][TILE];
    const uint x = get_local_id(0), y = get_local_id(1), id = y * 16 + x,
               top = get_group_id(1) * TILE, left = get_group_id(0) * TILE,
               z = get_global_id(2);
    const bool by_rows = of_a.column != 1; // neighbours in memory are rows of a
    float sum[4][4] = {{0}};
    for (uint first = 0; first < depth; first += DEPTH) {
        for (uint i = id; i < TILE * DEPTH; i += 256) {
            const uint r = by_rows ? i % TILE : i / DEPTH,
                       k = by_rows ? i / TILE : i % DEPTH;
            a_tile[k][r] = top + r < rows && first + k < depth
                               ? a[element_of(of_a, z, heads, top + r, first + k)]
                               : 0;
            const uint column = i % TILE, of_depth = i / TILE;
            b_tile[of_depth][column] =
                left + column < columns && first + of_depth < depth
                    ? b[element_of(of_b, z, heads, first + of_depth, left + column)]
                    : 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < DEPTH; ++k)
#pragma unroll
            for (uint r = 0; r < 4; ++r)
#pragma unroll
                for (uint s = 0; s < 4; ++s)
                    sum[r][s] =
                        fma(a_tile[k][y + 16 * r], b_tile[k][x + 16 * s], sum[r][s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint r = 0; r < 4; ++r)
        for (uint s = 0; s < 4; ++s) {
            const uint row = top + y + 16 * r, column = left + x + 16 * s;
            if (row >= rows || column >= columns) continue;
            const size_t at = element_of(of_c, z, heads, row, column);
            c[at] = factor * sum[r][s] + (adds ? addend[at] : 0);
        }
}
#endif

//! [transpose]
// to, whose rows lie one behind the other, becomes the transposed matrix, columns × rows. A
// work-item an element.
kernel void transpose(global float* to, global const float* from, View of_from, uint rows,
                      uint columns, uint heads)
{
    const uint r = get_global_id(0), c = get_global_id(1), z = get_global_id(2);
    to[((size_t)z * columns + c) * rows + r] = from[element_of(of_from, z, heads, r, c)];
}
//! [transpose]
