// Gaussian blur with windows of 9 × 9, the rungs for CPUs; pictures, arguments, borders and
// limits are those of gaussian_blur.cl. A work-item is a group of its own and has a block
// of the picture: BLOCK_ROWS rows of a strip of STRIP columns. get_group_id(0) numbers the
// blocks downwards.
#include "neighbours.clh"
#include "streaming.clh"

#ifndef STRIP
#define STRIP 512
#endif
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 64
#endif
#if STRIP % 16 || STRIP < 16 || BLOCK_ROWS < 1
#error "STRIP must be a multiple of 16, and BLOCK_ROWS at least 1"
#endif
#define RADIUS 4
#define WINDOW 9

//! [strips]
// The sums along a row for columns left … right - 1 where the window reaches beyond the
// picture, and where it does not.
void sums_of_rim(global const float* row, constant float* weights, float* to, int left,
                 int right, int columns)
{
    for (int x = left; x < right; ++x, ++to) {
        *to = 0;
        for (int i = 0; i < WINDOW; ++i)
            *to += weights[i] * row[clamp(x + i - RADIUS, 0, columns - 1)];
    }
}

void sums_of_row(global const float* row, constant float* weights, float* to, int left,
                 int right, int columns)
{
    const int from = clamp(RADIUS, left, right);
    const int end = clamp(columns - RADIUS, from, right);
    sums_of_rim(row, weights, to, left, from, columns);
    for (int x = from; x < end; ++x) {
        float sum = 0;
#pragma unroll
        for (int i = 0; i < WINDOW; ++i) sum += weights[i] * row[x + i - RADIUS];
        to[x - left] = sum;
    }
    sums_of_rim(row, weights, to + (end - left), end, right, columns);
}

// Both passes in one kernel: the sums of the last nine rows are kept in a ring. All loops
// go along rows.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void strips(global const float* in,
                                                                  constant float* weights,
                                                                  global float* out,
                                                                  uint columns, uint rows)
{
    float ring[WINDOW][STRIP], sums[STRIP];
    const int left = get_group_id(1) * STRIP, right = min(left + STRIP, (int)columns),
              width = right - left;
    const int top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, (int)rows);
    // Row y + RADIUS enters. Results begin at y = top.
    for (int y = top - 2 * RADIUS; y < bottom; ++y) {
        sums_of_row(in + clamp(y + RADIUS, 0, (int)rows - 1) * columns, weights,
                    ring[(y + 3 * RADIUS + 1) % WINDOW], left, right, columns);
        if (y < top) continue;
        for (int c = 0; c < width; ++c) sums[c] = 0;
        for (int j = 0; j < WINDOW; ++j) {
            const float* row = ring[(y + RADIUS + 1 + j) % WINDOW];
            for (int c = 0; c < width; ++c) sums[c] += weights[j] * row[c];
        }
        for (int c = 0; c < width; ++c) out[y * columns + left + c] = sums[c];
    }
}
//! [strips]

// How many rows of the result are made together, which halves the reads of `in`.
#define TOGETHER 2

// The rows of the picture that these need, and five weights, the middle's first.
typedef struct
{
    global const float* row[WINDOW + TOGETHER - 1];
    float weight[RADIUS + 1];
    int columns;
} Rows;

Rows rows_around(global const float* in, constant float* weights, int y, int columns,
                 int rows)
{
    Rows all;
    for (int j = 0; j < WINDOW + TOGETHER - 1; ++j)
        all.row[j] = in + clamp(y + j - RADIUS, 0, rows - 1) * (uint)columns;
    for (int i = 0; i <= RADIUS; ++i) all.weight[i] = weights[RADIUS + i];
    all.columns = columns;
    return all;
}

//! [sums_of_columns]
// The sums of columns x … x + 15, all of which are in the picture, for the rows that are
// made together.
void sums_of_columns(const Rows* all, int x, float16* sums)
{
    float16 pixels[WINDOW + TOGETHER - 1];
#pragma unroll
    for (int j = 0; j < WINDOW + TOGETHER - 1; ++j) pixels[j] = load_16(all->row[j] + x);
#pragma unroll
    for (int k = 0; k < TOGETHER; ++k) {
        sums[k] = all->weight[0] * pixels[k + RADIUS];
#pragma unroll
        for (int j = 1; j <= RADIUS; ++j)
            sums[k] += all->weight[j] * (pixels[k + RADIUS - j] + pixels[k + RADIUS + j]);
    }
}
//! [sums_of_columns]

// The same where some are not: these are copies of the picture's first or last column.
void sums_near_rim(const Rows* all, int x, float16* sums)
{
    if (x >= 0 && x + 16 <= all->columns) {
        sums_of_columns(all, x, sums);
        return;
    }
    for (int k = 0; k < TOGETHER; ++k) {
        float each[16];
        for (int i = 0; i < 16; ++i) {
            const int column = clamp(x + i, 0, all->columns - 1);
            each[i] = 0;
            for (int j = -RADIUS; j <= RADIUS; ++j)
                each[i] += all->weight[abs(j)] * all->row[k + RADIUS + j][column];
        }
        sums[k] = vload16(0, each);
    }
}

//! [along_vectors]
// What becomes of 16 columns' sums, with the 16 before and after them.
float16 along_vectors(const Rows* all, float16 before, float16 now, float16 after)
{
    return all->weight[0] * now +
           all->weight[1] * (ahead_15(before, now) + ahead_1(now, after)) +
           all->weight[2] * (ahead_14(before, now) + ahead_2(now, after)) +
           all->weight[3] * (ahead_13(before, now) + ahead_3(now, after)) +
           all->weight[4] * (ahead_12(before, now) + ahead_4(now, after));
}
//! [along_vectors]

//! [streamed]
// Columns first, 16 at a time, then along the row by shuffles. Lines of 64 bytes go past
// the caches. Vectors lie as the lines of the first row do; where a row is no whole number
// of lines long, a line of the second row is made of two vectors.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void streamed(global const float* in,
                                                                    constant float* weights,
                                                                    global float* out,
                                                                    uint columns, uint rows)
{
    const int left = get_group_id(1) * STRIP, right = min(left + STRIP, (int)columns);
    const int top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, (int)rows);
    for (int y = top; y < bottom; y += TOGETHER) {
        const Rows all = rows_around(in, weights, y, columns, rows);
        const int count = min(TOGETHER, bottom - y);
        global const float* next[TOGETHER];
        global float* to[TOGETHER];
        int into[TOGETHER]; // how far vectors reach into lines
        const int first =
            left - (int)((size_t)(out + y * columns + left) % 64 / sizeof(float));
        float16 before[TOGETHER], now[TOGETHER], last[TOGETHER];
        for (int k = 0; k < TOGETHER; ++k) {
            next[k] = in + min(y + k + RADIUS + TOGETHER, (int)rows - 1) * columns;
            to[k] = out + (y + k) * columns;
            into[k] = k * columns % 16;
            last[k] = 0;
        }
        sums_near_rim(&all, first - 16, before);
        sums_near_rim(&all, first, now);
        // Vectors from the third to this one are whole, and so are those behind them.
        const int vectors = (right - first + 15) / 16;
        const int end =
            count == TOGETHER ? (min(right - first, (int)columns - first - 16)) / 16 : 0;
        for (int v = 0; v < vectors; ++v) {
            int x = first + 16 * v;
            if (v == 2 && end > 2) {
                //! [streamed_loop]
                for (; x < first + 16 * end; x += 16) {
                    float16 after[TOGETHER], result[TOGETHER];
                    sums_of_columns(&all, x + 16, after);
#pragma unroll
                    for (int k = 0; k < TOGETHER; ++k)
                        result[k] = along_vectors(&all, before[k], now[k], after[k]);
#pragma unroll
                    for (int k = 0; k < TOGETHER; ++k) {
                        fetch(next[k] + x);
                        STREAM(into[k] ? straddle(last[k], result[k], into[k]) : result[k],
                               (global float16*)(to[k] + x - into[k]));
                        before[k] = now[k];
                        now[k] = after[k];
                        last[k] = result[k];
                    }
                }
                //! [streamed_loop]
                v = end;
                for (int k = 0; k < count; ++k)
                    store_some(last[k], 16 - into[k], 16, to[k] + x - 16);
                if (v == vectors) break;
            }
            float16 after[TOGETHER];
            sums_near_rim(&all, x + 16, after);
            for (int k = 0; k < count; ++k) {
                last[k] = along_vectors(&all, before[k], now[k], after[k]);
                // What the loop begins with completes the last line before it.
                const int stop = v == 1 && end > 2 ? 16 - into[k] : min(right - x, 16);
                store_some(last[k], max(left - x, 0), stop, to[k] + x);
                before[k] = now[k];
                now[k] = after[k];
            }
        }
    }
}
//! [streamed]
