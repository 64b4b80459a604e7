// The streaming step alone, in a box whose edges meet: what leaves on the right comes in on the left, and likewise above and below. A work-item takes cell
// (x, y), where dimension 0 is x. A cell has nine numbers in nine arrays, one behind the other: number q of cell (x, y) is element q * columns * rows + y * columns + x.
constant int right[9] = {0, 1, -1, 0, 0, 1, -1, 1, -1}, down[9] = {0, 0, 0, 1, -1, 1, -1, -1, 1};

kernel void stream(global const float* from, global float* to, uint columns, uint rows)
{
    // Your code here.
}
