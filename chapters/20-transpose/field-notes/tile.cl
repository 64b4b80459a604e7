// Exercise 20/1 with one guard for both halves. Groups of 32 × 8, a tile for each; a
// work-item moves four elements. `in` has `rows` rows of `columns` elements.
#define TILE 32
#define GROUP_ROWS 8

//! [guard]
kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
transpose(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE][TILE + 1];
    uint x = get_group_id(0) * TILE + get_local_id(0);
    uint y = get_group_id(1) * TILE + get_local_id(1);
    for (uint r = 0; r < TILE; r += GROUP_ROWS)
        if (x < columns && y + r < rows)
            tile[get_local_id(1) + r][get_local_id(0)] = in[(y + r) * columns + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * TILE + get_local_id(0);
    y = get_group_id(0) * TILE + get_local_id(1);
    for (uint r = 0; r < TILE; r += GROUP_ROWS)
        if (x < columns && y + r < rows)
            out[(y + r) * rows + x] = tile[get_local_id(0)][get_local_id(1) + r];
}
//! [guard]
