// The streaming step alone, in a box whose edges meet: what leaves on the right comes in on the left, and likewise above and below. A work-item takes cell
// (x, y), where dimension 0 is x. A cell has nine numbers in nine arrays, one behind the other: number q of cell (x, y) is element q * columns * rows + y * columns + x.
constant int right[9] = {0, 1, -1, 0, 0, 1, -1, 1, -1}, down[9] = {0, 0, 0, 1, -1, 1, -1, -1, 1};

kernel void stream(global const float* from, global float* to, uint columns, uint rows)
{
    uint x = get_global_id(0), y = get_global_id(1), cells = columns * rows;
    if (x >= columns || y >= rows) return;
    for (int q = 0; q < 9; ++q) {
        uint from_x = (x + columns - right[q]) % columns, from_y = (y + rows - down[q]) % rows;
        to[q * cells + y * columns + x] = from[q * cells + from_y * columns + from_x];
    }
}
