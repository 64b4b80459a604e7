// Gaussian blur with windows of 9 × 9, the rungs for GPUs that make several pixels a
// work-item; pictures, arguments, borders and limits are those of gaussian_blur.cl.
#define RADIUS 4
#define WINDOW 9

//! [load_4]
// Pixels x … x + 3 of a row.
float4 load_4(global const float* row, int x, int columns)
{
    if (columns % 4 == 0 && x >= 0 && x < columns) return *(global const float4*)(row + x);
    const int last = columns - 1;
    return (float4)(row[clamp(x, 0, last)], row[clamp(x + 1, 0, last)],
                    row[clamp(x + 2, 0, last)], row[clamp(x + 3, 0, last)]);
}

// Writes pixels x … x + 3 of a row, as far as they exist.
void store_4(float4 pixels, global float* row, int x, int columns)
{
    if (columns % 4 == 0) {
        *(global float4*)(row + x) = pixels;
        return;
    }
    row[x] = pixels.x;
    if (x + 1 < columns) row[x + 1] = pixels.y;
    if (x + 2 < columns) row[x + 2] = pixels.z;
    if (x + 3 < columns) row[x + 3] = pixels.w;
}
//! [load_4]

//! [along_row]
// The sums along a row for pixels x … x + 3: twelve pixels, 36 products.
float4 along_row(global const float* row, constant float* weights, int x, int columns)
{
    const float4 a = load_4(row, x - 4, columns), b = load_4(row, x, columns),
                 c = load_4(row, x + 4, columns);
    return weights[0] * a + weights[1] * (float4)(a.y, a.z, a.w, b.x) +
           weights[2] * (float4)(a.z, a.w, b.x, b.y) +
           weights[3] * (float4)(a.w, b.x, b.y, b.z) + weights[4] * b +
           weights[5] * (float4)(b.y, b.z, b.w, c.x) +
           weights[6] * (float4)(b.z, b.w, c.x, c.y) +
           weights[7] * (float4)(b.w, c.x, c.y, c.z) + weights[8] * c;
}
//! [along_row]

//! [vectors]
// Two passes with four neighbouring pixels for each work-item.
kernel void blur_rows_4(global const float* in, constant float* weights,
                        global float* between, uint columns, uint rows)
{
    const int x = 4 * get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const uint start = y * columns;
    store_4(along_row(in + start, weights, x, columns), between + start, x, columns);
}

kernel void blur_columns_4(global const float* between, constant float* weights,
                           global float* out, uint columns, uint rows)
{
    const int x = 4 * get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float4 sum = 0;
    for (int j = 0; j < WINDOW; ++j)
        sum +=
            weights[j] *
            load_4(between + clamp(y + j - RADIUS, 0, (int)rows - 1) * columns, x, columns);
    store_4(sum, out + y * columns, x, columns);
}
//! [vectors]

#ifndef BLOCK_ROWS
#define BLOCK_ROWS 36
#endif
#if BLOCK_ROWS < WINDOW || BLOCK_ROWS % WINDOW
#error "BLOCK_ROWS must be a multiple of 9"
#endif

//! [sliding]
// Down BLOCK_ROWS rows with a window that slides: each work-item keeps nine vectors of sums
// along rows in registers, and one enters for each row. `from` has these sums, or is the
// picture that they are made of (`both`).
float4 entering(global const float* restrict row, constant float* weights, int x,
                int columns, bool both)
{
    return both ? along_row(row, weights, x, columns) : load_4(row, x, columns);
}

void slide(global const float* restrict from, constant float* weights,
           global float* restrict out, int columns, int rows, bool both)
{
    const int x = 4 * get_global_id(0), top = BLOCK_ROWS * get_global_id(1);
    if (x >= columns || top >= rows) return;
    float4 window[WINDOW];
#pragma unroll
    for (int k = 0; k < WINDOW - 1; ++k)
        window[k] = entering(from + clamp(top + k - RADIUS, 0, rows - 1) * (uint)columns,
                             weights, x, columns, both);
    const int bottom = min(top + BLOCK_ROWS, rows);
    for (int base = top; base < bottom; base += WINDOW) {
#pragma unroll
        // Unrolled, so that each place of the window is a register.
        for (int k = 0; k < WINDOW; ++k) {
            const int y = base + k;
            if (y >= bottom) return;
            window[(k + WINDOW - 1) % WINDOW] =
                entering(from + min(y + RADIUS, rows - 1) * (uint)columns, weights, x,
                         columns, both);
            float4 sum = 0;
            for (int j = 0; j < WINDOW; ++j) sum += weights[j] * window[(k + j) % WINDOW];
            store_4(sum, out + y * (uint)columns, x, columns);
        }
    }
}

// The second of two passes.
kernel void slide_columns(global const float* restrict between, constant float* weights,
                          global float* restrict out, uint columns, uint rows)
{
    slide(between, weights, out, columns, rows, false);
}
//! [sliding]

//! [fused]
// Both passes in one kernel, the rows' sums in local memory. Groups of 32 × 8 make a tile
// of 128 columns and TILE_ROWS rows.
#ifndef TILE_ROWS
#define TILE_ROWS 32
#endif

kernel __attribute__((reqd_work_group_size(32, 8, 1))) void fused(global const float* in,
                                                                  constant float* weights,
                                                                  global float* out,
                                                                  uint columns, uint rows)
{
    local float4 sums[TILE_ROWS + 2 * RADIUS][32];
    const int i = get_local_id(0), x = 4 * get_global_id(0);
    const int top = TILE_ROWS * get_group_id(1);
    for (int j = get_local_id(1); j < TILE_ROWS + 2 * RADIUS && x < columns; j += 8)
        sums[j][i] = along_row(in + clamp(top + j - RADIUS, 0, (int)rows - 1) * columns,
                               weights, x, columns);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int bottom = x < columns ? min(TILE_ROWS, (int)rows - top) : 0;
    for (int j = get_local_id(1); j < bottom; j += 8) {
        float4 sum = 0;
        for (int k = 0; k < WINDOW; ++k) sum += weights[k] * sums[j + k][i];
        store_4(sum, out + (top + j) * columns, x, columns);
    }
}
//! [fused]

//! [ring_clamped]
// Both passes in one kernel, without local memory. Neighbouring work-items read most of the
// same pixels at the same time, so that these come from the cache.
kernel void ring_clamped(global const float* restrict in, constant float* weights,
                         global float* restrict out, uint columns, uint rows)
{
    slide(in, weights, out, columns, rows, true);
}
//! [ring_clamped]

//! [ring]
// The same for WIDTH columns a work-item, with a loop of its own for blocks inside the
// picture.
#ifndef WIDTH
#define WIDTH 4
#endif
#ifndef GROUP
#define GROUP 128
#endif
#if WIDTH != 1 && WIDTH != 2 && WIDTH != 4 && WIDTH != 8
#error "WIDTH must be 1, 2, 4 or 8"
#endif
#ifndef PIECE // how many floats are loaded and stored at once
#define PIECE (WIDTH < 4 ? WIDTH : 4)
#endif
#if PIECE == 1
#define VECTOR float
#define UNPACK(vector, to) (*(to) = (vector))
#define PACK(from) (*(from))
#elif PIECE == 2
#define VECTOR float2
#define UNPACK(vector, to) vstore2(vector, 0, to)
#define PACK(from) vload2(0, from)
#else
#define VECTOR float4
#define UNPACK(vector, to) vstore4(vector, 0, to)
#define PACK(from) vload4(0, from)
#endif

typedef struct
{
    float of[WIDTH];
} Sums;

// The sums along a row. `inner`: all pixels are in the picture, and vectors lie where
// vectors may.
Sums sums_of_row(global const float* restrict row, const float* weights, int x, int columns,
                 bool inner)
{
    float pixels[WIDTH + 2 * RADIUS];
    Sums sums;
#pragma unroll
    for (int i = 0; i < WIDTH + 2 * RADIUS; i += PIECE)
        if (inner)
            UNPACK(*(global const VECTOR*)(row + x + i - RADIUS), pixels + i);
        else
            for (int k = i; k < i + PIECE; ++k)
                pixels[k] = row[clamp(x + k - RADIUS, 0, columns - 1)];
#pragma unroll
    for (int p = 0; p < WIDTH; ++p) {
        sums.of[p] = 0;
#pragma unroll
        for (int i = 0; i < WINDOW; ++i) sums.of[p] += weights[i] * pixels[p + i];
    }
    return sums;
}

// Row `first`, and `count` - 1 more in the direction of `step`.
void walk(global const float* restrict in, const float* weights, global float* restrict out,
          int x, int first, int count, int step, int columns, int rows, bool inner)
{
    const int last = rows - 1;
    Sums ring[WINDOW];
#define ENTERS(n)                                                                          \
    (in + (inner ? first + step * (n) : clamp(first + step * (n), 0, last)) * (uint)columns)
#pragma unroll
    for (int k = 0; k < WINDOW - 1; ++k)
        ring[k] = sums_of_row(ENTERS(k - RADIUS), weights, x, columns, inner);
    //! [walk]
    for (int base = 0; base < count; base += WINDOW) {
#pragma unroll
        // Unrolled, so that each place of the ring is a register.
        for (int k = 0; k < WINDOW; ++k) {
            if (!inner && base + k >= count) return;
            ring[(k + WINDOW - 1) % WINDOW] =
                sums_of_row(ENTERS(base + k + RADIUS), weights, x, columns, inner);
            float sums[WIDTH];
#pragma unroll
            for (int p = 0; p < WIDTH; ++p) {
                sums[p] = 0;
#pragma unroll
                for (int j = 0; j < WINDOW; ++j)
                    sums[p] += weights[j] * ring[(k + j) % WINDOW].of[p];
            }
            global float* to = out + (first + step * (base + k)) * (uint)columns + x;
#pragma unroll
            for (int p = 0; p < WIDTH; p += PIECE)
                if (inner)
                    *(global VECTOR*)(to + p) = PACK(sums + p);
                else
                    for (int i = p; i < p + PIECE && x + i < columns; ++i) to[i] = sums[i];
        }
    }
    //! [walk]
}

// A work-item's block. `both_ways`: every other block is walked upwards, so that two blocks
// read the rows that both need at about the same time.
void walk_block(global const float* restrict in, constant float* weights,
                global float* restrict out, int columns, int rows, bool both_ways)
{
    const int x = WIDTH * get_global_id(0), top = BLOCK_ROWS * get_global_id(1);
    if (x >= columns) return;
    float own[WINDOW];
    for (int i = 0; i < WINDOW; ++i) own[i] = weights[i];
    const int count = min(BLOCK_ROWS, rows - top);
    const bool upwards = both_ways && get_global_id(1) % 2 > 0;
    const int first = upwards ? top + count - 1 : top, step = upwards ? -1 : 1;
    if (columns % PIECE == 0 && x >= RADIUS && x + WIDTH + RADIUS <= columns &&
        count == BLOCK_ROWS && top >= RADIUS && top + count + RADIUS <= rows)
        walk(in, own, out, x, first, count, step, columns, rows, true);
    else
        walk(in, own, out, x, first, count, step, columns, rows, false);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
ring_downwards(global const float* restrict in, constant float* weights,
               global float* restrict out, uint columns, uint rows)
{
    walk_block(in, weights, out, columns, rows, false);
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
ring(global const float* restrict in, constant float* weights, global float* restrict out,
     uint columns, uint rows)
{
    walk_block(in, weights, out, columns, rows, true);
}
//! [ring]
