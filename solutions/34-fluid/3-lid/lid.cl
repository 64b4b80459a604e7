// A step of a fluid in a box whose lid moves. A work-item takes cell (x, y); row 0 is the uppermost one. A cell has nine numbers in nine arrays:
// number q of cell (x, y) is element q * columns * rows + y * columns + x. All cells are fluid, and the walls stand around them.
constant int right[9] = {0, 1, -1, 0, 0, 1, -1, 1, -1}, down[9] = {0, 0, 0, 1, -1, 1, -1, -1, 1};
constant float weight[9] = {4.0F / 9,  1.0F / 9,  1.0F / 9,  1.0F / 9, 1.0F / 9,
                            1.0F / 36, 1.0F / 36, 1.0F / 36, 1.0F / 36};
constant int opposite[9] = {0, 2, 1, 4, 3, 6, 5, 8, 7};

kernel void step_below_lid(global const float* from, global float* to, int columns, int rows, float rate,
                           float lid)
{
    int x = get_global_id(0), y = get_global_id(1), cells = columns * rows, cell = y * columns + x;
    if (x >= columns || y >= rows) return;
    float f[9], density = 0, u = 0, v = 0;
    for (int q = 0; q < 9; ++q) {
        int from_x = x - right[q], from_y = y - down[q];
        if (from_x < 0 || from_x >= columns || from_y < 0 || from_y >= rows) {
            f[q] = from[opposite[q] * cells + cell];
            if (from_y < 0) f[q] += 6 * weight[q] * right[q] * lid;
        } else
            f[q] = from[q * cells + from_y * columns + from_x];
        density += f[q];
        u += right[q] * f[q];
        v += down[q] * f[q];
    }
    u /= density;
    v /= density;
    for (int q = 0; q < 9; ++q) {
        float along = right[q] * u + down[q] * v;
        float rest = weight[q] * density * (1 + 3 * along + 4.5F * along * along - 1.5F * (u * u + v * v));
        to[q * cells + cell] = f[q] + rate * (rest - f[q]);
    }
}
