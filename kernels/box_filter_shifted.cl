// Box filter with windows of 9 × 9, the top rung for GPUs; pictures, arguments and means
// are those of box_filter.cl, the shape of the launch is that of shifted.clh. `in` and
// `out` begin where a float8 may, as buffers do, and do not overlap.
#include "shifted.clh"

// How many of 0 … count - 1 lie in the window around `at`.
int inside(int at, int count)
{
    return min(at + RADIUS, count - 1) - max(at - RADIUS, 0) + 1;
}

// The sums of the windows around four neighbours, given the four before and after them.
float4 sums_of_nine(float4 before, float4 own, float4 after)
{
    const float last_two = before.z + before.w, last_three = before.y + last_two;
    const float first_two = after.x + after.y, first_three = first_two + after.z;
    return (own.x + own.y) + (own.z + own.w) +
           (float4)(before.x + last_three + after.x, last_three + first_two,
                    last_two + first_three, before.w + first_three + after.w);
}

// Row `first`, and `count` - 1 more in the direction of `step`, from column `left` on.
// `inner`: all pixels that are read are in the picture.
void walk(global const float* restrict in, global float* restrict out, local float4* sums,
          int left, int first, int count, int step, int columns, int rows, bool inner)
{
    const int i = get_local_id(0);
    int at[COLUMNS];
    float ring[PLACES][COLUMNS], sum[COLUMNS];
    bool exists[COLUMNS];
    for (int c = 0; c < COLUMNS; ++c) {
        const int x = left - RADIUS + i + GROUP * c;
        at[c] = inner ? x : clamp(x, 0, columns - 1);
        exists[c] = inner || at[c] == x;
        ring[PLACES - 1][c] = 0;
        sum[c] = 0;
    }
    // Row n of the block, or the last one that a window needs; 0 where there is no pixel.
#define ENTERS(place, n)                                                                   \
    {                                                                                      \
        const int y = first + step * min(n, count + RADIUS - 1);                           \
        const int there = inner ? y : clamp(y, 0, rows - 1);                               \
        global const float* row = in + there * columns;                                    \
        for (int c = 0; c < COLUMNS; ++c)                                                  \
            ring[place][c] = inner || (there == y && exists[c]) ? row[at[c]] : 0;          \
    }
    UNROLL
    for (int k = 0; k < PLACES - 1; ++k) ENTERS(k, k - RADIUS);
    UNROLL
    for (int k = 0; k < WINDOW - 1; ++k)
        for (int c = 0; c < COLUMNS; ++c) sum[c] += ring[k][c];
    //! [shifted]
    for (int base = 0; base < count; base += PLACES) {
        // Unrolled on GPUs, so that each place of the ring is a register.
        UNROLL
        for (int k = 0; k < PLACES; ++k) {
            const int n = base + k, y = first + step * n, shift = shift_of(y, columns);
            const int place = (k + PLACES - 1) % PLACES; // the row that leaves is there
            local float4* row = sums + (n & 1) * PITCH;
            local float* to = (local float*)row + SECTOR - shift;
            for (int c = 0; c < COLUMNS; ++c) {
                sum[c] += ring[(k + WINDOW - 1) % PLACES][c] - ring[place][c];
                to[i + GROUP * c] = sum[c];
            }
            ENTERS(place, n + RADIUS + AHEAD);
            // One is enough: the next row goes to the other half.
            barrier(CLK_LOCAL_MEM_FENCE);
            if (4 * i < MADE && (inner || n < count)) {
                const float4 made = sums_of_nine(row[i + 2], row[i + 3], row[i + 4]);
                const int x = left + shift + 4 * i;
                global float* line = out + y * columns;
                if (inner)
                    *(global float4*)(line + x) = made * (1.0f / 81);
                else
                    store_existing(
                        made / ((float4)(inside(x, columns), inside(x + 1, columns),
                                         inside(x + 2, columns), inside(x + 3, columns)) *
                                inside(y, rows)),
                        line, x, columns);
            }
        }
    }
    //! [shifted]
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
shifted(global const float* restrict in, global float* restrict out, uint columns,
        uint rows)
{
    local float4 sums[2 * PITCH];
    const int left = (int)get_group_id(0) * MADE - SECTOR, right = left - RADIUS + READ;
    const int top = get_group_id(1) * BLOCK_ROWS, count = min(BLOCK_ROWS, (int)rows - top);
    const bool upwards = get_group_id(1) % 2 > 0;
    const int first = upwards ? top + count - 1 : top, step = upwards ? -1 : 1;
    if (INTERIOR_APART && left >= RADIUS && right <= (int)columns && count == BLOCK_ROWS &&
        top >= RADIUS && top + count + RADIUS <= (int)rows)
        walk(in, out, sums, left, first, count, step, columns, rows, true);
    else
        walk(in, out, sums, left, first, count, step, columns, rows, false);
}
