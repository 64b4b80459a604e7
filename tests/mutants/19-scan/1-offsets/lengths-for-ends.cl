// rejected by: correct, rows of different lengths stand side by side
// Packs the used elements of a table. Work-item (x, y) moves element x of row y to its place, if row y uses it.
// ends[y] = lengths[0] + … + lengths[y].
kernel void pack(global const float* table, global const uint* lengths, global const uint* ends,
                 global float* packed, uint columns, uint rows)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (y >= rows || x >= lengths[y]) return;
    const uint begin = y == 0 ? 0 : lengths[y - 1];
    packed[begin + x] = table[y * columns + x];
}
