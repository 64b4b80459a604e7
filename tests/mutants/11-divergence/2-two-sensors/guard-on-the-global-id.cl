// rejected by: correct, a log of any length is converted, and nothing beyond it
// The logarithm to base 2 in units of 1 / 65536, rounded down; 0 for a value of 0.
uint logarithm(uint value)
{
    const uint shift = clz(value | 1);
    uint mantissa = (value | 1) << shift >> 16;
    uint fraction = 0;
    for (uint step = 0; step < 16; ++step) {
        const uint square = mantissa * mantissa >> 15;
        const uint bit = square >> 16;
        mantissa = square >> bit;
        fraction = 2 * fraction + bit;
    }
    return (31 - shift) * 65536 + fraction;
}

// The square root, rounded down.
uint square_root(uint value)
{
    uint root = 0;
    for (uint bit = 0x8000; bit != 0; bit >>= 1) {
        const uint tried = root | bit;
        root = tried * tried <= value ? tried : root;
    }
    return root;
}

kernel void convert(global const uint* reading, global uint* result, uint n)
{
    const uint half_group = get_local_size(0) / 2;
    const uint odd = get_local_id(0) >= half_group;
    const uint pair = get_local_id(0) - odd * half_group;
    const uint element = get_group_id(0) * get_local_size(0) + 2 * pair + odd;
    if (get_global_id(0) >= n) return;
    if (odd == 0)
        result[element] = logarithm(reading[element]);
    else
        result[element] = square_root(reading[element]);
}
