// Inclusive scan: out[i] = in[0] + … + in[i]. Rungs 1 and up of the ladder, lowest first; rung 0 is the chapter's.
//
// -D ELEMENT  float (default) or uint; sums of uints are modulo 2^32
// -D GROUP    work-items of a work-group, a power of two from 32 to 1024
// -D BLOCK    elements that a work-group scans; each rung that needs it says how many
// Every kernel takes any n; launches are whole work-groups, get_group_id(0) counts blocks, l = get_local_id(0).
#ifndef ELEMENT
#define ELEMENT float
#endif
#ifndef GROUP
#define GROUP 256
#endif
#if GROUP < 32 || GROUP > 1024 || (GROUP & (GROUP - 1)) != 0
#error GROUP is a power of two from 32 to 1024
#endif
#define JOINED(type, width) type##width
#define VECTOR(type, width) JOINED(type, width)

//! [add_block_sums]
// Second half of the rungs that scan block by block: sums[b] is by now the sum of blocks 0 to b, and everything in
// block b + 1 grows by it. Work-group b has block b + 1, so there is one work-group fewer than blocks.
#ifndef BLOCK
#define BLOCK GROUP
#endif
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
add_block_sums(global ELEMENT* out, global const ELEMENT* sums, uint n)
{
    const uint first = ((uint)get_group_id(0) + 1) * BLOCK;
    const ELEMENT before = sums[get_group_id(0)];
    for (uint i = get_local_id(0); i < BLOCK && first + i < n; i += GROUP) out[first + i] += before;
}
//! [add_block_sums]

//! [block_hillis_steele]
// Blocks of GROUP elements, one a work-item. All the steps of a block run in local memory; its sum goes to sums[block].
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_by_steps(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums, uint n)
{
    local ELEMENT block[GROUP];
    const uint i = get_global_id(0), l = get_local_id(0);
    ELEMENT sum = i < n ? in[i] : 0;
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        block[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= distance) sum += block[l - distance];
        barrier(CLK_LOCAL_MEM_FENCE); // before anyone overwrites what another still reads
    }
    if (i < n) out[i] = sum;
    if (l == GROUP - 1) sums[get_group_id(0)] = sum;
}
//! [block_hillis_steele]

//! [block_sweep]
// Blocks of 2 * GROUP elements. Up: sums of 2, 4, 8 … elements, each at the place of its last element. Down: each of
// these is the start for the half-sized sum to its right. Fewer than two additions an element in all.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_by_sweeps(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums, uint n)
{
    local ELEMENT block[2 * GROUP];
    const uint first = 2 * GROUP * get_group_id(0), l = get_local_id(0);
    for (uint i = l; i < 2 * GROUP; i += GROUP) block[i] = first + i < n ? in[first + i] : 0;
    for (uint distance = 1; distance <= GROUP; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint to = (2 * l + 2) * distance - 1;
        if (to < 2 * GROUP) block[to] += block[to - distance];
    }
    for (uint distance = GROUP / 2; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint to = (2 * l + 3) * distance - 1;
        if (to < 2 * GROUP) block[to] += block[to - distance];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < 2 * GROUP && first + i < n; i += GROUP) out[first + i] = block[i];
    if (l == GROUP - 1) sums[get_group_id(0)] = block[2 * GROUP - 1];
}
//! [block_sweep]

//! [block_sweep_padded]
// The same sweeps, with a word left free after every 32: places 2, 4, 8 … apart are then in different banks.
#define PLACE(i) ((i) + (i) / 32)
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_padded(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums, uint n)
{
    local ELEMENT block[PLACE(2 * GROUP)];
    const uint first = 2 * GROUP * get_group_id(0), l = get_local_id(0);
    for (uint i = l; i < 2 * GROUP; i += GROUP) block[PLACE(i)] = first + i < n ? in[first + i] : 0;
    for (uint distance = 1; distance <= GROUP; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint to = (2 * l + 2) * distance - 1;
        if (to < 2 * GROUP) block[PLACE(to)] += block[PLACE(to - distance)];
    }
    for (uint distance = GROUP / 2; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint to = (2 * l + 3) * distance - 1;
        if (to < 2 * GROUP) block[PLACE(to)] += block[PLACE(to - distance)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < 2 * GROUP && first + i < n; i += GROUP) out[first + i] = block[PLACE(i)];
    if (l == GROUP - 1) sums[get_group_id(0)] = block[PLACE(2 * GROUP - 1)];
}
//! [block_sweep_padded]

//! [block_registers]
// Blocks of 4 * GROUP elements: a work-item scans four in its registers, and only their sums meet in local memory.
typedef VECTOR(ELEMENT, 4) four;

four load_four(global const ELEMENT* in, uint i, uint n)
{
    if (i + 3 < n) return *(global const four*)(in + i); // i is a multiple of four: one access of 16 bytes
    return (four)(i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0);
}

void store_four(global ELEMENT* out, uint i, uint n, four x)
{
    if (i + 3 < n) {
        *(global four*)(out + i) = x;
        return;
    }
    if (i < n) out[i] = x.x;
    if (i + 1 < n) out[i + 1] = x.y;
    if (i + 2 < n) out[i + 2] = x.z;
}

four scanned(four x)
{
    x.y += x.x;
    x.z += x.y;
    x.w += x.z;
    return x;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_in_registers(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums, uint n)
{
    local ELEMENT block[GROUP];
    const uint i = 4 * get_global_id(0), l = get_local_id(0);
    const four x = scanned(load_four(in, i, n));
    ELEMENT sum = x.w;
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        block[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= distance) sum += block[l - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    block[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    store_four(out, i, n, x + (four)(l > 0 ? block[l - 1] : 0));
    if (l == GROUP - 1) sums[get_group_id(0)] = sum;
}
//! [block_registers]

//! [tile]
// Tiles of 4 * ROWS * GROUP elements: ROWS rows of GROUP vectors, of which work-item l has number l in every row.
#ifndef ROWS
#define ROWS 4
#endif
#define TILE (4 * ROWS * GROUP)

void load_tile(four* x, global const ELEMENT* in, uint first, uint n)
{
    if (first + TILE <= n) // the same for the whole group, and true for all tiles but the last
#pragma unroll
        for (uint row = 0; row < ROWS; ++row)
            x[row] = ((global const four*)(in + first))[row * GROUP + get_local_id(0)];
    else
#pragma unroll
        for (uint row = 0; row < ROWS; ++row)
            x[row] = load_four(in, first + 4 * (row * GROUP + get_local_id(0)), n);
}

// Stores x, each vector after adding `before` and what local memory holds for it.
void store_tile(const four* x, local const ELEMENT* sums, ELEMENT before, global ELEMENT* out, uint first,
                uint n)
{
#pragma unroll
    for (uint row = 0; row < ROWS; ++row) {
        const uint i = row * GROUP + get_local_id(0);
        const four y = x[row] + (four)(before + sums[PLACE(i)]);
        if (first + TILE <= n)
            ((global four*)(out + first))[i] = y;
        else
            store_four(out, first + 4 * i, n, y);
    }
}

// The sum of `mine` over the work-items before this one, and in *all that over the whole group. Two barriers do:
// everyone adds up what stands before it in its row of 16, then the sums of the rows before its own.
ELEMENT sum_before(ELEMENT mine, local four* meeting, ELEMENT* all)
{
    const uint l = get_local_id(0), row = l / 16, column = l % 16;
    local ELEMENT* sums = (local ELEMENT*)meeting; // GROUP of work-items, then GROUP / 16 of rows
    sums[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT before = 0;
#pragma unroll
    for (uint i = 0; i < 16; i += 4) {
        const four s = meeting[(16 * row + i) / 4];
        before += (i < column ? s.x : 0) + (i + 1 < column ? s.y : 0) + (i + 2 < column ? s.z : 0) +
                  (i + 3 < column ? s.w : 0);
    }
    if (column == 15) sums[GROUP + row] = before + mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT rows_before = 0, rows = 0;
#pragma unroll
    for (uint i = 0; i < GROUP / 16; ++i) {
        if (i == row) rows_before = rows;
        rows += sums[GROUP + i];
    }
    *all = rows;
    return rows_before + before;
}

// Scans each vector of x, and leaves in sums[PLACE(i)] what stands before vector i in its tile. Returns the tile's sum.
ELEMENT scan_tile(four* x, local ELEMENT* sums, local four* meeting)
{
    const uint l = get_local_id(0);
#pragma unroll
    for (uint row = 0; row < ROWS; ++row) {
        x[row] = scanned(x[row]);
        sums[PLACE(row * GROUP + l)] = x[row].w;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT mine[ROWS + 1]; // of ROWS vectors that are neighbours in the tile, which their owners are not
    mine[0] = 0;
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) mine[i + 1] = mine[i] + sums[PLACE(ROWS * l + i)];
    ELEMENT all;
    const ELEMENT before = sum_before(mine[ROWS], meeting, &all);
#pragma unroll
    for (uint i = 0; i < ROWS; ++i) sums[PLACE(ROWS * l + i)] = before + mine[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    return all;
}
//! [tile]

//! [sums_first]
// Three kernels that read everything twice and write it once. Work-group g has `strip` elements from strip * g on, a
// whole number of tiles. First the sum of each strip:
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sum_strips(global const ELEMENT* in, global ELEMENT* sums, uint n, uint strip)
{
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    const uint first = strip * get_group_id(0), end = min(first + strip, n);
    four total = 0;
    for (uint tile = first; tile < end; tile += TILE) {
        four x[ROWS];
        load_tile(x, in, tile, n);
#pragma unroll
        for (uint row = 0; row < ROWS; ++row) total += x[row];
    }
    ELEMENT all;
    sum_before(total.x + total.y + total.z + total.w, meeting, &all);
    if (get_local_id(0) == 0) sums[get_group_id(0)] = all;
}

// Then one work-group turns the sums of strips into what stands before each:
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void scan_strip_sums(global ELEMENT* sums,
                                                                               uint strips)
{
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    ELEMENT carry = 0;
    for (uint first = 0; first < strips; first += GROUP) {
        const uint i = first + get_local_id(0);
        ELEMENT all;
        const ELEMENT before = sum_before(i < strips ? sums[i] : 0, meeting, &all);
        if (i < strips) sums[i] = carry + before;
        carry += all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// And at last each strip is scanned from there, tile by tile:
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_strips(global const ELEMENT* in, global ELEMENT* out, global const ELEMENT* sums, uint n, uint strip)
{
    local ELEMENT vectors[PLACE(ROWS * GROUP)];
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    const uint first = strip * get_group_id(0), end = min(first + strip, n);
    ELEMENT before = sums[get_group_id(0)];
    for (uint tile = first; tile < end; tile += TILE) {
        four x[ROWS];
        load_tile(x, in, tile, n);
        const ELEMENT all = scan_tile(x, vectors, meeting);
        store_tile(x, vectors, before, out, tile, n);
        before += all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
//! [sums_first]

//! [states]
// What a tile has told the others so far, in two words: a status, and one half of a value, in each. No word needs the
// other one to be read rightly, so nothing is assumed of the order in which writes become visible: two halves belong
// together if their statuses are equal, because each status is written once.
enum
{
    nothing_yet = 0,
    sum_of_tile = 1 << 16,
    sum_so_far = 2 << 16
};
#ifndef WINDOW
#define WINDOW 4 // tiles that are asked at a time
#endif

void publish(volatile global uint* states, uint tile, uint status, ELEMENT value)
{
    const uint high = status | as_uint(value) >> 16, low = status | (as_uint(value) & 0xffff);
#ifdef __NV_CL_C_VERSION // one access for both words, past the first-level cache
    *(volatile global ulong*)(states + 2 * tile) = (ulong)low << 32 | high;
#else
    atomic_xchg(states + 2 * tile, high);
    atomic_xchg(states + 2 * tile + 1, low);
#endif
}

uint2 published(volatile global uint* states, uint tile)
{
#ifdef __NV_CL_C_VERSION
    const ulong both = *(volatile global ulong*)(states + 2 * tile);
    return (uint2)((uint)both, (uint)(both >> 32));
#else
    return (uint2)(atomic_or(states + 2 * tile, 0), atomic_or(states + 2 * tile + 1, 0));
#endif
}

uint status_of(uint2 state)
{
    return (state.x ^ state.y) >> 16 == 0 ? state.x & ~0xffffu : nothing_yet;
}

ELEMENT value_of(uint2 state)
{
    return VECTOR(as_, ELEMENT)(state.x << 16 | (state.y & 0xffff));
}

// Tiles are numbered from WINDOW on. Before them lie WINDOW states that say: the sum so far is 0. After the states of
// `tiles` tiles comes the ticket counter. One work-item a word; run before every scan.
kernel void clear_states(global uint* states, uint tiles)
{
    const uint i = get_global_id(0);
    if (i < 2 * WINDOW)
        states[i] = sum_so_far;
    else if (i <= 2 * (WINDOW + tiles))
        states[i] = 0;
}
//! [states]

//! [look_back]
// The sum over all tiles before this one, found by one work-item: it adds up what the tiles before have told, nearest
// first, as far as one that knows the sum so far.
ELEMENT sum_told(volatile global uint* states, uint tile)
{
    ELEMENT before = 0;
    uint status = nothing_yet;
    for (uint from = WINDOW + tile; status != sum_so_far; from -= WINDOW) {
        uint2 seen[WINDOW]; // asked for together, since each answer takes long
#pragma unroll
        for (uint i = 0; i < WINDOW; ++i) seen[i] = published(states, from - 1 - i);
#pragma unroll
        for (uint i = 0; i < WINDOW; ++i) {
            if (status == sum_so_far) continue;
            while (status_of(seen[i]) == nothing_yet) seen[i] = published(states, from - 1 - i);
            status = status_of(seen[i]);
            before += value_of(seen[i]);
        }
    }
    return before;
}

// One kernel, which reads once and writes once. A work-group draws a ticket, so that tiles are begun in order whatever
// the order of groups. It tells the others its tile's sum, looks back for the sum before it, and can tell that as well.
// A tile waits only for tiles begun earlier, so somebody can always go on.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void scan_in_one_pass(global const ELEMENT* in,
                                                                                global ELEMENT* out,
                                                                                volatile global uint* states,
                                                                                uint n, uint tiles)
{
    local ELEMENT vectors[PLACE(ROWS * GROUP)];
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    local uint ticket;
    local ELEMENT before;
    if (get_local_id(0) == 0) ticket = atomic_inc(states + 2 * (WINDOW + tiles));
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint tile = ticket;
    four x[ROWS];
    load_tile(x, in, tile * TILE, n);
    const ELEMENT all = scan_tile(x, vectors, meeting);
    if (get_local_id(0) == 0) {
        publish(states, WINDOW + tile, sum_of_tile, all);
        before = sum_told(states, tile);
        publish(states, WINDOW + tile, sum_so_far, before + all);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_tile(x, vectors, before, out, tile * TILE, n);
}
//! [look_back]

//! [tell_ahead]
// The same, with time between telling and asking: few work-groups, each of which does tile after tile, and which brings,
// scans and tells its next tile before it looks back for the one it has. What it asks for was told long ago.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_telling_ahead(global const ELEMENT* in, global ELEMENT* out, volatile global uint* states, uint n,
                   uint tiles)
{
    local ELEMENT vectors[2][PLACE(ROWS * GROUP)];
    local four meeting[GROUP / 4 + GROUP / 64 + 1];
    local uint ticket;
    local ELEMENT before;
    const uint l = get_local_id(0);
    volatile global uint* tickets = states + 2 * (WINDOW + tiles);
    if (l == 0) ticket = atomic_inc(tickets);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint tile = ticket;
    four x[ROWS];
    load_tile(x, in, tile * TILE, n); // beyond the last tile: zeros
    ELEMENT all = scan_tile(x, vectors[0], meeting);
    if (l == 0) {
        if (tile < tiles) publish(states, WINDOW + tile, sum_of_tile, all);
        ticket = atomic_inc(tickets);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint turn = 0; tile < tiles; turn ^= 1) {
        const uint next = ticket;
        four y[ROWS];
        load_tile(y, in, next * TILE, n);
        const ELEMENT all_of_next = scan_tile(y, vectors[turn ^ 1], meeting);
        if (l == 0) {
            if (next < tiles) publish(states, WINDOW + next, sum_of_tile, all_of_next);
            const uint drawn =
                atomic_inc(tickets); // not needed before the barrier: its answer may take its time
            before = sum_told(states, tile);
            publish(states, WINDOW + tile, sum_so_far, before + all);
            ticket = drawn;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        store_tile(x, vectors[turn], before, out, tile * TILE, n);
#pragma unroll
        for (uint row = 0; row < ROWS; ++row) x[row] = y[row];
        tile = next;
        all = all_of_next;
        barrier(CLK_LOCAL_MEM_FENCE); // local memory is about to be written again
    }
}
//! [tell_ahead]

//! [strips]
// For CPUs, whose vectors hold 16 elements and whose work-items are best few and busy. Work-item g, a group of its own,
// has `strip` elements from strip * g on, a multiple of 16. Twice over the data, as before: the sum of each strip,
typedef VECTOR(ELEMENT, 2) two;
typedef VECTOR(ELEMENT, 8) eight;
typedef VECTOR(ELEMENT, 16) sixteen;

#if defined(__has_builtin) && !defined(__NV_CL_C_VERSION)
#if __has_builtin(                                                                                           \
    __builtin_nontemporal_store) // a store that does not read what it overwrites into the cache first
#define STREAM(value, to) __builtin_nontemporal_store(value, to)
#endif
#endif
#ifndef STREAM
#define STREAM(value, to) (*(to) = (value))
#endif

// Within one register: first inside each quarter, then what ends one quarter goes to the next, then to the second half.
// (Hillis and Steele's steps over all 16 would be four as well, but moving every element across a whole register is dear.)
sixteen scanned_sixteen(sixteen x)
{
    x += (sixteen)(0, x.s0, x.s1, x.s2, 0, x.s4, x.s5, x.s6, 0, x.s8, x.s9, x.sa, 0, x.sc, x.sd, x.se);
    x += (sixteen)(0, 0, x.s0, x.s1, 0, 0, x.s4, x.s5, 0, 0, x.s8, x.s9, 0, 0, x.sc, x.sd);
    x += (sixteen)(0, 0, 0, 0, x.s3, x.s3, x.s3, x.s3, 0, 0, 0, 0, x.sb, x.sb, x.sb, x.sb);
    x += (sixteen)(0, 0, 0, 0, 0, 0, 0, 0, x.s7, x.s7, x.s7, x.s7, x.s7, x.s7, x.s7, x.s7);
    return x;
}

ELEMENT sum_of(global const ELEMENT* in, uint first, uint end)
{
    sixteen a = 0, b = 0, c = 0, d = 0; // four sums that do not wait for each other
    uint i = first;
    for (; i + 64 <= end; i += 64) {
        global const sixteen* x = (global const sixteen*)(in + i);
        a += x[0];
        b += x[1];
        c += x[2];
        d += x[3];
    }
    a = scanned_sixteen((a + b) + (c + d));
    ELEMENT sum = a.sf;
    for (; i < end; ++i) sum += in[i];
    return sum;
}

void scan_from(global const ELEMENT* in, global ELEMENT* out, uint first, uint end, ELEMENT before)
{
    ELEMENT carry = 0; // of this strip alone: it stays small, and loses less than if it began with `before`
    uint i = first;
    for (; i + 16 <= end; i += 16) {
        const sixteen x = scanned_sixteen(*(global const sixteen*)(in + i));
        STREAM(x + carry + before, (global sixteen*)(out + i));
        carry += x.sf;
    }
    for (; i < end; ++i) out[i] = before + (carry += in[i]);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
sum_long_strips(global const ELEMENT* in, global ELEMENT* sums, uint n, uint strip)
{
    const uint first = strip * get_global_id(0);
    sums[get_global_id(0)] = sum_of(in, first, min(first + strip, n));
}

// and the scan of each from where the strips before it end.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void scan_long_strips(global const ELEMENT* in,
                                                                            global ELEMENT* out,
                                                                            global const ELEMENT* sums,
                                                                            uint n, uint strip)
{
    const uint first = strip * get_global_id(0);
    ELEMENT before = 0;
    for (uint g = 0; g < get_global_id(0); ++g) before += sums[g];
    scan_from(in, out, first, min(first + strip, n), before);
}
//! [strips]

//! [cached_strips]
// Every element comes from memory once: strips of STRIP elements, few enough to be in the cache still when they are read
// again. While a work-item scans a strip it sums its next one, so that loads and stores are under way together. Strips
// are drawn by ticket, and each waits for the strip before it, which was drawn earlier.
#ifndef STRIP
#define STRIP 262144
#endif
#if STRIP % 64 != 0
#error STRIP is a multiple of 64
#endif

// Scans one whole strip and returns the sum of another.
ELEMENT scan_and_sum(global const ELEMENT* in, global ELEMENT* out, uint strip, uint next, ELEMENT before)
{
    global const sixteen* x = (global const sixteen*)(in + strip * STRIP);
    global const sixteen* y = (global const sixteen*)(in + next * STRIP);
    global sixteen* to = (global sixteen*)(out + strip * STRIP);
    sixteen sum = 0;
    ELEMENT carry = 0;
    for (uint i = 0; i < STRIP / 16; ++i) {
        sum += y[i];
        const sixteen scan = scanned_sixteen(x[i]);
        STREAM(scan + carry + before, to + i);
        carry += scan.sf;
    }
    sum = scanned_sixteen(sum);
    return sum.sf;
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void scan_cached_strips(global const ELEMENT* in,
                                                                              global ELEMENT* out,
                                                                              volatile global uint* states,
                                                                              uint n, uint strips)
{
    volatile global uint* tickets = states + 2 * (WINDOW + strips);
    uint strip = atomic_inc(tickets);
    ELEMENT sum = strip < strips ? sum_of(in, strip * STRIP, min((strip + 1) * STRIP, n)) : 0;
    while (strip < strips) {
        uint2 told = published(states, WINDOW + strip - 1);
        while (status_of(told) != sum_so_far) told = published(states, WINDOW + strip - 1);
        const ELEMENT before = value_of(told);
        publish(states, WINDOW + strip, sum_so_far, before + sum);
        const uint next = atomic_inc(tickets);
        if ((next + 1) * STRIP <= n)
            sum = scan_and_sum(in, out, strip, next, before);
        else {
            if (next < strips) sum = sum_of(in, next * STRIP, n);
            scan_from(in, out, strip * STRIP, min((strip + 1) * STRIP, n), before);
        }
        strip = next;
    }
}
//! [cached_strips]
