// Three kernels that are right at the ends, too. In all of them the launch may be larger than what there is to do.

// The steps between neighbours: steps[i] = values[i + 1] - values[i]. Of n values there are n - 1 steps, and of none there
// are none. Work-item i makes step i.
kernel void steps(global const int* values, uint n, global int* steps)
{
    const uint i = get_global_id(0);
    if (i + 1 < n) steps[i] = values[i + 1] - values[i];
}

// Smooths a picture downwards: out(x, y) is the sum of the rows y - radius to y + radius of column x. The first and the last
// `radius` rows do not have that many neighbours, and stay as they are in `in`. The radius is any uint. Work-item x makes
// column x; element (x, y) is y * columns + x.
kernel void smooth_columns(global const int* in, global int* out, uint columns, uint rows, uint radius)
{
    const uint x = get_global_id(0);
    if (x >= columns) return;
    for (uint y = 0; y < rows; ++y) out[y * columns + x] = in[y * columns + x];
    if (rows <= radius) return;
    for (uint y = radius; y < rows - radius; ++y) {
        int sum = 0;
        for (uint row = y - radius; row <= y + radius; ++row) sum += in[row * columns + x];
        out[y * columns + x] = sum;
    }
}

// Adds `more` to each of n values. Work-item i takes four of them, values[4 * i] to values[4 * i + 3].
kernel void raise_fours(global int* values, uint n, int more)
{
    const size_t first = 4 * get_global_id(0);
    for (size_t i = first; i < first + 4 && i < n; ++i) values[i] += more;
}
