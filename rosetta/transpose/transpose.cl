// A matrix of floats transposed through a tile in local memory, whose
// rows are a word longer, so that a column lies in different banks.
#define TILE 32
#define ROWS                                                   \
    8 // of a group; each work-item does TILE / ROWS elements

//! [index]
kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1))) void
transpose(global const float* in, global float* out,
    uint columns, uint rows)
{
    local float tile[TILE][TILE + 1];
    const uint x = get_local_id(0), y = get_local_id(1);
    const uint left = get_group_id(0) * TILE;
    const uint top = get_group_id(1) * TILE;
    //! [index]
    //! [read]
    for (uint r = y; r < TILE; r += ROWS)
        if (left + x < columns && top + r < rows)
            tile[r][x] = in[(top + r) * columns + left + x];
    //! [read]
    //! [wait]
    barrier(CLK_LOCAL_MEM_FENCE);
    //! [wait]
    //! [write]
    for (uint c = y; c < TILE; c += ROWS)
        if (left + c < columns && top + x < rows)
            out[(left + c) * rows + top + x] = tile[x][c];
    //! [write]
}
