// Means of 9 × 9 pixels in one pass. Work-item (g, h), a group of its own, has rows g * BLOCK_ROWS … of columns h * STRIP … of the picture:
// BLOCK_ROWS rows and STRIP columns, as far as they exist.
#ifndef STRIP
#define STRIP 512
#endif
#ifndef BLOCK_ROWS
#define BLOCK_ROWS 64
#endif
#define RADIUS 4
#define WINDOW (2 * RADIUS + 1)

// How many of 0 … count - 1 are at most RADIUS away from `at`.
int inside(int at, int count)
{
    return min(at + RADIUS, count - 1) - max(at - RADIUS, 0) + 1;
}

// The sums along a row for columns left … right - 1.
void sum_along(global const float* row, float* to, int left, int right, int columns)
{
    float sum = 0;
    for (int x = max(left - RADIUS, 0); x < min(left + RADIUS, columns); ++x) sum += row[x];
    for (int x = left; x < right; ++x) {
        if (x + RADIUS < columns) sum += row[x + RADIUS];
        to[x - left] = sum;
        if (x >= RADIUS) sum -= row[x - RADIUS]; // before the next one
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void fused(global const float* in, global float* out,
                                                                 uint columns, uint rows)
{
    float ring[WINDOW][STRIP], sums[STRIP];
    const int left = get_group_id(1) * STRIP, right = min(left + STRIP, (int)columns);
    const int top = get_group_id(0) * BLOCK_ROWS, bottom = min(top + BLOCK_ROWS, (int)rows);
    const int width = right - left;
    for (int c = 0; c < width; ++c) {
        sums[c] = 0;
        for (int k = 0; k < WINDOW; ++k) ring[k][c] = 0;
    }
    for (int enters = max(top - RADIUS, 0); enters < bottom + RADIUS; ++enters) {
        float* place = ring[enters % WINDOW]; // of the row that leaves now
        for (int c = 0; c < width; ++c) sums[c] -= place[c];
        if (enters < rows) {
            sum_along(in + (size_t)enters * columns, place, left, right, columns);
            for (int c = 0; c < width; ++c) sums[c] += place[c];
        } else {
            for (int c = 0; c < width; ++c) place[c] = 0;
        }
        const int y = enters - RADIUS;
        if (y < top) continue;
        for (int c = 0; c < width; ++c)
            out[(size_t)y * columns + left + c] = sums[c] / (inside(y, rows) * inside(left + c, columns));
    }
}
