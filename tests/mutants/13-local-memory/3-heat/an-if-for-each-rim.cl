// rejected by: lens, heat_step global_load.requests
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
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int here_column = min(first_column + 1 + lx, (int)columns - 1);
    const int here_row = min(first_row + 1 + ly, (int)rows - 1);
    const int place = (ly + 1) * WIDTH + lx + 1;
    tile[place] = before[here_row * columns + here_column];
    if (lx == 0) tile[place - 1] = before[here_row * columns + max(first_column, 0)];
    if (lx == GROUP_COLUMNS - 1)
        tile[place + 1] = before[here_row * columns + min(here_column + 1, (int)columns - 1)];
    if (ly == 0) tile[place - WIDTH] = before[max(first_row, 0) * columns + here_column];
    if (ly == GROUP_ROWS - 1)
        tile[place + WIDTH] = before[min(here_row + 1, (int)rows - 1) * columns + here_column];
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    const int here = (get_local_id(1) + 1) * WIDTH + get_local_id(0) + 1;
    after[y * columns + x] = tile[here] + rate * (tile[here - 1] + tile[here + 1] + tile[here - WIDTH] +
                                                  tile[here + WIDTH] - 4 * tile[here]);
}
