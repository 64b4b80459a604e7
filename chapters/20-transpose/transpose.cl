// Transposing a matrix of floats, the way one would write it first.

//! [transpose]
// Work-item (x, y) moves the element in column x of row y: it goes to row x, column y of
// the result. `in` has `rows` rows of `columns` elements, `out` has `columns` rows of
// `rows`. Groups of any shape; at most 2^32 elements, since an index is a uint.
kernel void transpose(global const float* in, global float* out, uint columns, uint rows)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= columns || y >= rows) return; // the launch is rounded up to whole groups
    out[x * rows + y] = in[y * columns + x];
}
//! [transpose]
