// c = a · b for CPUs with registers of 16 floats: `a` has `rows` rows of `depth` elements,
// `b` has `depth` rows of `columns`, all row by row. Work-item (x, y) alone is a group: it
// makes the results of panel x, 16 VECTORS columns, in block y, BLOCK_ROWS rows.
//
// Limits: every extent is from 1 to 2^31; a matrix may have more than 2^32 elements. c
// overlaps none of the others. What is packed begins where a float16 may, as buffers do.
//
// Options, each with a default:
//   STRIP        rows of results that are under way at a time
//   VECTORS      vectors of 16 columns of a panel
//   BLOCK_ROWS   rows of a work-item: a multiple of STRIP
//   BLOCK_DEPTH  products that are added up before sums go to memory

#ifndef STRIP
#define STRIP 8
#endif
#ifndef VECTORS
#define VECTORS 3
#endif
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 48
#endif
#ifndef BLOCK_DEPTH
#define BLOCK_DEPTH 2048
#endif
#if BLOCK_ROWS % STRIP
#error "BLOCK_ROWS must be a multiple of STRIP: a block is made of whole strips."
#endif
#define PANEL (16 * VECTORS)

// The first `count` elements from there on, 0 to 16 or more, and zeros after them.
float16 load_some(global const float* from, int count)
{
    if (count >= 16) return vload16(0, from);
    float part[16];
    for (int i = 0; i < 16; ++i) part[i] = i < count ? from[i] : 0;
    return vload16(0, part);
}

void store_some(float16 value, global float* to, int count)
{
    if (count >= 16) {
        vstore16(value, 0, to);
        return;
    }
    float part[16];
    vstore16(value, 0, part);
    for (int i = 0; i < count; ++i) to[i] = part[i];
}

// Writes a strip's sums to `rows` rows of c, which have `columns` elements left from there
// on; where is_first is false, they are added to what c holds.
void store_strip(float16 sum[STRIP][VECTORS], global float* c, size_t pitch, uint rows,
                 uint columns, bool is_first)
{
    int left = min(columns, (uint)PANEL);
#pragma unroll
    for (uint r = 0; r < STRIP; ++r) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
            global float* to = c + r * pitch + 16 * v;
            int count = r < rows ? left - 16 * v : 0;
            if (!is_first) sum[r][v] += load_some(to, count);
            store_some(sum[r][v], to, count);
        }
    }
}

//! [pack_a]
// Work-item x packs strip x: STRIP rows of a, of which the k-th elements lie side by side.
// Rows that a does not have are zeros.
kernel void pack_a(global const float* a, global float* packed, uint rows, uint depth)
{
    uint strip = get_global_id(0);
    a += (size_t)strip * STRIP * depth;
    packed += (size_t)strip * STRIP * depth;
    uint count = min((uint)STRIP, rows - strip * STRIP);
    for (uint k = 0; k < depth; ++k)
#pragma unroll
        for (uint r = 0; r < STRIP; ++r)
            packed[(size_t)k * STRIP + r] = r < count ? a[(size_t)r * depth + k] : 0;
}
//! [pack_a]

//! [pack_b]
// Work-item x packs rows 16 x to 16 x + 15 of b: PANEL elements of a row go to each panel,
// which holds its rows one after another. Columns that b does not have are zeros.
kernel void pack_b(global const float* b, global float* packed, uint columns, uint depth)
{
    uint first = get_global_id(0) * 16;
    for (uint k = first; k < min(first + 16, depth); ++k)
        for (uint left = 0; left < columns; left += PANEL)
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
                *(global float16*)(packed + (size_t)left * depth + (size_t)k * PANEL +
                                   16 * v) =
                    load_some(b + (size_t)k * columns + left + 16 * v,
                              (int)(columns - left) - 16 * v);
}
//! [pack_b]

//! [registers]
// STRIP × VECTORS registers of sums. For each k, VECTORS registers of b are read, and each
// is multiplied with one element of a after the other. Nothing is packed.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
registers(global const float* a, global const float* b, global float* c, uint rows,
          uint columns, uint depth)
{
    uint left = get_global_id(0) * PANEL, top = get_global_id(1) * BLOCK_ROWS;
    bool whole = columns - left >= PANEL;
    uint bottom = min(top + BLOCK_ROWS, rows);
    for (uint row = top; row < bottom; row += STRIP) {
        float16 sum[STRIP][VECTORS];
#pragma unroll
        for (uint r = 0; r < STRIP; ++r)
#pragma unroll
            for (uint v = 0; v < VECTORS; ++v) sum[r][v] = 0;
        global const float* of_a[STRIP]; // beyond the last row it is the last row again
#pragma unroll
        for (uint r = 0; r < STRIP; ++r)
            of_a[r] = a + (size_t)min(row + r, rows - 1) * depth;
        global const float* of_b = b + left;
        for (uint k = 0; k < depth; ++k, of_b += columns) {
            float16 part[VECTORS];
#pragma unroll
            for (int v = 0; v < VECTORS; ++v)
                part[v] = whole ? vload16(v, of_b)
                                : load_some(of_b + 16 * v, (int)(columns - left) - 16 * v);
#pragma unroll
            for (uint r = 0; r < STRIP; ++r)
#pragma unroll
                for (uint v = 0; v < VECTORS; ++v)
                    sum[r][v] = fma((float16)of_a[r][k], part[v], sum[r][v]);
        }
        store_strip(sum, c + (size_t)row * columns + left, columns, rows - row,
                    columns - left, true);
    }
}
//! [registers]

//! [packed]
// The same with both operands packed: all reads go forward, one element after the other.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
packed(global const float* a, global const float* b, global float* c, uint rows,
       uint columns, uint depth)
{
    uint panel = get_global_id(0), top = get_global_id(1) * BLOCK_ROWS;
    uint bottom = min(top + BLOCK_ROWS, rows);
    for (uint row = top; row < bottom; row += STRIP) {
        float16 sum[STRIP][VECTORS];
#pragma unroll
        for (uint r = 0; r < STRIP; ++r)
#pragma unroll
            for (uint v = 0; v < VECTORS; ++v) sum[r][v] = 0;
        global const float* of_a = a + (size_t)row * depth;
        global const float16* of_b =
            (global const float16*)(b + (size_t)panel * PANEL * depth);
        for (uint k = 0; k < depth; ++k, of_a += STRIP, of_b += VECTORS)
#pragma unroll
            for (uint r = 0; r < STRIP; ++r)
#pragma unroll
                for (uint v = 0; v < VECTORS; ++v)
                    sum[r][v] = fma((float16)of_a[r], of_b[v], sum[r][v]);
        store_strip(sum, c + (size_t)row * columns + panel * PANEL, columns, rows - row,
                    columns - panel * PANEL, true);
    }
}
//! [packed]

//! [panels]
// Only b is packed: an element of a is read for each of its rows in turn, and these go
// forward as they are. BLOCK_DEPTH rows of a panel at a time, so that they stay in a cache.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
panels(global const float* a, global const float* b, global float* c, uint rows,
       uint columns, uint depth)
{
    uint panel = get_global_id(0), top = get_global_id(1) * BLOCK_ROWS;
    uint bottom = min(top + BLOCK_ROWS, rows);
    for (uint first = 0; first < depth; first += BLOCK_DEPTH) {
        uint count = min(depth - first, (uint)BLOCK_DEPTH);
        for (uint row = top; row < bottom; row += STRIP) {
            float16 sum[STRIP][VECTORS];
#pragma unroll
            for (uint r = 0; r < STRIP; ++r)
#pragma unroll
                for (uint v = 0; v < VECTORS; ++v) sum[r][v] = 0;
            global const float* of_a[STRIP]; // beyond the last row it is the last row again
#pragma unroll
            for (uint r = 0; r < STRIP; ++r)
                of_a[r] = a + (size_t)min(row + r, rows - 1) * depth + first;
            global const float16* of_b =
                (global const float16*)(b + ((size_t)panel * depth + first) * PANEL);
            for (uint k = 0; k < count; ++k, of_b += VECTORS)
#pragma unroll
                for (uint r = 0; r < STRIP; ++r)
#pragma unroll
                    for (uint v = 0; v < VECTORS; ++v)
                        sum[r][v] = fma((float16)of_a[r][k], of_b[v], sum[r][v]);
            store_strip(sum, c + (size_t)row * columns + panel * PANEL, columns, rows - row,
                        columns - panel * PANEL, first == 0);
        }
    }
}
//! [panels]
