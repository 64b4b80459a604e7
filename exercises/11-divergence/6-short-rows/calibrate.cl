// Calibrates the lines of a scanner: out[row][column] = gain[row] * in[row][column] + dark[column], modulo 2^32. Rows lie one behind the
// other, with `columns` values each. 1D, work-groups of any size; at least rows * columns work-items.
kernel void calibrate(global const uint* in, global const uint* gain, global const uint* dark,
                      global uint* out, uint rows, uint columns)
{
    // A work-group a row: with 40 columns, 24 of an Adreno's 64 lanes have nothing to do. Your mapping here.
    const uint row = get_group_id(0);
    const uint column = get_local_id(0);
    if (row >= rows || column >= columns) return;
    out[row * columns + column] = gain[row] * in[row * columns + column] + dark[column];
}
