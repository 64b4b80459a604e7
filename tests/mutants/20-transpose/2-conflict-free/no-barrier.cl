// rejected by: clean, squares are transposed
// Transposes a matrix through tiles of 32 × 32 in local memory. `in` has `rows` rows of `columns` elements, `out` has
// `columns` rows of `rows`. Groups of 32 × 8; a work-item moves four elements. The launch has whole groups.
#define TILE 32
#define GROUP_ROWS 8

// Where element (row, column) of the tile lies: in its row, at a place that differs from row to row.
uint place(uint row, uint column)
{
    return row * TILE + (column ^ row);
}

kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
transpose(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE * TILE];
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    for (uint r = j; r < TILE; r += GROUP_ROWS)
        if (left + i < columns && top + r < rows) tile[place(r, i)] = in[(top + r) * columns + left + i];
    for (uint c = j; c < TILE; c += GROUP_ROWS)
        if (left + c < columns && top + i < rows) out[(left + c) * rows + top + i] = tile[place(i, c)];
}
