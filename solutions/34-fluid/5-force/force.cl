// The force of a fluid on the walls. Work-item i takes cell i = y * columns + x. A cell has nine numbers in nine arrays: number q of cell i is element
// q * columns * rows + i of `f`. A group of 1, 2, 4 ... work-items writes the force on its cells' walls, (to the right, downwards), to parts[its number].
constant int right[9] = {0, 1, -1, 0, 0, 1, -1, 1, -1}, down[9] = {0, 0, 0, 1, -1, 1, -1, -1, 1};

kernel void force(global const float* f, global const uchar* wall, global float2* parts, local float2* sums,
                  int columns, int rows)
{
    int cell = get_global_id(0), lane = get_local_id(0), cells = columns * rows;
    float2 sum = 0;
    if (cell < cells && !wall[cell]) {
        int x = cell % columns, y = cell / columns;
        for (int q = 1; q < 9; ++q) {
            int to_x = x + right[q], to_y = y + down[q];
            if (to_x < 0 || to_x >= columns || to_y < 0 || to_y >= rows) continue;
            if (wall[to_y * columns + to_x]) sum += 2 * f[q * cells + cell] * (float2)(right[q], down[q]);
        }
    }
    sums[lane] = sum;
    for (int half_group = get_local_size(0) / 2; half_group > 0; half_group /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < half_group) sums[lane] += sums[lane + half_group];
    }
    if (lane == 0) parts[get_group_id(0)] = sums[0];
}
