// After kernels/histogram.cl: its wide_loads with an addition of `one`, which the compiler does not know to be 1.
kernel GROUPED void wide_add(global const uchar* bytes, uint n, global uint* counts, uint one)
{
    local uint table[BINS];
    clear(table, BINS);
    global const uint4* words = (global const uint4*)bytes;
    for (uint i = get_global_id(0); i < n / 16; i += get_global_size(0)) {
        uint4 word = words[i];
        uint parts[4] = {word.x, word.y, word.z, word.w};
        for (uint k = 0; k < 4; ++k) {
            atomic_add(&table[parts[k] & 255], one);
            atomic_add(&table[parts[k] >> 8 & 255], one);
            atomic_add(&table[parts[k] >> 16 & 255], one);
            atomic_add(&table[parts[k] >> 24], one);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = get_local_id(0); bin < BINS; bin += GROUP) atomic_add(&counts[bin], table[bin]);
}
