// rejected by: correct, tiles change places
// Transposes a square matrix where it stands. Groups of 32 × 8, one for each tile of 32 × 32; the group at (g, h) with
// g > h exchanges tile (g, h) with its mirror image (h, g), those with g = h turn a tile of the diagonal, and the others
// have nothing to do. The launch has whole groups.
#define TILE 32
#define GROUP_ROWS 8

kernel __attribute__((reqd_work_group_size(TILE, GROUP_ROWS, 1))) void
transpose_in_place(global float* matrix, uint n)
{
    local float upper[TILE][TILE + 1], lower[TILE][TILE + 1];
    uint i = get_local_id(0), j = get_local_id(1);
    uint g = get_group_id(0), h = get_group_id(1);
    bool works = g >= h; // one group of each pair; the others only meet the barrier
    bool pair = g > h;   // a tile of the diagonal is its own partner
    uint left = g * TILE, top = h * TILE;
    for (uint r = j; r < TILE; r += GROUP_ROWS) {
        if (works && left + i < n && top + r < n) upper[r][i] = matrix[(top + r) * n + left + i];
        if (pair && top + i < n && left + r < n) lower[r][i] = matrix[(left + r) * n + top + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = j; r < TILE; r += GROUP_ROWS) {
        if (works && top + i < n && left + r < n) matrix[(left + r) * n + top + i] = upper[i][r];
        ;
    }
}
