// Sums along the rows of a grey picture, by a moving sum. Work-item y has row y; the launch has whole groups.

kernel void row_sums(global const uchar* in, global uint* sums, uint columns, uint rows, uint radius)
{
    uint y = get_global_id(0);
    if (y >= rows || columns == 0) return;
    in += (size_t)y * columns;
    sums += (size_t)y * columns;
    uint reach = min(radius, columns - 1); // no pixel of a row is farther away
    uint sum = 0;
    for (uint x = 0; x < reach; ++x) sum += in[x];
    for (uint x = 0; x < columns; ++x) {
        if (reach < columns - x) sum += in[x + reach];
        if (x > reach) sum -= in[x - reach - 1];
        sums[x] = sum;
    }
}
