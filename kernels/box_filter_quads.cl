// Box filter, the rungs for GPUs without local memory, for windows of 9 × 9; pictures,
// arguments and means are those of box_filter.cl, and `in` and `out` do not overlap. A
// work-item has four columns of a block of BLOCK_ROWS rows.
#ifndef GROUP
#define GROUP 128
#endif
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 18
#endif
#ifndef ALIGNED // 0: rows may begin anywhere, and not on multiples of four
#define ALIGNED 1
#endif
#define RADIUS 4
#define WINDOW 9
#if BLOCK_ROWS % WINDOW || BLOCK_ROWS < WINDOW
#error "BLOCK_ROWS must be a multiple of the window"
#endif

// How many of 0 … count - 1 lie in the window around `at`.
int inside(int at, int count)
{
    return min(at + RADIUS, count - 1) - max(at - RADIUS, 0) + 1;
}

// Elements x … x + 3 of a row, with zeros outside of it; x is a multiple of four. Where all
// rows begin on a multiple of four, one access of 16 bytes, which is made in any case: a
// load behind a condition cannot be asked for early.
float4 load_four(global const float* restrict row, int x, int columns)
{
    if (columns % 4 == 0) {
        const int there = clamp(x, 0, columns - 4);
        const float4 four = *(global const float4*)(row + there);
        return there == x ? four : 0;
    }
    if (x < 0) return 0;
    return (float4)(x < columns ? row[x] : 0, x + 1 < columns ? row[x + 1] : 0,
                    x + 2 < columns ? row[x + 2] : 0, x + 3 < columns ? row[x + 3] : 0);
}

void store_four(global float* restrict row, int x, int columns, float4 means)
{
    if (columns % 4 == 0) {
        *(global float4*)(row + x) = means;
        return;
    }
    row[x] = means.x;
    if (x + 1 < columns) row[x + 1] = means.y;
    if (x + 2 < columns) row[x + 2] = means.z;
    if (x + 3 < columns) row[x + 3] = means.w;
}

//! [along]
// The sums of the windows around the four pixels `own` of a row. These four are in each of
// them, the last of the four before and the first of the four after in some.
float4 sums_of_nine(float4 before, float4 own, float4 after)
{
    const float last_two = before.z + before.w, last_three = before.y + last_two;
    const float first_two = after.x + after.y, first_three = first_two + after.z;
    return (own.x + own.y) + (own.z + own.w) +
           (float4)(before.x + last_three + after.x, last_three + first_two,
                    last_two + first_three, before.w + first_three + after.w);
}
//! [along]

// The same for pixels x … x + 3 of row y, wherever that is.
float4 sums_along(global const float* restrict in, int x, int y, int columns, int rows)
{
    const int there = clamp(y, 0, rows - 1);
    global const float* restrict row = in + there * columns;
    const float4 sums =
        sums_of_nine(load_four(row, x - 4, columns), load_four(row, x, columns),
                     load_four(row, x + 4, columns));
    return there == y ? sums : 0;
}

// The sums of the windows around the four pixels at `at`, all of which are in the picture.
float4 sums_at(global const float* restrict at)
{
    if (ALIGNED)
        return sums_of_nine(*(global const float4*)(at - 4), *(global const float4*)at,
                            *(global const float4*)(at + 4));
    return sums_of_nine(vload4(0, at - 4), vload4(0, at), vload4(0, at + 4));
}

//! [quads]
// Row `first` of a block, and `height` - 1 more in the direction of `step`. Where all
// windows are in the picture, sums need not be `divided` by how many pixels there are, and
// reads need not be `clamped`.
void walk(global const float* restrict in, global float* restrict out, int x, int first,
          int height, int step, int columns, int rows, bool divided, bool clamped)
{
#define SUMS(y)                                                                            \
    (clamped ? sums_along(in, x, y, columns, rows) : sums_at(in + (y)*columns + x))
    const float4 share = 1 / (float4)(inside(x, columns), inside(x + 1, columns),
                                      inside(x + 2, columns), inside(x + 3, columns));
    float4 window[WINDOW], sum = 0;
    window[WINDOW - 1] = 0;
#pragma unroll
    for (int k = 0; k < WINDOW - 1; ++k) {
        window[k] = SUMS(first + (k - RADIUS) * step);
        sum += window[k];
    }
    for (int base = 0; base < height; base += WINDOW) {
#pragma unroll
        // Unrolled, so that each place of the window is a register.
        for (int k = 0; k < WINDOW; ++k) {
            const int y = first + (base + k) * step, place = (k + WINDOW - 1) % WINDOW;
            const float4 enters = SUMS(y + RADIUS * step);
            sum += enters - window[place];
            window[place] = enters;
            if (base + k < height)
                store_four(out + y * columns, x, columns,
                           divided ? sum * share * (1.0f / inside(y, rows))
                                   : sum * (1.0f / 81));
        }
    }
}
//! [quads]

//! [walk_inside]
// As walk, for blocks all of whose windows are in the picture; `stride` is a row's length,
// or its negative. There is no condition, so that the reads of later rows can be asked for
// before a row is stored.
void walk_inside(global const float* restrict in, global float* restrict out, int stride)
{
    float4 window[WINDOW], sum = 0;
    window[WINDOW - 1] = 0;
#pragma unroll
    for (int k = 0; k < WINDOW - 1; ++k) {
        window[k] = sums_at(in + (k - RADIUS) * stride);
        sum += window[k];
    }
    for (int base = 0; base < BLOCK_ROWS; base += WINDOW) {
#pragma unroll
        for (int k = 0; k < WINDOW; ++k) {
            const int place = (k + WINDOW - 1) % WINDOW;
            const float4 enters = sums_at(in + (k + RADIUS) * stride);
            sum += enters - window[place];
            window[place] = enters;
            if (ALIGNED)
                *(global float4*)(out + k * stride) = sum * (1.0f / 81);
            else
                vstore4(sum * (1.0f / 81), 0, out + k * stride);
        }
        in += WINDOW * stride;
        out += WINDOW * stride;
    }
}
//! [walk_inside]

// A work-item's block. What is false is left out where all windows are in the picture:
// `divided` and `clamped` as for walk, and whether each row is `tested` for being in it.
//
// Every other block is walked upwards. Neighbours then read the rows that both need at
// about the same time, and the second one finds them in the cache.
void walk_block(global const float* restrict in, global float* restrict out, uint columns,
                uint rows, bool divided, bool clamped, bool tested)
{
    const int x = 4 * get_global_id(0), top = get_group_id(1) * BLOCK_ROWS;
    if (x >= columns) return;
    const int height = min(BLOCK_ROWS, (int)rows - top);
    const bool upwards = get_group_id(1) % 2 != 0;
    const int first = upwards ? top + height - 1 : top, step = upwards ? -1 : 1;
    const bool apart = !(divided && clamped && tested) && (!ALIGNED || columns % 4 == 0) &&
                       height == BLOCK_ROWS && x >= RADIUS && x + 8 <= columns &&
                       top >= RADIUS && top + BLOCK_ROWS + RADIUS <= rows;
    if (!apart)
        walk(in, out, x, first, height, step, columns, rows, true, true);
    else if (tested)
        walk(in, out, x, first, height, step, columns, rows, divided, clamped);
    else
        walk_inside(in + first * columns + x, out + first * columns + x,
                    step * (int)columns);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
quads(global const float* restrict in, global float* restrict out, uint columns, uint rows)
{
    walk_block(in, out, columns, rows, true, true, true);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
undivided(global const float* restrict in, global float* restrict out, uint columns,
          uint rows)
{
    walk_block(in, out, columns, rows, false, true, true);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
unclamped(global const float* restrict in, global float* restrict out, uint columns,
          uint rows)
{
    walk_block(in, out, columns, rows, false, false, true);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
interior(global const float* restrict in, global float* restrict out, uint columns,
         uint rows)
{
    walk_block(in, out, columns, rows, false, false, false);
}
