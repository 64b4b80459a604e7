// A step of a fluid in a box whose edges meet, in one buffer. A work-item takes cell (x, y). Place q of cell (x, y) is element
// q * columns * rows + y * columns + x. `odd` is 0 in the first step, 1 in the second, 0 in the third, and so on.
constant int right[9] = {0, 1, -1, 0, 0, 1, -1, 1, -1}, down[9] = {0, 0, 0, 1, -1, 1, -1, -1, 1};
constant float weight[9] = {4.0F / 9,  1.0F / 9,  1.0F / 9,  1.0F / 9, 1.0F / 9,
                            1.0F / 36, 1.0F / 36, 1.0F / 36, 1.0F / 36};
constant int opposite[9] = {0, 2, 1, 4, 3, 6, 5, 8, 7};

// Place q of the cell that is `times` steps of direction q away from (x, y): the cell itself for 0, the cell ahead for 1, the cell behind for -1.
int place_of(int q, int times, int x, int y, int columns, int rows)
{
    int at_x = (x + times * right[q] + columns) % columns, at_y = (y + times * down[q] + rows) % rows;
    return q * columns * rows + at_y * columns + at_x;
}

// Moves the nine numbers of a cell a part of the way to their equilibrium.
void collide(float* f, float rate)
{
    float density = 0, u = 0, v = 0;
    for (int q = 0; q < 9; ++q) {
        density += f[q];
        u += right[q] * f[q];
        v += down[q] * f[q];
    }
    u /= density;
    v /= density;
    for (int q = 0; q < 9; ++q) {
        float along = right[q] * u + down[q] * v;
        float rest = weight[q] * density * (1 + 3 * along + 4.5F * along * along - 1.5F * (u * u + v * v));
        f[q] += rate * (rest - f[q]);
    }
}

kernel void step_in_place(global float* numbers, int columns, int rows, float rate, int odd)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    float f[9];
    // Your code here. It pulls from the neighbours and writes to its own cell, in every step: while others still read there.
    for (int q = 0; q < 9; ++q) f[q] = numbers[place_of(q, -1, x, y, columns, rows)];
    collide(f, rate);
    for (int q = 0; q < 9; ++q) numbers[place_of(q, 0, x, y, columns, rows)] = f[q];
}
