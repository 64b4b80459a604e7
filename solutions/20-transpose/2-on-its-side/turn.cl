// Turns a picture clockwise by a quarter. `in` has `rows` rows of `columns` pixels, `out` has `columns` rows of `rows`. Groups of 32 × 8;
// a work-item moves four pixels of the group's 32 × 32. The launch has whole groups.
#define TILE 32
#define GROUP_ROWS 8

kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
turn(global const uint* in, global uint* out, uint columns, uint rows)
{
    local uint tile[TILE][TILE + 1];
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    for (uint r = j; r < TILE; r += GROUP_ROWS)
        if (left + i < columns && top + r < rows) tile[r][i] = in[(top + r) * columns + left + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    // Row y of `in` is the column rows - 1 - y of `out`. Neighbours write from right to left, to the same sectors.
    for (uint c = j; c < TILE; c += GROUP_ROWS)
        if (left + c < columns && top + i < rows) out[(left + c) * rows + rows - 1 - (top + i)] = tile[i][c];
}
