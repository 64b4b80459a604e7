// Transposes a square matrix where it stands. Groups of 32 × 8, one for each tile of 32 × 32. The launch has whole groups.
#define TILE 32
#define GROUP_ROWS 8

kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
transpose_in_place(global float* matrix, uint n)
{
    // Right: each pair of elements belongs to one work-item. But one of its two sides goes down a column.
    uint x = get_global_id(0);
    uint top = get_group_id(1) * TILE;
    for (uint y = top + get_local_id(1); y < top + TILE; y += GROUP_ROWS)
        if (x < n && y < x) {
            float above = matrix[y * n + x];
            matrix[y * n + x] = matrix[x * n + y];
            matrix[x * n + y] = above;
        }
}
