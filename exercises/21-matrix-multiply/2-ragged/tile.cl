// c = a · b: `a` has `rows` rows of `depth` elements, `b` has `depth` rows of `columns`, `c` has `rows` rows of `columns`.
// Groups of 16 × 16, dimension 0 along the columns; the launch is rounded up to whole groups.
#define SIDE 16

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
tile(global const float* a, global const float* b, global float* c, uint rows, uint columns, uint depth)
{
    local float a_tile[SIDE][SIDE], b_tile[SIDE][SIDE];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_global_id(0), row = get_global_id(1);
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (uint t = 0; t < depth / SIDE; ++t) {
        a_tile[y][x] = a[(size_t)row * depth + t * SIDE + x];
        b_tile[y][x] = b[(size_t)(t * SIDE + y) * columns + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < SIDE; ++k) sum += a_tile[y][k] * b_tile[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[(size_t)row * columns + column] = sum;
}
