// Packs the used elements of a table. Work-item (x, y) moves element x of row y to its place, if row y uses it.
// ends[y] = lengths[0] + … + lengths[y].
kernel void pack(global const float* table, global const uint* lengths, global const uint* ends,
                 global float* packed, uint columns, uint rows)
{
    // Your code here.
}
