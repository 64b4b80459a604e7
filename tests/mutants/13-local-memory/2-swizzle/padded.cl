// rejected by: lens, running_totals local_bytes
#define SIDE 32

// Where element (row, column) of the tile is: in its row, at a place that differs from row to row.
uint place(uint row, uint column)
{
    return row * (SIDE + 1) + column;
}

kernel __attribute__((reqd_work_group_size(SIDE, 1, 1))) void
running_totals(global const float* values, global float* totals, uint rows, uint columns)
{
    local float tile[SIDE * (SIDE + 1)];
    const uint i = get_local_id(0);
    const uint first_row = get_group_id(0) * SIDE;
    const uint height = min((uint)SIDE, rows - first_row);
    float total = 0;
    for (uint first_column = 0; first_column < columns; first_column += SIDE) {
        const uint x = first_column + i;
        for (uint row = 0; row < SIDE; ++row)
            tile[place(row, i)] = row < height && x < columns ? values[(first_row + row) * columns + x] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint column = 0; column < SIDE; ++column) {
            total += tile[place(i, column)];
            tile[place(i, column)] = total;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint row = 0; row < height; ++row)
            if (x < columns) totals[(first_row + row) * columns + x] = tile[place(row, i)];
        // No barrier here: the next tile overwrites, of column i, only what work-item i has just taken away.
    }
}
