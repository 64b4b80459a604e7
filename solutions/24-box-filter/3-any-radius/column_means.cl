// Means down the columns of a grey picture, 16 columns at a time. Work-item s has columns 16 s … 16 s + 15, as far as they exist; the
// launch has whole groups.

// The first `count` of 16 pixels, and zeros. `whole`: vectors may be read, since all begin at a multiple of 16 bytes.
uchar16 load_16(global const uchar* from, uint count, bool whole)
{
    if (whole) return *(global const uchar16*)from;
    if (count == 16) return vload16(0, from);
    uchar found[16];
    for (uint i = 0; i < 16; ++i) found[i] = i < count ? from[i] : 0;
    return vload16(0, found);
}

void store_16(uchar16 values, global uchar* to, uint count, bool whole)
{
    if (whole) {
        *(global uchar16*)to = values;
    } else if (count == 16) {
        vstore16(values, 0, to);
    } else {
        uchar each[16];
        vstore16(values, 0, each);
        for (uint i = 0; i < count; ++i) to[i] = each[i];
    }
}

kernel void column_means(global const uchar* in, global uchar* out, uint columns, uint rows, uint radius)
{
    size_t left = 16 * get_global_id(0);
    if (left >= columns || rows == 0) return;
    in += left;
    out += left;
    uint count = min(columns - (uint)left, 16u);
    bool whole = columns % 16 == 0;
    uint reach = min(radius, rows - 1);
    uint16 sums = 0;
    for (uint y = 0; y < reach; ++y) sums += convert_uint16(load_16(in + (size_t)y * columns, count, whole));
    for (uint y = 0; y < rows; ++y) {
        if (reach < rows - y)
            sums += convert_uint16(load_16(in + (size_t)(y + reach) * columns, count, whole));
        if (y > reach) sums -= convert_uint16(load_16(in + (size_t)(y - reach - 1) * columns, count, whole));
        const uint top = y > reach ? y - reach : 0;
        uint down = min(reach, rows - 1 - y) + y - top + 1;
        store_16(convert_uchar16((sums + down / 2) / down), out + (size_t)y * columns, count, whole);
    }
}
