// rejected by: correct, a wide matrix is transposed
// Transposes a matrix through tiles of 32 × 32 in local memory. `in` has `rows` rows of `columns` elements, `out` has
// `columns` rows of `rows`. Groups of 32 × 8; a work-item moves four elements. The launch has whole groups.
#define TILE 32
#define GROUP_ROWS 8

kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
transpose(global const float* in, global float* out, uint columns, uint rows)
{
    local float tile[TILE][TILE + 1];
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    for (uint r = j; r < TILE; r += GROUP_ROWS)
        if (left + i < columns && top + r < rows) tile[r][i] = in[(top + r) * columns + left + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint c = j; c < TILE; c += GROUP_ROWS)
        if (left + c < columns && top + i < rows) out[(left + c) * columns + top + i] = tile[i][c];
}
