// Sums along the rows of a grey picture. Work-item y has row y; the launch has whole groups.

kernel void row_sums(global const uchar* in, global uint* sums, uint columns, uint rows, uint radius)
{
    uint y = get_global_id(0);
    if (y >= rows) return;
    // Each sum is made afresh here, of all pixels in its window. Your code makes it of the one before.
    for (uint x = 0; x < columns; ++x) {
        uint sum = 0;
        for (uint i = 0; i < columns; ++i)
            if (max(i, x) - min(i, x) <= radius) sum += in[(size_t)y * columns + i];
        sums[(size_t)y * columns + x] = sum;
    }
}
