// Transposes a matrix. `in` has `rows` rows of `columns` elements, `out` has `columns` rows of `rows`. Groups of 16 × 16,
// one for each tile of 64 × 64; get_group_id(0) numbers them downwards, get_group_id(1) from left to right. The launch has
// whole groups.
#define TILE 64

kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
vectors(global const float* in, global float* out, uint columns, uint rows)
{
    // Right, with one float an access. Four at a time is your part.
    local float tile[TILE][TILE + 1];
    uint i = get_local_id(0), j = get_local_id(1);
    uint left = get_group_id(1) * TILE, top = get_group_id(0) * TILE;
    for (uint r = j; r < TILE; r += 16)
        for (uint c = i; c < TILE; c += 16)
            if (left + c < columns && top + r < rows) tile[r][c] = in[(top + r) * columns + left + c];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint c = j; c < TILE; c += 16)
        for (uint r = i; r < TILE; r += 16)
            if (left + c < columns && top + r < rows) out[(left + c) * rows + top + r] = tile[r][c];
}
