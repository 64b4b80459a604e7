// Turns a picture clockwise by a quarter. `in` has `rows` rows of `columns` pixels, `out` has `columns` rows of `rows`. Groups of 32 × 8;
// a work-item moves four pixels of the group's 32 × 32. The launch has whole groups.
#define TILE 32
#define GROUP_ROWS 8

kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
turn(global const uint* in, global uint* out, uint columns, uint rows)
{
    // Right, but each store of a sub-group goes to 32 rows of `out`. Turn the corner in local memory.
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    for (uint r = j; r < TILE; r += GROUP_ROWS)
        if (left + i < columns && top + r < rows)
            out[(left + i) * rows + rows - 1 - (top + r)] = in[(top + r) * columns + left + i];
}
