// The force of a fluid on the walls. Work-item i takes cell i = y * columns + x. A cell has nine numbers in nine arrays: number q of cell i is element
// q * columns * rows + i of `f`. A group of 1, 2, 4 ... work-items writes the force on its cells' walls, (to the right, downwards), to parts[its number].
constant int right[9] = {0, 1, -1, 0, 0, 1, -1, 1, -1}, down[9] = {0, 0, 0, 1, -1, 1, -1, -1, 1};

kernel void force(global const float* f, global const uchar* wall, global float2* parts, local float2* sums,
                  int columns, int rows)
{
    // Your code here.
}
