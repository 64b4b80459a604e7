// Gaussian blur: each pixel of `out` is the sum of the pixels of `in` that are at most
// RADIUS columns and rows away, times their weights. Pictures have `rows` rows of `columns`
// floats; x runs along a row. Beyond the picture each pixel is a copy of the nearest one in
// it. Where the two dimensions are filtered one after the other, `weights` has WINDOW
// numbers, else WINDOW². Where there are two kernels, the first leaves the rows' sums in
// `between`, as large as the picture, and the second makes `out` of them.
//
// Limits: columns and rows are from 1 to 2^30, columns * rows is at most 2^32, since
// indices are uints. `in`, `between` and `out` begin where a float16 may, as buffers do,
// and do not overlap.
#ifndef RADIUS
#define RADIUS 4
#endif
#if RADIUS < 1 || RADIUS > 64
#error "RADIUS must be from 1 to 64"
#endif
#define WINDOW (2 * RADIUS + 1)

//! [constant_weights]
// The weights in constant memory, which all work-items read at the same place at the same
// time. One work-item for each pixel, groups of any shape.
kernel void constant_weights(global const float* in, constant float* weights,
                             global float* out, uint columns, uint rows)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    for (int j = 0; j < WINDOW; ++j) {
        global const float* row = in + clamp(y + j - RADIUS, 0, (int)rows - 1) * columns;
        for (int i = 0; i < WINDOW; ++i)
            sum +=
                weights[j * WINDOW + i] * row[clamp(x + i - RADIUS, 0, (int)columns - 1)];
    }
    out[y * columns + x] = sum;
}
//! [constant_weights]

//! [local_tile]
// The pixels from a tile with halo: a group of 32 × 8 reads 32 + 2 RADIUS columns of 8 + 2
// RADIUS rows into local memory, each pixel once.
#define TILE_COLUMNS 32
#define TILE_ROWS 8

kernel __attribute__((reqd_work_group_size(TILE_COLUMNS, TILE_ROWS, 1))) void
local_tile(global const float* in, constant float* weights, global float* out, uint columns,
           uint rows)
{
    local float tile[TILE_ROWS + 2 * RADIUS][TILE_COLUMNS + 2 * RADIUS];
    const int x = get_global_id(0), y = get_global_id(1);
    const int i0 = get_local_id(0), j0 = get_local_id(1);
    for (int j = j0; j < TILE_ROWS + 2 * RADIUS; j += TILE_ROWS)
        for (int i = i0; i < TILE_COLUMNS + 2 * RADIUS; i += TILE_COLUMNS)
            tile[j][i] = in[clamp(y - j0 + j - RADIUS, 0, (int)rows - 1) * columns +
                            clamp(x - i0 + i - RADIUS, 0, (int)columns - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    for (int j = 0; j < WINDOW; ++j)
        for (int i = 0; i < WINDOW; ++i)
            sum += weights[j * WINDOW + i] * tile[j0 + j][i0 + i];
    out[y * columns + x] = sum;
}
//! [local_tile]

//! [two_passes]
// Rows, then columns: 2 × 9 products instead of 81. One work-item for each pixel, groups of
// any shape.
kernel void blur_rows(global const float* in, constant float* weights,
                      global float* between, uint columns, uint rows)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    for (int i = 0; i < WINDOW; ++i)
        sum += weights[i] * in[y * columns + clamp(x + i - RADIUS, 0, (int)columns - 1)];
    between[y * columns + x] = sum;
}

kernel void blur_columns(global const float* between, constant float* weights,
                         global float* out, uint columns, uint rows)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    for (int j = 0; j < WINDOW; ++j)
        sum += weights[j] * between[clamp(y + j - RADIUS, 0, (int)rows - 1) * columns + x];
    out[y * columns + x] = sum;
}
//! [two_passes]
