// Box filter: each pixel of `out` is the mean of the (2 RADIUS + 1)² pixels of `in` around
// it, or of those that exist. Pictures have `rows` rows of `columns` floats, fewer than
// 2^31 in all and at least one; x runs along a row. Where there are two kernels, the first
// leaves the means of rows in `between`, as large as the picture, and the second makes
// `out` of them.
#ifndef RADIUS
#define RADIUS 4
#endif
#if RADIUS < 1 || RADIUS > 16
#error "RADIUS must be from 1 to 16"
#endif
#define WINDOW (2 * RADIUS + 1)

//! [two_passes]
// A box is a row of boxes one pixel high: the mean of a window's rows, and then the mean of
// these means. 2 × 9 reads instead of 81. One work-item for each pixel, groups of any
// shape.
kernel void mean_along_row(global const float* in, global float* between, uint columns,
                           uint rows)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    int count = 0;
    for (int i = x - RADIUS; i <= x + RADIUS; ++i)
        if (i >= 0 && i < columns) {
            sum += in[y * columns + i];
            ++count;
        }
    between[y * columns + x] = sum / count;
}

kernel void mean_along_column(global const float* between, global float* out, uint columns,
                              uint rows)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float sum = 0;
    int count = 0;
    for (int j = y - RADIUS; j <= y + RADIUS; ++j)
        if (j >= 0 && j < rows) {
            sum += between[j * columns + x];
            ++count;
        }
    out[y * columns + x] = sum / count;
}
//! [two_passes]

//! [lines]
// The mean of `count` values `apart` from each other around each of them, one after the
// other.
void mean_along(global const float* from, global float* to, int count, int apart)
{
    for (int k = 0; k < count; ++k) {
        float sum = 0;
        int inside = 0;
        for (int i = k - RADIUS; i <= k + RADIUS; ++i)
            if (i >= 0 && i < count) {
                sum += from[i * apart];
                ++inside;
            }
        to[k * apart] = sum / inside;
    }
}

// One work-item for each row, then one for each column.
kernel void mean_of_row(global const float* in, global float* between, uint columns,
                        uint rows)
{
    int y = get_global_id(0);
    if (y < rows) mean_along(in + y * columns, between + y * columns, columns, 1);
}

kernel void mean_of_column(global const float* between, global float* out, uint columns,
                           uint rows)
{
    int x = get_global_id(0);
    if (x < columns) mean_along(between + x, out + x, rows, columns);
}
//! [lines]

//! [moving_sums]
// The same with a moving sum: add what enters the window, subtract what leaves it. Two
// operations a pixel, whatever RADIUS is. Values are finite: an infinity or NaN that has
// entered the sum never leaves it.
void move_along(global const float* from, global float* to, int count, int apart)
{
    float sum = 0;
    int inside = 0;
    for (int k = -RADIUS; k < count; ++k) {
        if (k + RADIUS < count) {
            sum += from[(k + RADIUS) * apart];
            ++inside;
        }
        if (k - RADIUS > 0) {
            sum -= from[(k - RADIUS - 1) * apart];
            --inside;
        }
        if (k >= 0) to[k * apart] = sum / inside;
    }
}

kernel void move_along_row(global const float* in, global float* between, uint columns,
                           uint rows)
{
    int y = get_global_id(0);
    if (y < rows) move_along(in + y * columns, between + y * columns, columns, 1);
}

kernel void move_along_column(global const float* between, global float* out, uint columns,
                              uint rows)
{
    int x = get_global_id(0);
    if (x < columns) move_along(between + x, out + x, rows, columns);
}
//! [moving_sums]

//! [borders_apart]
// The same in four parts, so that the long one has neither condition nor division: the
// window fills up, moves, and empties. Where the line is shorter than a window, it also
// stands still.
void slide_along(global const float* from, global float* to, int count, int apart)
{
    float sum = 0;
    int inside = min(RADIUS, count);
    for (int k = 0; k < inside; ++k) sum += from[k * apart];
    int k = 0;
    for (; k + RADIUS < count && k <= RADIUS; ++k) { // values enter and none leaves
        sum += from[(k + RADIUS) * apart];
        to[k * apart] = sum / ++inside;
    }
    for (; k < count && k <= RADIUS; ++k) to[k * apart] = sum / inside; // neither
    for (; k + RADIUS < count; ++k) {
        sum += from[(k + RADIUS) * apart] - from[(k - RADIUS - 1) * apart];
        to[k * apart] = sum * (1.0f / WINDOW);
    }
    for (; k < count; ++k) { // values leave
        sum -= from[(k - RADIUS - 1) * apart];
        to[k * apart] = sum / --inside;
    }
}

kernel void slide_along_row(global const float* in, global float* between, uint columns,
                            uint rows)
{
    int y = get_global_id(0);
    if (y < rows) slide_along(in + y * columns, between + y * columns, columns, 1);
}

kernel void slide_along_column(global const float* between, global float* out, uint columns,
                               uint rows)
{
    int x = get_global_id(0);
    if (x < columns) slide_along(between + x, out + x, rows, columns);
}
//! [borders_apart]

//! [tile]
// For GPUs, both passes in one kernel. A group of GROUP work-items stands on GROUP columns
// and walks down TILE_ROWS rows; each work-item keeps the window of its column in
// registers. The sums of a row of columns meet in local memory. The outer 8 columns on
// either side are halo: they belong to the neighbours, which keeps every row's share at the
// start of a sector.
#ifndef GROUP
#define GROUP 256
#endif
#ifndef TILE_ROWS
#define TILE_ROWS 72
#endif
#define HALO ((RADIUS + 7) / 8 * 8)
#if TILE_ROWS % WINDOW || GROUP <= 2 * HALO
#error "TILE_ROWS must be a multiple of the window, and GROUP larger than both halos"
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
tile(global const float* in, global float* out, uint columns, uint rows)
{
    local float sums[2][GROUP];
    const int i = get_local_id(0);
    const int x = get_group_id(0) * (GROUP - 2 * HALO) + i - HALO;
    const int top = get_group_id(1) * TILE_ROWS;
    const bool exists = x >= 0 && x < columns;
    const bool writes = exists && i >= HALO && i < GROUP - HALO;
    const int across = min(x + RADIUS, (int)columns - 1) - max(x - RADIUS, 0) + 1;
    float window[WINDOW], sum = 0;
    window[WINDOW - 1] = 0;
#pragma unroll
    for (int k = 0; k < WINDOW - 1; ++k) {
        const int y = top - RADIUS + k;
        window[k] = exists && y >= 0 && y < rows ? in[y * columns + x] : 0;
        sum += window[k];
    }
    for (int base = top; base < top + TILE_ROWS; base += WINDOW) {
#pragma unroll
        // Unrolled, so that each place of the window is a register.
        for (int k = 0; k < WINDOW; ++k) {
            const int y = base + k, place = (k + WINDOW - 1) % WINDOW;
            const float enters =
                exists && y + RADIUS < rows ? in[(y + RADIUS) * columns + x] : 0;
            sum += enters - window[place];
            window[place] = enters;
            local float* row = sums[(base - top + k) % 2];
            row[i] = sum;
            // One is enough: the next row goes to the other half.
            barrier(CLK_LOCAL_MEM_FENCE);
            if (writes && y < rows) {
                float box = 0;
                for (int c = i - RADIUS; c <= i + RADIUS; ++c) box += row[c];
                const int down = min(y + RADIUS, (int)rows - 1) - max(y - RADIUS, 0) + 1;
                out[y * columns + x] = box / (across * down);
            }
        }
    }
}
//! [tile]
