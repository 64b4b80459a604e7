// Box filter, the top rungs for CPUs, for windows of 9 × 9; pictures, arguments, means,
// strips and blocks are those of box_filter_strips.cl. Here columns are added up first and
// then rows, because the sums of 16 columns are one vector.
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

//! [nine]
// The sums of nine neighbours, of which the first begins at a.s0 and the last at a.sf: in
// twos, fours, eights, and one more.
float16 sums_of_nine(float16 a, float16 b)
{
    float16 twos = a + ahead_1(a, b), next_twos = b + ahead_1(b, b);
    float16 fours = twos + ahead_2(twos, next_twos),
            next_fours = next_twos + ahead_2(next_twos, next_twos);
    // The ends of next_… are not needed.
    return fours + ahead_4(fours, next_fours) + ahead_8(a, b);
}
//! [nine]

// How many of 0 … count - 1 lie in the window around `at`.
int inside(int at, int count)
{
    return min(at + RADIUS, count - 1) - max(at - RADIUS, 0) + 1;
}

// Elements x … x + 15 of a row, with zeros outside of it.
float16 load_some(global const float* row, int x, int columns)
{
    if (x >= 0 && x + 16 <= columns) return load_16(row + x);
    float found[16];
    for (int i = 0; i < 16; ++i) found[i] = x + i >= 0 && x + i < columns ? row[x + i] : 0;
    return vload16(0, found);
}

// What becomes of the sums of the windows around x … x + 15, `down` rows high.
float16 means(float16 sums, int x, int columns, int down)
{
    int16 at = x + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int16 across =
        min(at + RADIUS, (int16)(columns - 1)) - max(at - RADIUS, (int16)(0)) + 1;
    return sums /
           // Beyond the picture there is nothing to divide.
           convert_float16(max(across, (int16)(1)) * down);
}

// A block of the picture, and the sums of its columns: vector i begins with column left -
// RADIUS + 16 i.
typedef struct
{
    global const float* in;
    int columns, rows, left, right, top, bottom;
    int vectors; // that `out` gets for each row; the last may be a part of one
    int inner;   // before this one, vectors of `in` and windows are whole
    float16 sums[STRIP / 16 + 1];
} Block;

// The block of this work-item; its sums are those for the row above the first.
void enter(Block* block, global const float* in, int columns, int rows)
{
    block->in = in;
    block->columns = columns;
    block->rows = rows;
    block->left = get_group_id(1) * STRIP;
    block->right = min(block->left + STRIP, columns);
    block->top = get_group_id(0) * BLOCK_ROWS;
    block->bottom = min(block->top + BLOCK_ROWS, rows);
    block->vectors = (block->right - block->left + 15) / 16;
    block->inner = min(block->vectors, max(columns - block->left - 12, 0) / 16);
    for (int i = 0; i <= block->vectors; ++i) {
        block->sums[i] = 0;
        for (int y = max(block->top - RADIUS - 1, 0); y < min(block->top + RADIUS, rows);
             ++y)
            block->sums[i] +=
                load_some(in + y * columns, block->left - RADIUS + 16 * i, columns);
    }
}

// Vector i of the sums for row y, made from those of the row above.
float16 moved(Block* block, int y, int i)
{
    int x = block->left - RADIUS + 16 * i, columns = block->columns;
    float16 sums = block->sums[i];
    if (y + RADIUS < block->rows)
        sums += load_some(block->in + (y + RADIUS) * columns, x, columns);
    if (y > RADIUS) sums -= load_some(block->in + (y - RADIUS - 1) * columns, x, columns);
    block->sums[i] = sums;
    return sums;
}

//! [vectors]
// Both passes in vectors. The loop over `inner` does all the work; what is around it are
// the picture's borders.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
vectors(global const float* in, global float* out, uint columns, uint rows)
{
    Block block;
    enter(&block, in, columns, rows);
    for (int y = block.top; y < block.bottom; ++y) {
        global const float* enters = in + (y + RADIUS) * columns + block.left - RADIUS;
        global const float* leaves = in + (y - RADIUS - 1) * columns + block.left - RADIUS;
        global float* to = out + y * columns + block.left;
        int down = inside(y, rows), end = y > RADIUS && y + RADIUS < rows ? block.inner : 0;
        float16 a = moved(&block, y, 0);
        for (int i = 0; i < block.vectors; ++i) {
            if (i == 1)
                //! [vectors_loop]
                for (; i < end; ++i) {
                    float16 b = block.sums[i + 1] +=
                        load_16(enters + 16 * (i + 1)) - load_16(leaves + 16 * (i + 1));
                    vstore16(sums_of_nine(a, b) * (1.0f / 81), i, to);
                    a = b;
                }
            //! [vectors_loop]
            if (i == block.vectors) break;
            float16 b = moved(&block, y, i + 1);
            float16 mean = means(sums_of_nine(a, b), block.left + 16 * i, columns, down);
            store_some(mean, 0, min(16, block.right - block.left - 16 * i), to + 16 * i);
            a = b;
        }
    }
}
//! [vectors]

//! [streamed]
// The same with stores past the caches, a line of 64 bytes at a time. Where a row of `out`
// begins within a line, a line consists of the end of one vector and the beginning of the
// next. `ahead`: the next row is asked for in time.
void stream(global const float* in, global float* out, int columns, int rows, bool ahead)
{
    Block block;
    enter(&block, in, columns, rows);
    for (int y = block.top; y < block.bottom; ++y) {
        global const float* enters = in + (y + RADIUS) * columns + block.left - RADIUS;
        global const float* leaves = in + (y - RADIUS - 1) * columns + block.left - RADIUS;
        global const float* next = enters + (y + RADIUS + 1 < rows ? columns : 0);
        global float* to = out + y * columns + block.left;
        int into = (size_t)to % 64 / sizeof(float);
        int down = inside(y, rows), end = y > RADIUS && y + RADIUS < rows ? block.inner : 0;
        float16 a = moved(&block, y, 0), before = 0;
        for (int i = 0; i < block.vectors; ++i) {
            if (i == 1)
                //! [streamed_loop]
                for (; i < end; ++i) {
                    if (ahead) fetch_far(next + 16 * i + 16);
                    float16 b = block.sums[i + 1] +=
                        load_16(enters + 16 * (i + 1)) - load_16(leaves + 16 * (i + 1));
                    float16 mean = sums_of_nine(a, b) * (1.0f / 81);
                    STREAM(into ? straddle(before, mean, into) : mean,
                           (global float16*)(to + 16 * i - into));
                    a = b;
                    before = mean;
                }
            //! [streamed_loop]
            if (i > 0 && (i == end || i == block.vectors))
                store_some(before, 16 - into, 16, to + 16 * i - 16);
            if (i == block.vectors) break;
            float16 b = moved(&block, y, i + 1);
            before = means(sums_of_nine(a, b), block.left + 16 * i, columns, down);
            // The end of the vector before the loop waits for the loop.
            int count =
                min(i == 0 && end > 1 ? 16 - into : 16, block.right - block.left - 16 * i);
            store_some(before, 0, count, to + 16 * i);
            a = b;
        }
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
past_caches(global const float* in, global float* out, uint columns, uint rows)
{
    stream(in, out, columns, rows, false);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
streamed(global const float* in, global float* out, uint columns, uint rows)
{
    stream(in, out, columns, rows, true);
}
//! [streamed]
