// rejected by: lens, transpose global_store.efficiency
// Transposes a matrix. `in` has `rows` rows of `columns` elements, `out` has `columns` rows of `rows`. Groups of 32 × 8;
// a work-item moves four elements of the group's 32 × 32. The launch has whole groups.
#define TILE 32
#define GROUP_ROWS 8

kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
transpose(global const float* in, global float* out, uint columns, uint rows)
{
    // Right, but each store of a sub-group goes to 32 rows of `out`. Turn the corner in local memory.
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    for (uint r = j; r < TILE; r += GROUP_ROWS)
        if (left + i < columns && top + r < rows)
            out[(left + i) * rows + top + r] = in[(top + r) * columns + left + i];
}
