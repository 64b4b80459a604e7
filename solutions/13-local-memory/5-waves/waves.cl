// Takes a picture apart into waves, in blocks of 32 × 32 as video is coded: coefficients = waves * block * transpose of waves. 2D; the
// work-group (h, v) makes block (h, v), and the launch has a group for each. Row i of `waves`, which are 32 × 32 numbers, is
// wave i. Pixel (x, y) is picture[y * columns + x], and beyond the picture's rim all are 0. Rows of coefficients are as
// long as the blocks are wide together.
#define SIDE 32
#define GROUP_ROWS 8

kernel __attribute__((reqd_work_group_size(SIDE, GROUP_ROWS, 1))) void take_apart(global const int* picture,
                                                                                  global const int* waves,
                                                                                  global int* coefficients,
                                                                                  uint columns, uint rows)
{
    local int block[SIDE][SIDE];
    local int wave[SIDE][SIDE + 1]; // neighbours read down its columns
    local int half_way[SIDE][SIDE];
    const uint x = get_local_id(0);
    const uint first_column = get_group_id(0) * SIDE;
    const uint first_row = get_group_id(1) * SIDE;

    for (uint y = get_local_id(1); y < SIDE; y += GROUP_ROWS) {
        const bool inside = first_column + x < columns && first_row + y < rows;
        block[y][x] = inside ? picture[(first_row + y) * columns + first_column + x] : 0;
        wave[y][x] = waves[y * SIDE + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Along the rows of the block: row y times wave x.
    for (uint y = get_local_id(1); y < SIDE; y += GROUP_ROWS) {
        int sum = 0;
        for (uint k = 0; k < SIDE; ++k) sum += block[y][k] * wave[x][k];
        half_way[y][x] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Down its columns: wave y times column x.
    const uint row_length = get_num_groups(0) * SIDE;
    for (uint y = get_local_id(1); y < SIDE; y += GROUP_ROWS) {
        int sum = 0;
        for (uint k = 0; k < SIDE; ++k) sum += wave[y][k] * half_way[k][x];
        coefficients[(first_row + y) * row_length + first_column + x] = sum;
    }
}
