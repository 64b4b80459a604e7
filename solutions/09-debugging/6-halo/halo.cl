// Two kernels that look at neighbours. A work-group brings its part of the input to local memory together with the neighbours
// around it, the halo; a barrier follows, and then everybody reads from there. The launch is rounded up to whole groups.
#define RADIUS 2
#define GROUP 64

// out[i] = in[i - RADIUS] + … + in[i + RADIUS], where what is not one of the n values counts as 0. Work-item i makes out[i].
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void smooth(global const int* in, int n,
                                                                      global int* out)
{
    local int tile[GROUP + 2 * RADIUS];
    const int i = get_global_id(0);
    const int item = get_local_id(0);
    tile[item + RADIUS] = i < n ? in[i] : 0;
    if (item < RADIUS) {
        tile[item] = i >= RADIUS ? in[i - RADIUS] : 0;
        tile[item + RADIUS + GROUP] = i + GROUP < n ? in[i + GROUP] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n) return;
    int sum = 0;
    for (int away = -RADIUS; away <= RADIUS; ++away) sum += tile[item + RADIUS + away];
    out[i] = sum;
}

#define COLUMNS 16
#define ROWS 4
#define WIDTH (COLUMNS + 2)
#define HEIGHT (ROWS + 2)

// out(x, y) is the brightest of the 3 × 3 pixels around (x, y), where what is not in the picture does not count. Pixel (x, y)
// is element y * columns + x, and work-item (x, y) makes it. The tile's cells are numbered row by row, and work-item k of the
// group brings cells k, k + COLUMNS * ROWS, … as long as there are any.
kernel __attribute__((reqd_work_group_size(COLUMNS, ROWS, 1))) void
brightest(global const int* in, int columns, int rows, global int* out)
{
    local int tile[WIDTH * HEIGHT];
    const int first_column = get_group_id(0) * COLUMNS - 1;
    const int first_row = get_group_id(1) * ROWS - 1;
    for (int k = get_local_id(1) * COLUMNS + get_local_id(0); k < WIDTH * HEIGHT; k += COLUMNS * ROWS) {
        const int column = first_column + k % WIDTH;
        const int row = first_row + k / WIDTH;
        const bool inside = column >= 0 && column < columns && row >= 0 && row < rows;
        tile[k] = inside ? in[row * columns + column] : INT_MIN;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    int most = INT_MIN;
    for (int down = 0; down < 3; ++down)
        for (int right = 0; right < 3; ++right)
            most = max(most, tile[(get_local_id(1) + down) * WIDTH + get_local_id(0) + right]);
    out[y * columns + x] = most;
}
