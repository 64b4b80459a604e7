// Three kernels whose work-items take themselves for others. In all of them the launch may be larger than what there is to do.

// Mirrors a picture: what is in column x goes to column columns - 1 - x of the same row. Pixel (x, y) is element
// y * columns + x. Work-item (x, y), of dimensions 0 and 1, moves pixel (x, y) of `in`.
kernel void mirror(global const int* in, global int* out, uint columns, uint rows)
{
    const uint x = get_global_id(1);
    const uint y = get_global_id(0);
    if (x >= columns || y >= rows) return;
    out[y * columns + columns - 1 - x] = in[y * columns + x];
}

// The peak of each block: work-group g writes into peaks[g] the largest of its values, values[g * size] to
// values[g * size + size - 1], of which the last block may have fewer. In each group one work-item is enough. A group without
// any value writes nothing.
kernel void block_peaks(global const int* values, uint n, global int* peaks)
{
    const uint size = get_local_size(0);
    const uint begin = get_group_id(0) * size;
    if (begin >= n) return;
    if (get_group_id(0) == 0) {
        int peak = values[begin];
        for (uint i = begin + 1; i < min(begin + size, n); ++i) peak = max(peak, values[i]);
        peaks[get_group_id(0)] = peak;
    }
}

// Turns each block round: what is first in a work-group's block becomes last. The last block may be shorter than a group, and
// is turned round within itself. Each work-item moves one value, that of its own place in its group's block.
kernel void turn_blocks(global const int* in, uint n, global int* out)
{
    const uint size = get_local_size(0);
    const uint place = get_local_id(0) * size + get_local_id(0);
    if (place >= n) return;
    const uint begin = place / size * size;
    const uint end = min(begin + size, n);
    out[begin + (end - 1 - place)] = in[place];
}
