// rejected by: clean, a hot cell warms its four neighbours
#define GROUP_COLUMNS 32 // a sub-group is one row, so it reads 32 neighbours of local memory
#define GROUP_ROWS 8
#define GROUP (GROUP_COLUMNS * GROUP_ROWS)
#define WIDTH (GROUP_COLUMNS + 2)
#define HEIGHT (GROUP_ROWS + 2)

kernel __attribute__((reqd_work_group_size(GROUP_COLUMNS, GROUP_ROWS, 1))) void
heat_step(global const float* before, global float* after, uint columns, uint rows, float rate)
{
    local float tile[HEIGHT * WIDTH];
    const int first_column = (int)(get_group_id(0) * GROUP_COLUMNS) - 1;
    const int first_row = (int)(get_group_id(1) * GROUP_ROWS) - 1;
    const int n = get_local_id(1) * GROUP_COLUMNS + get_local_id(0);
    for (int i = n; i < GROUP; i += GROUP) {
        const int column = clamp(first_column + i % WIDTH, 0, (int)columns - 1);
        const int row = clamp(first_row + i / WIDTH, 0, (int)rows - 1);
        tile[i] = before[row * columns + column];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const int here = (get_local_id(1) + 1) * WIDTH + get_local_id(0) + 1;
    after[y * columns + x] = tile[here] + rate * (tile[here - 1] + tile[here + 1] + tile[here - WIDTH] +
                                                  tile[here + WIDTH] - 4 * tile[here]);
}
