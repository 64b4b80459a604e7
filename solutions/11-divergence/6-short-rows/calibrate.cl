// Calibrates the lines of a scanner: out[row][column] = gain[row] * in[row][column] + dark[column], modulo 2^32. Rows lie one behind the
// other, with `columns` values each. 1D, work-groups of any size; at least rows * columns work-items.
kernel void calibrate(global const uint* in, global const uint* gain, global const uint* dark,
                      global uint* out, uint rows, uint columns)
{
    const uint i = get_global_id(0);
    if (i >= rows * columns) return;
    out[i] = gain[i / columns] * in[i] + dark[i % columns];
}
