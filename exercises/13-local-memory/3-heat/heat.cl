// One step of heat conduction on a plate whose rim lets nothing out. Work-item (x, y) makes cell (x, y), which is
// element y * columns + x; the launch may be larger than the plate in both dimensions.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
heat_step(global const float* before, global float* after, uint columns, uint rows, float rate)
{
    // Right, but nearly every cell is read five times. Bring the group's cells and their halo to local memory.
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= (int)columns || y >= (int)rows) return;
    const int left = max(x - 1, 0);
    const int right = min(x + 1, (int)columns - 1);
    const int above = max(y - 1, 0);
    const int below = min(y + 1, (int)rows - 1);
    const float here = before[y * columns + x];
    after[y * columns + x] =
        here + rate * (before[y * columns + left] + before[y * columns + right] +
                       before[above * columns + x] + before[below * columns + x] - 4 * here);
}
