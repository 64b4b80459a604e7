// rejected by: correct, the next patch is on its way while this one is worked on
#define COLUMNS 64
#define STRIP_ROWS 8
#define PATCH_COLUMNS (COLUMNS + 2)
#define PATCH_ROWS (STRIP_ROWS + 2)

// Given: the median of nine values.
float median_of_nine(const float* v)
{
    // Sort each column of three. The median of all nine is the middle one of: the largest of the small ones, the
    // middle one of the middle ones, the smallest of the large ones.
    float small[3], middle[3], large[3];
    for (int i = 0; i < 3; ++i) {
        const float a = min(v[i], v[i + 3]);
        const float b = max(v[i], v[i + 3]);
        small[i] = min(a, v[i + 6]);
        middle[i] = max(a, min(b, v[i + 6]));
        large[i] = max(b, v[i + 6]);
    }
    const float p = max(small[0], max(small[1], small[2]));
    const float low = min(middle[0], middle[1]);
    const float high = max(middle[0], middle[1]);
    const float q = max(low, min(high, middle[2]));
    const float r = min(large[0], min(large[1], large[2]));
    return max(min(p, q), min(max(p, q), r));
}

// Starts to bring a strip and its halo, and returns the event of all its copies. Column 0 of the patch is the picture's
// column 64 g - 1; where the picture has no such column, nothing is brought. A row above or below the picture is the
// picture's first or last.
event_t start_patch(local float* patch, global const float* in, int columns, int rows, int first_row)
{
    const int left = (int)(get_group_id(0) * COLUMNS) - 1;
    const int begin = max(left, 0);
    const int end = min(left + PATCH_COLUMNS, columns);
    event_t copied = 0;
    for (int i = 0; i < PATCH_ROWS; ++i) {
        const int row = clamp(first_row - 1 + i, 0, rows - 1);
        copied = async_work_group_copy(patch + i * PATCH_COLUMNS + (begin - left), in + row * columns + begin,
                                       (size_t)(end - begin), copied);
    }
    return copied;
}

kernel __attribute__((reqd_work_group_size(COLUMNS, 1, 1))) void
median(global const float* in, global float* out, uint columns, uint rows, uint strips)
{
    local float patches[2][PATCH_ROWS * PATCH_COLUMNS];
    const uint x = get_global_id(0);
    const uint begin = get_group_id(1) * strips * STRIP_ROWS;
    const uint end = min(begin + strips * STRIP_ROWS, rows);
    // The columns of the patch that hold the left, the same and the right column, clamped to the picture.
    const int here = get_local_id(0) + 1;
    const int left = x == 0 ? here : here - 1;
    const int right = x + 1 >= columns ? here : here + 1;

    event_t next = start_patch(patches[0], in, columns, rows, begin);
    int current = 0;
    for (uint first = begin; first < end; first += STRIP_ROWS) {
        event_t now = next;
        if (first + STRIP_ROWS < end)
            next = start_patch(patches[1 - current], in, columns, rows, first + STRIP_ROWS);
        wait_group_events(1, &now);
        local const float* patch = patches[current];
        const uint height = min((uint)STRIP_ROWS, end - first);
        for (uint row = 0; row < height; ++row) {
            if (x >= columns) continue;
            float v[9];
            for (int i = 0; i < 3; ++i) {
                local const float* line = patch + (row + i) * PATCH_COLUMNS;
                v[3 * i] = line[left];
                v[3 * i + 1] = line[here];
                v[3 * i + 2] = line[right];
            }
            out[(first + row) * columns + x] = median_of_nine(v);
        }
        current = 1 - current;
    }
}
