// c = a · bᵀ: `a` has `rows` rows of `depth` elements, `b` has `columns` rows of `depth`, `c` has `rows` rows of `columns`.
// Groups of 16 × 16, dimension 0 along the columns of c; the launch is rounded up to whole groups.
#define SIDE 16

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void by_transposed(global const float* a,
                                                                               global const float* b,
                                                                               global float* c, uint rows,
                                                                               uint columns, uint depth)
{
    // Both tiles are read along rows. A column of b_tile would lie in two banks without the padding.
    local float a_tile[SIDE][SIDE], b_tile[SIDE][SIDE + 1];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_global_id(0), row = get_global_id(1);
    uint row_of_b = get_group_id(0) * SIDE + y;
    float sum = 0;
    for (uint first = 0; first < depth; first += SIDE) {
        bool has = first + x < depth;
        a_tile[y][x] = has && row < rows ? a[(size_t)row * depth + first + x] : 0;
        b_tile[y][x] = has && row_of_b < columns ? b[(size_t)row_of_b * depth + first + x] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < SIDE; ++k) sum += a_tile[y][k] * b_tile[x][k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows && column < columns) c[(size_t)row * columns + column] = sum;
}
