// Gaussian blur with windows of 9 × 9, the top rung for GPUs; pictures, arguments, borders
// and limits are those of gaussian_blur.cl, the shape of the launch is that of shifted.clh.
#include "shifted.clh"

// The sums along a row of four neighbours, and of the four before and after them.
float4 along_row(const float* weights, float4 a, float4 b, float4 c)
{
    return weights[0] * a + weights[1] * (float4)(a.y, a.z, a.w, b.x) +
           weights[2] * (float4)(a.z, a.w, b.x, b.y) +
           weights[3] * (float4)(a.w, b.x, b.y, b.z) + weights[4] * b +
           weights[5] * (float4)(b.y, b.z, b.w, c.x) +
           weights[6] * (float4)(b.z, b.w, c.x, c.y) +
           weights[7] * (float4)(b.w, c.x, c.y, c.z) + weights[8] * c;
}

// Row `first`, and `count` - 1 more in the direction of `step`, from column `left` on.
// `inner`: all pixels that are read are in the picture.
void walk(global const float* restrict in, const float* weights, global float* restrict out,
          local float4* sums, int left, int first, int count, int step, int columns,
          int rows, bool inner)
{
    const int i = get_local_id(0);
    int at[COLUMNS];
    for (int c = 0; c < COLUMNS; ++c) {
        at[c] = left - RADIUS + i + GROUP * c;
        if (!inner) at[c] = clamp(at[c], 0, columns - 1);
    }
    float ring[PLACES][COLUMNS];
    // Row n of the block, or the last one that a window needs.
#define ENTERS(place, n)                                                                   \
    {                                                                                      \
        const int y = first + step * min(n, count + RADIUS - 1);                           \
        global const float* row =                                                          \
            in + (uint)(inner ? y : clamp(y, 0, rows - 1)) * columns;                      \
        for (int c = 0; c < COLUMNS; ++c) ring[place][c] = row[at[c]];                     \
    }
    UNROLL
    for (int k = 0; k < PLACES - 1; ++k) ENTERS(k, k - RADIUS);
    //! [shifted]
    for (int base = 0; base < count; base += PLACES) {
        // Unrolled on GPUs, so that each place of the ring is a register.
        UNROLL
        for (int k = 0; k < PLACES; ++k) {
            const int n = base + k, y = first + step * n, shift = shift_of(y, columns);
            ENTERS((k + PLACES - 1) % PLACES, n + RADIUS + AHEAD);
            local float4* row = sums + (n & 1) * PITCH;
            local float* to = (local float*)row + SECTOR - shift;
            for (int c = 0; c < COLUMNS; ++c) {
                float sum = 0;
                for (int j = 0; j < WINDOW; ++j)
                    sum += weights[j] * ring[(k + j) % PLACES][c];
                to[i + GROUP * c] = sum;
            }
            // One is enough: the next row goes to the other half.
            barrier(CLK_LOCAL_MEM_FENCE);
            if (4 * i < MADE && (inner || n < count)) {
                const float4 made = along_row(weights, row[i + 2], row[i + 3], row[i + 4]);
                global float* line = out + (uint)y * columns;
                if (inner)
                    *(global float4*)(line + left + shift + 4 * i) = made;
                else
                    store_existing(made, line, left + shift + 4 * i, columns);
            }
        }
    }
    //! [shifted]
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
shifted(global const float* restrict in, constant float* weights,
        global float* restrict out, uint columns, uint rows)
{
    local float4 sums[2 * PITCH];
    const int left = (int)get_group_id(0) * MADE - SECTOR, right = left - RADIUS + READ;
    const int top = get_group_id(1) * BLOCK_ROWS, count = min(BLOCK_ROWS, (int)rows - top);
    const bool upwards = get_group_id(1) % 2 > 0;
    const int first = upwards ? top + count - 1 : top, step = upwards ? -1 : 1;
    float own[WINDOW];
    for (int k = 0; k < WINDOW; ++k) own[k] = weights[k];
    if (INTERIOR_APART && left >= RADIUS && right <= (int)columns && count == BLOCK_ROWS &&
        top >= RADIUS && top + count + RADIUS <= (int)rows)
        walk(in, own, out, sums, left, first, count, step, columns, rows, true);
    else
        walk(in, own, out, sums, left, first, count, step, columns, rows, false);
}
