// c = a · b: `a` has `rows` rows of `depth` elements, `b` has `depth` rows of `columns`, `c` has `rows` rows of `columns`.
// Groups of 16 × 16, dimension 0 along the columns; the launch is rounded up to whole groups.
#define SIDE 16

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
tile(global const float* a, global const float* b, global float* c, uint rows, uint columns, uint depth)
{
    local float a_tile[SIDE][SIDE], b_tile[SIDE][SIDE];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (uint first = 0; first < depth; first += SIDE) {
        a_tile[y][x] = row < rows && first + x < depth ? a[(size_t)row * depth + first + x] : 0;
        b_tile[y][x] = first + y < depth && column < columns ? b[(size_t)(first + y) * columns + column] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < SIDE; ++k) sum += a_tile[y][k] * b_tile[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows && column < columns) c[(size_t)row * columns + column] = sum;
}
