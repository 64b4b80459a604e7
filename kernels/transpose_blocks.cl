// Transposing a matrix of floats block by block, the rungs for CPUs; matrices, arguments,
// launches and limits are those of transpose.cl. On a CPU a work-item is one step of a
// loop, and local memory is memory like any other: each work-group is one work-item, which
// does what a group did.
#include "streaming.clh"

//! [blocks]
#ifndef BLOCK_COLUMNS
#define BLOCK_COLUMNS 64
#endif
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 64
#endif
#if BLOCK_COLUMNS % 16 || BLOCK_ROWS % 16
#error "BLOCK_COLUMNS and BLOCK_ROWS must be multiples of 16"
#endif

// Block by block, so that the lines of `out` stay in the cache until their last element is
// written.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
blocks(global const float* in, global float* out, uint columns, uint rows)
{
    uint left = get_group_id(1) * BLOCK_COLUMNS, right = min(left + BLOCK_COLUMNS, columns);
    uint top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, rows);
    for (uint x = left; x < right; ++x)
        for (uint y = top; y < bottom; ++y) out[x * rows + y] = in[y * columns + x];
}
//! [blocks]

// Two vectors trade halves, quarters, eighths or sixteenths: *a keeps its even-numbered
// parts and gets those of *b in between, *b gets the odd-numbered ones.
void trade_4(float16* a, float16* b)
{
    float16 u = *a, v = *b;
    *a = (float16)(u.s0, u.s1, u.s2, u.s3, v.s0, v.s1, v.s2, v.s3, u.s8, u.s9, u.sa, u.sb,
                   v.s8, v.s9, v.sa, v.sb);
    *b = (float16)(u.s4, u.s5, u.s6, u.s7, v.s4, v.s5, v.s6, v.s7, u.sc, u.sd, u.se, u.sf,
                   v.sc, v.sd, v.se, v.sf);
}

void trade_2(float16* a, float16* b)
{
    float16 u = *a, v = *b;
    *a = (float16)(u.s0, u.s1, v.s0, v.s1, u.s4, u.s5, v.s4, v.s5, u.s8, u.s9, v.s8, v.s9,
                   u.sc, u.sd, v.sc, v.sd);
    *b = (float16)(u.s2, u.s3, v.s2, v.s3, u.s6, u.s7, v.s6, v.s7, u.sa, u.sb, v.sa, v.sb,
                   u.se, u.sf, v.se, v.sf);
}

void trade_1(float16* a, float16* b)
{
    float16 u = *a, v = *b;
    *a = (float16)(u.s0, v.s0, u.s2, v.s2, u.s4, v.s4, u.s6, v.s6, u.s8, v.s8, u.sa, v.sa,
                   u.sc, v.sc, u.se, v.se);
    *b = (float16)(u.s1, v.s1, u.s3, v.s3, u.s5, v.s5, u.s7, v.s7, u.s9, v.s9, u.sb, v.sb,
                   u.sd, v.sd, u.sf, v.sf);
}

//! [turn]
void trade_8(float16* a, float16* b)
{
    float16 u = *a, v = *b;
    *a = (float16)(u.s0, u.s1, u.s2, u.s3, u.s4, u.s5, u.s6, u.s7, v.s0, v.s1, v.s2, v.s3,
                   v.s4, v.s5, v.s6, v.s7);
    *b = (float16)(u.s8, u.s9, u.sa, u.sb, u.sc, u.sd, u.se, u.sf, v.s8, v.s9, v.sa, v.sb,
                   v.sc, v.sd, v.se, v.sf);
}

// Turns a block of 16 × 16: first its quarters of 8 × 8 change places, then the quarters of
// each, down to elements.
void turn_block(float16* row)
{
#pragma unroll
    for (uint i = 0; i < 8; ++i) trade_8(row + i, row + i + 8);
#pragma unroll
    for (uint i = 0; i < 8; ++i)
        trade_4(row + i / 4 * 8 + i % 4, row + i / 4 * 8 + i % 4 + 4);
#pragma unroll
    for (uint i = 0; i < 8; ++i)
        trade_2(row + i / 2 * 4 + i % 2, row + i / 2 * 4 + i % 2 + 2);
#pragma unroll
    for (uint i = 0; i < 8; ++i) trade_1(row + i * 2, row + i * 2 + 1);
}
//! [turn]

// A block of 16 × 16, turned, with zeros beyond the matrix. A call would pass the block
// through memory; in place, it stays in registers from its loads to its stores.
__attribute__((always_inline)) void bring_turned(global const float* in, uint columns,
                                                 uint rows, uint x, uint y, float16* row)
{
    if (x + 16 <= columns && y + 16 <= rows) {
#pragma unroll
        for (uint i = 0; i < 16; ++i) row[i] = vload16(0, in + (y + i) * columns + x);
    } else {
        for (uint i = 0; i < 16; ++i) {
            float found[16];
            for (uint c = 0; c < 16; ++c)
                found[c] =
                    y + i < rows && x + c < columns ? in[(y + i) * columns + x + c] : 0;
            row[i] = vload16(0, found);
        }
    }
    turn_block(row);
}

// The first `count` of 16 elements.
void store_some(float16 values, uint count, global float* to)
{
    float each[16];
    vstore16(values, 0, each);
    for (uint i = 0; i < count; ++i) to[i] = each[i];
}

// A turned block to its place, as far as the matrix goes.
void store_turned(const float16* row, global float* out, uint columns, uint rows, uint x,
                  uint y)
{
#pragma unroll
    for (uint i = 0; i < 16; ++i)
        if (x + i < columns && y + 16 <= rows)
            vstore16(row[i], 0, out + (x + i) * rows + y);
        else if (x + i < columns)
            store_some(row[i], rows - y, out + (x + i) * rows + y);
}

// Block by block, 16 × 16 elements through 16 registers.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
registers(global const float* in, global float* out, uint columns, uint rows)
{
    uint left = get_group_id(1) * BLOCK_COLUMNS, right = min(left + BLOCK_COLUMNS, columns);
    uint top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, rows);
    for (uint y = top; y < bottom; y += 16)
        for (uint x = left; x < right; x += 16) {
            float16 row[16];
            bring_turned(in, columns, rows, x, y, row);
            store_turned(row, out, columns, rows, x, y);
        }
}

// Stores a whole line of 64 bytes past the caches, where the compiler knows how; `to` must
// begin a line.
void store_line(float16 line, global float* to)
{
    STREAM(line, (global float16*)to);
}

// Asks for the lines that hold column x of 16 rows from row y on: they will be needed soon.
// OpenCL for these processors is built on clang, which has a function for it.
void fetch_lines(global const float* in, uint columns, uint rows, uint x, uint y)
{
#pragma unroll
    for (uint i = 0; i < 16; ++i) {
        global const float* line =
            in + min(y + i, rows - 1) * columns + min(x, columns - 1);
#if defined(__x86_64__) || defined(__aarch64__)
        __builtin_prefetch(line);
#else
        prefetch(line, 1);
#endif
    }
}

// As registers, with stores that do not bring a line of `out` into the cache only to
// overwrite it. That is for rows of whole lines; others are stored as before. `ahead`: the
// block below is asked for in time.
void stream(global const float* in, global float* out, uint columns, uint rows, bool ahead)
{
    uint left = get_group_id(1) * BLOCK_COLUMNS, right = min(left + BLOCK_COLUMNS, columns);
    uint top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, rows);
    bool in_lines = rows % 16 == 0 && (size_t)out % 64 == 0;
    //! [streamed]
    for (uint y = top; y < bottom; y += 16)
        for (uint x = left; x < right; x += 16) {
            float16 row[16];
            if (ahead) fetch_lines(in, columns, rows, x, y + 16);
            bring_turned(in, columns, rows, x, y, row);
            if (in_lines && x + 16 <= columns) {
#pragma unroll
                for (uint i = 0; i < 16; ++i) store_line(row[i], out + (x + i) * rows + y);
            } else
                store_turned(row, out, columns, rows, x, y);
        }
    //! [streamed]
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

// The same by a call, for whole_lines, which has no registers to spare.
__attribute__((noinline)) void bring_turned_apart(global const float* in, uint columns,
                                                  uint rows, uint x, uint y, float16* row)
{
    bring_turned(in, columns, rows, x, y, row);
}

//! [whole_lines]
// How many elements of its line of 64 bytes come before this one.
uint into_line(global const float* at)
{
    return (uint)((size_t)at % 64) / sizeof(float);
}

// The last `into` elements of one vector and the first ones of the next.
float16 straddle(float16 before, float16 now, uint into)
{
#ifdef __AVX512F__
    const int16 first = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    // One shuffle, whatever `into` is.
    return __builtin_ia32_vpermi2varps512(before, first + (int)(16 - into), now);
#else
    float both[32];
    vstore16(before, 0, both);
    vstore16(now, 1, both);
    return vload16(0, both + 16 - into);
#endif
}

// Where a row of `out` begins within a line, so does each block's share of it. Going down a
// strip, the share before waits: its end and the beginning of this one make a line. At the
// edges of the matrix, elements are stored one by one.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
whole_lines(global const float* in, global float* out, uint columns, uint rows)
{
    float16 waiting[BLOCK_COLUMNS];
    uint left = get_group_id(1) * BLOCK_COLUMNS, right = min(left + BLOCK_COLUMNS, columns);
    uint top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, rows);
    // The block above is there for its shares.
    for (uint y = max(top, 16u) - 16; y < bottom; y += 16)
        for (uint x = left; x < right; x += 16) {
            float16 row[16];
            if (x == left)
                // Rows of a block may straddle lines, too.
                fetch_lines(in, columns, rows, x, y + 16);
            fetch_lines(in, columns, rows, x + 15, y + 16);
            bring_turned_apart(in, columns, rows, x, y, row);
            float16* before = waiting + (x - left);
            bool inside = y > 0 && y + 16 < rows && x + 16 <= columns;
            if (inside && y >= top) {
#pragma unroll
                for (uint i = 0; i < 16; ++i) {
                    global float* to = out + (x + i) * rows + y;
                    uint into = into_line(to);
                    store_line(straddle(before[i], row[i], into), to - into);
                }
            } else if (y > 0 && y >= top) {
                for (uint i = 0; i < min(16u, columns - x); ++i) {
                    global float* to = out + (x + i) * rows + y;
                    for (uint into = into_line(to); into > 0; --into)
                        *(to - into) = ((const float*)(before + i))[16 - into];
                }
            }
#pragma unroll
            for (uint i = 0; i < 16; ++i) before[i] = row[i];
            if (!inside && y >= top)
                for (uint i = 0; i < min(16u, columns - x); ++i) {
                    global float* to = out + (x + i) * rows + y;
                    uint count = y + 16 < rows ? 16 - into_line(to) : rows - y;
                    for (uint r = 0; r < count; ++r)
                        to[r] = ((const float*)(before + i))[r];
                }
        }
}
//! [whole_lines]
