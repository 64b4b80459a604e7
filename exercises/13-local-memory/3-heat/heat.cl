// One step of heat conduction on a plate whose rim lets nothing out. Work-item (x, y) makes cell (x, y), which is
// element y * columns + x; the launch may be larger than the plate in both dimensions.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
heat_step(global const float* before, global float* after, uint columns, uint rows, float rate)
{
    // Bring the group's cells and their halo to local memory, and make each cell from there.
    // Your code here.
}
