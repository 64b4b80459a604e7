// Inclusive scan in one pass, of uints modulo 2^32. 1D; a work-group of 64 work-items scans one tile of 64 elements: the tile
// whose number it draws.
#define TILE 64

// What tiles have published: two words for each, tile t's at states + 2 * t. Each word has a status and one half of a value, so
// it does not matter which of the two is seen first. Behind them is the number of the next tile. All are 0 at first.
enum
{
    nothing_yet = 0,
    sum_of_tile = 1 << 16, // the value is the sum of the tile's own elements
    sum_so_far = 2 << 16   // the value is the sum of all elements up to and with the tile's
};

void publish(volatile global uint* states, uint tile, uint status, uint value)
{
    atomic_xchg(states + 2 * tile, status | value >> 16);
    atomic_xchg(states + 2 * tile + 1, status | (value & 0xffff));
}

// What a tile has published by now. If it publishes something later, a later call returns that.
uint2 published(volatile global uint* states, uint tile)
{
    return (uint2)(atomic_or(states + 2 * tile, 0), atomic_or(states + 2 * tile + 1, 0));
}

uint status_of(uint2 state)
{
    return (state.x ^ state.y) >> 16 == 0 ? state.x & ~0xffffu : nothing_yet;
}

uint value_of(uint2 state)
{
    return state.x << 16 | (state.y & 0xffff);
}

// Publishes the tile's own sum, finds the sum of all tiles before it and publishes the sum so far. Returns the sum before the
// tile.
uint look_back(volatile global uint* states, uint tile, uint sum)
{
    // Your code here.
    return 0;
}

kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void
scan_in_one_pass(global const uint* in, global uint* out, volatile global uint* states, uint n)
{
    local uint block[TILE];
    local uint ticket, before;
    const uint l = get_local_id(0), tiles = (n + TILE - 1) / TILE;
    if (l == 0) ticket = atomic_inc(states + 2 * tiles);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint tile = ticket, i = tile * TILE + l;
    uint sum = i < n ? in[i] : 0;
    for (uint distance = 1; distance < TILE; distance *= 2) {
        block[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= distance) sum += block[l - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == TILE - 1) before = look_back(states, tile, sum); // one work-item, which has the tile's sum
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = before + sum;
}
