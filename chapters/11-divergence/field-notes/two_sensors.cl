// Converts a log of two sensors: resistances at even elements become logarithms, pressures at odd ones square
// roots. One-dimensional work-groups of a multiple of 128 work-items; at least n work-items; each converts one
// element.

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

//! [newton]
// The square root, rounded down: Newton's method, until nothing changes any more.
uint square_root(uint value)
{
    if (value < 2) return value;
    uint root = value / 2, better = (root + value / root) / 2;
    while (better != root) {
        root = better;
        better = (root + value / root) / 2;
    }
    return root;
}
//! [newton]

// The first half of a work-group takes its even elements, the second half the odd ones. Half of a multiple of 128
// is a multiple of 64, so no sub-group of 32 or 64 lies on both sides.
kernel void convert(global const uint* reading, global uint* result, uint n)
{
    const uint half_group = get_local_size(0) / 2;
    const uint odd = get_local_id(0) >= half_group;
    const uint pair = get_local_id(0) - odd * half_group;
    const uint element = get_group_id(0) * get_local_size(0) + 2 * pair + odd;
    if (element >= n) return;
    if (odd == 0)
        result[element] = logarithm(reading[element]);
    else
        result[element] = square_root(reading[element]);
}
