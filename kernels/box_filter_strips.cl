// Box filter, rungs for CPUs; pictures, arguments and means are those of box_filter.cl. A
// work-item is a group of its own and has a block of the picture: BLOCK_ROWS rows of a
// strip of STRIP columns. get_group_id(0) numbers the blocks downwards.
#ifndef RADIUS
#define RADIUS 4
#endif
#if RADIUS < 1 || RADIUS > 16
#error "RADIUS must be from 1 to 16"
#endif
#ifndef STRIP
#define STRIP 512
#endif
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 64
#endif
#if STRIP < 1 || BLOCK_ROWS < 1
#error "STRIP and BLOCK_ROWS must be at least 1"
#endif
#define WINDOW (2 * RADIUS + 1)

// How many of 0 … count - 1 lie in the window around `at`.
int inside(int at, int count)
{
    return min(at + RADIUS, count - 1) - max(at - RADIUS, 0) + 1;
}

//! [slide]
// The means of a row for columns left … right - 1 by a moving sum: first values only enter,
// then they enter and leave, then they only leave. A strip inside the picture begins in the
// middle of that.
void slide(global const float* row, float* to, int left, int right, int columns)
{
    float sum = 0;
    for (int x = max(left - RADIUS - 1, 0); x < min(left + RADIUS, columns); ++x)
        sum += row[x];
    int x = left;
    for (; x < right && x <= RADIUS; ++x) {
        if (x + RADIUS < columns) sum += row[x + RADIUS];
        to[x - left] = sum / inside(x, columns);
    }
    for (; x < right && x + RADIUS < columns; ++x) {
        sum += row[x + RADIUS] - row[x - RADIUS - 1];
        to[x - left] = sum * (1.0f / WINDOW);
    }
    for (; x < right; ++x) {
        sum -= row[x - RADIUS - 1];
        to[x - left] = sum / inside(x, columns);
    }
}
//! [slide]

//! [row_blocks]
// The first pass as before, though with a block of rows for each work-item.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
slide_rows(global const float* in, global float* between, uint columns, uint rows)
{
    float means[STRIP];
    const int left = get_group_id(1) * STRIP, right = min(left + STRIP, (int)columns);
    const int top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, (int)rows);
    for (int y = top; y < bottom; ++y) {
        slide(in + y * columns, means, left, right, columns);
        for (int x = left; x < right; ++x) between[y * columns + x] = means[x - left];
    }
}

// The second pass goes along rows, too: all columns of a strip have their moving sums at
// hand, and a whole row enters, another leaves.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
add_rows(global const float* between, global float* out, uint columns, uint rows)
{
    float sums[STRIP];
    const int left = get_group_id(1) * STRIP, width = min(STRIP, (int)columns - left);
    const int top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, (int)rows);
    between += left;
    for (int c = 0; c < width; ++c) sums[c] = 0;
    for (int y = max(top - RADIUS - 1, 0); y < min(top + RADIUS, (int)rows); ++y)
        for (int c = 0; c < width; ++c) sums[c] += between[y * columns + c];
    for (int y = top; y < bottom; ++y) {
        if (y + RADIUS < rows)
            for (int c = 0; c < width; ++c) sums[c] += between[(y + RADIUS) * columns + c];
        if (y > RADIUS)
            for (int c = 0; c < width; ++c)
                sums[c] -= between[(y - RADIUS - 1) * columns + c];
        const float share = 1.0f / inside(y, rows);
        for (int c = 0; c < width; ++c) out[y * columns + left + c] = sums[c] * share;
    }
}
//! [row_blocks]

//! [fused]
// Both passes in one: the means of the last WINDOW rows are kept in a ring, so that
// `between` is not needed. A row takes the place of the row that leaves when it enters.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
fused(global const float* in, global float* out, uint columns, uint rows)
{
    float ring[WINDOW][STRIP], sums[STRIP];
    const int left = get_group_id(1) * STRIP, right = min(left + STRIP, (int)columns),
              width = right - left;
    const int top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, (int)rows);
    for (int c = 0; c < width; ++c) {
        sums[c] = 0;
        for (int k = 0; k < WINDOW; ++k) ring[k][c] = 0;
    }
    // Row y + RADIUS enters. Results begin at y = top.
    for (int y = max(top - 2 * RADIUS, -RADIUS); y < bottom; ++y) {
        float* means = ring[(y + RADIUS) % WINDOW];
        for (int c = 0; c < width; ++c) sums[c] -= means[c];
        if (y + RADIUS < rows) {
            slide(in + (y + RADIUS) * columns, means, left, right, columns);
            for (int c = 0; c < width; ++c) sums[c] += means[c];
        } else {
            for (int c = 0; c < width; ++c) means[c] = 0;
        }
        if (y < top) continue;
        const float share = 1.0f / inside(y, rows);
        for (int c = 0; c < width; ++c) out[y * columns + left + c] = sums[c] * share;
    }
}
//! [fused]
