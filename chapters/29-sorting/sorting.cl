// Particles in a field, and the plain radix sort that brings them into the order of their places.
// A sort has STRIPS work-groups of GROUP work-items; each has a strip of the keys, which is a whole number of rounds of
// GROUP keys. counts is [256 digits][STRIPS]: how often a strip has a digit, and later where its next key with
// that digit goes.
#define GROUP 64

//! [morton]
// 0…0abcd becomes 0a0b0c0d, for 16 bits.
uint spread(uint x)
{
    x = (x | x << 8) & 0x00FF00FF;
    x = (x | x << 4) & 0x0F0F0F0F;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

// The key of a place: bits of x and y in turn, so that near places have near keys.
kernel void keys_of_places(global const float2* places, global uint* keys,
                           global uint* numbers, uint n, uint side)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint2 cell = convert_uint2(places[i] * (float)side);
    keys[i] = spread(cell.x) | spread(cell.y) << 1;
    numbers[i] = i;
}
//! [morton]

// What the field has where each particle is.
kernel void sample(global const float* field, global const float2* places,
                   global float* seen, uint n, uint side)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint2 cell = convert_uint2(places[i] * (float)side);
    seen[i] = field[cell.y * side + cell.x];
}

// Place i of the new order gets particle numbers[i] of the old one.
kernel void arrange(global const float2* places, global const uint* numbers,
                    global float2* arranged, uint n)
{
    uint i = get_global_id(0);
    if (i < n) arranged[i] = places[numbers[i]];
}

// The first launch: how often each digit occurs in a strip. A digit is 8 bits of the key,
// from bit `shift` on.
kernel void count_digits(global const uint* keys, global uint* counts, uint n, uint shift,
                         uint strip)
{
    local uint count[256];
    uint l = get_local_id(0), g = get_group_id(0);
    for (uint digit = l; digit < 256; digit += GROUP) count[digit] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = g * strip + l; i < min(n, (g + 1) * strip); i += GROUP)
        atomic_inc(&count[keys[i] >> shift & 255]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint digit = l; digit < 256; digit += GROUP)
        counts[digit * STRIPS + g] = count[digit];
}

// The second launch, one work-group of 256: the exclusive scan of all counts, digit by digit
// and in a digit strip by strip. Work-item l has a row of the table, the strips of digit l.
kernel void scan_counts(global uint* counts)
{
    local uint sums[256];
    uint l = get_local_id(0), sum = 0;
    for (uint i = 0; i < STRIPS; ++i) sum += counts[l * STRIPS + i];
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
    for (uint digit = 0; digit < l; ++digit) sum += sums[digit];
    for (uint i = 0; i < STRIPS; ++i) {
        uint count = counts[l * STRIPS + i];
        counts[l * STRIPS + i] = sum;
        sum += count;
    }
}

//! [move]
// The third launch: each key and its value to their place, GROUP keys in a round. Keys with the
// same digit keep their order, within a round and from round to round: the pass is stable.
kernel void move(global const uint* keys, global const uint* values,
                 global uint* sorted_keys, global uint* sorted_values,
                 global const uint* counts, uint n, uint shift, uint strip)
{
    local uint next[256], digits[GROUP];
    uint l = get_local_id(0), g = get_group_id(0);
    for (uint digit = l; digit < 256; digit += GROUP)
        next[digit] = counts[digit * STRIPS + g];
    for (uint first = g * strip; first < min(n, (g + 1) * strip); first += GROUP) {
        uint i = first + l, key = i < n ? keys[i] : 0, digit = key >> shift & 255;
        digits[l] = i < n ? digit : 256;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint before = 0, equal = 0;
        for (uint j = 0; j < GROUP; ++j) {
            before += j < l && digits[j] == digit;
            equal += digits[j] == digit;
        }
        uint place = next[digit] + before;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < n) {
            sorted_keys[place] = key;
            sorted_values[place] = values[i];
            if (before == 0) next[digit] = place + equal;
        }
    }
}
//! [move]
