// What neighbouring bands of a channel need of each other. Row 0 of a band is the last one of the band above, and its last row the
// first one of the band below. Three of a cell's numbers fly upwards and three downwards; only those cross.
#include "fluid.cl"

constant int crossing[6] = {4, 6, 7, 3, 5, 8}; // upwards, then downwards

//! [pack]
// A work-item is (column, which of six): what leaves the band's own first row upwards, and its own last row downwards.
kernel void pack(global const float* f, global float* edges, int columns, int rows)
{
    int x = get_global_id(0), which = get_global_id(1), cells = columns * rows;
    if (x >= columns) return;
    int row = which < 3 ? 1 : rows - 2;
    edges[which * columns + x] = f[AT(crossing[which], row * columns + x, cells)];
}
//! [pack]

// What came from above flies downwards into row 0, and what came from below upwards into the last row.
kernel void unpack(global float* f, global const float* edges, int columns, int rows)
{
    int x = get_global_id(0), which = get_global_id(1), cells = columns * rows;
    if (x >= columns) return;
    int row = which < 3 ? 0 : rows - 1;
    f[AT(crossing[(which + 3) % 6], row * columns + x, cells)] = edges[which * columns + x];
}
