// How often each of the 256 values occurs among n bytes, from one table a work-group up.
//
// bytes: starts on a multiple of 16. counts[v]: how many are v; zero before, unless the
// rung says otherwise. 1D: work-groups of GROUP work-items (1 for the last three), any
// number of them: each work-item takes every so-many-th piece of the bytes, so any launch
// is right for any n. A word is 16 bytes; the n % 16 bytes beyond the last whole word are
// counted one by one.
//
// Limits: n + work-items is at most 2^32, and AHEAD times the work-items at most 2^31. No
// counter overflows.
//
//   GROUP   work-items of a group
//   COPIES  tables of a group; a power of two
//   AHEAD   words that a work-item asks for before it counts the first of them
//   TABLES  tables of a work-item in private memory
#ifndef GROUP
#define GROUP 256
#endif
#ifndef COPIES
#define COPIES 8
#endif
#ifndef AHEAD
#define AHEAD 1
#endif
#ifndef TABLES
#define TABLES 4
#endif
#if COPIES < 1 || (COPIES & (COPIES - 1)) != 0
#error "COPIES must be a power of two."
#endif
#if GROUP < 16
#error "GROUP must be 16 at least, as the first group counts the last 15 bytes."
#endif
#define BINS 256
#define GROUPED __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#define ALONE __attribute__((reqd_work_group_size(1, 1, 1)))
// In the innermost loops a call would cost as much as what it calls.
#define INLINED static inline __attribute__((always_inline))

void clear(local uint* table, uint counters)
{
    for (uint i = get_local_id(0); i < counters; i += GROUP) table[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

//! [local_table]
// The group counts in a table of its own and adds that to the shared one at its end.
kernel GROUPED void histogram_local(global const uchar* bytes, uint n, global uint* counts)
{
    local uint table[BINS];
    clear(table, BINS);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&table[bytes[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = get_local_id(0); bin < BINS; bin += GROUP)
        atomic_add(&counts[bin], table[bin]);
}
//! [local_table]

//! [wide_loads]
// Counts the four bytes of a part of a word; the counters of two bins are `stride` apart.
INLINED void count_part(local uint* table, uint stride, uint part)
{
    atomic_inc(&table[(part & 255) * stride]);
    atomic_inc(&table[(part >> 8 & 255) * stride]);
    atomic_inc(&table[(part >> 16 & 255) * stride]);
    atomic_inc(&table[(part >> 24) * stride]);
}

INLINED void count_word(local uint* table, uint stride, uint4 word)
{
    count_part(table, stride, word.x);
    count_part(table, stride, word.y);
    count_part(table, stride, word.z);
    count_part(table, stride, word.w);
}

// 16 bytes with each load.
kernel GROUPED void histogram_wide(global const uchar* bytes, uint n, global uint* counts)
{
    local uint table[BINS];
    clear(table, BINS);
    global const uint4* words = (global const uint4*)bytes;
    for (uint i = get_global_id(0); i < n / 16; i += get_global_size(0))
        count_word(table, 1, words[i]);
    if (get_global_id(0) < n % 16)
        atomic_inc(&table[bytes[n / 16 * 16 + get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = get_local_id(0); bin < BINS; bin += GROUP)
        atomic_add(&counts[bin], table[bin]);
}
//! [wide_loads]

//! [several_tables]
// COPIES tables, one after another in memory; neighbours count in different ones.
kernel GROUPED void histogram_tables(global const uchar* bytes, uint n, global uint* counts)
{
    local uint tables[COPIES * BINS];
    clear(tables, COPIES * BINS);
    local uint* own = tables + get_local_id(0) % COPIES * BINS;
    global const uint4* words = (global const uint4*)bytes;
    for (uint i = get_global_id(0); i < n / 16; i += get_global_size(0))
        count_word(own, 1, words[i]);
    if (get_global_id(0) < n % 16) atomic_inc(&own[bytes[n / 16 * 16 + get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = get_local_id(0); bin < BINS; bin += GROUP) {
        uint sum = 0;
        for (uint copy = 0; copy < COPIES; ++copy) sum += tables[copy * BINS + bin];
        atomic_add(&counts[bin], sum);
    }
}
//! [several_tables]

//! [lane_tables]
// Counts all that is the work-item's in its own table of COPIES that are dealt out like
// cards: counter `bin` of table t is tables[bin * COPIES + t]. With 32, each of 32
// neighbours has a bank to itself, whatever it counts.
void count_in_lanes(global const uchar* bytes, uint n, local uint* tables)
{
    clear(tables, COPIES * BINS);
    local uint* own = tables + get_local_id(0) % COPIES;
    global const uint4* words = (global const uint4*)bytes;
    uint i = get_global_id(0), stride = get_global_size(0), whole = n / 16;
#if AHEAD > 1
    for (; i < whole && whole - i > (AHEAD - 1) * stride; i += AHEAD * stride) {
        uint4 word[AHEAD];
        for (uint k = 0; k < AHEAD; ++k) word[k] = words[i + k * stride];
        for (uint k = 0; k < AHEAD; ++k) count_word(own, COPIES, word[k]);
    }
#endif
    for (; i < whole; i += stride) count_word(own, COPIES, words[i]);
    if (get_global_id(0) < n % 16)
        atomic_inc(&own[bytes[whole * 16 + get_global_id(0)] * COPIES]);
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The sum over a bin's tables. Neighbours add up neighbouring bins: each begins at another
// table, at another bank.
uint sum_of_lanes(local const uint* tables, uint bin)
{
    uint sum = 0;
    for (uint t = 0; t < COPIES; ++t) sum += tables[bin * COPIES + (bin + t) % COPIES];
    return sum;
}

kernel GROUPED void histogram_lanes(global const uchar* bytes, uint n, global uint* counts)
{
    local uint tables[COPIES * BINS];
    count_in_lanes(bytes, n, tables);
    for (uint bin = get_local_id(0); bin < BINS; bin += GROUP)
        atomic_add(&counts[bin], sum_of_lanes(tables, bin));
}
//! [lane_tables]

//! [last_group]
// The same in one launch that needs nothing zeroed: groups add to `sums`, 256 counters and
// one for the groups that have arrived. The last to arrive writes `counts` and leaves
// `sums` as it found it, all zero.
//
// A group's additions must have happened before it draws its ticket, and no fence of
// OpenCL 1.2 says so to other groups. So each work-item looks at what its additions
// returned, and what it has seen goes into the ticket by way of local memory: no counter
// can hold UINT_MAX, but the compiler cannot know.
kernel GROUPED void histogram_last_group(global const uchar* bytes, uint n,
                                         global uint* counts, global uint* sums)
{
    local uint tables[COPIES * BINS];
    local uint impossible, arrived;
    if (get_local_id(0) == 0) impossible = 0;
    count_in_lanes(bytes, n, tables);
    for (uint bin = get_local_id(0); bin < BINS; bin += GROUP)
        if (atomic_add(&sums[bin], sum_of_lanes(tables, bin)) == UINT_MAX) impossible = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) arrived = atomic_add(&sums[BINS], 1 + impossible);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (arrived != get_num_groups(0) - 1) return;
    for (uint bin = get_local_id(0); bin < BINS; bin += GROUP)
        counts[bin] = atomic_xchg(&sums[bin], 0);
    if (get_local_id(0) == 0) atomic_xchg(&sums[BINS], 0);
}
//! [last_group]

// From here on: one work-item a group, for processors with few and fast ones. It counts one
// stretch of the bytes, end to end, without atomics.

//! [private_tables]
// The words that are this work-item's: `first` to `last` - 1.
uint first_word(uint n, uint item)
{
    return (uint)((ulong)(n / 16) * item / get_global_size(0));
}

// TABLES tables in private memory: an increment need not wait for the one before, even if
// both are of the same bin.
kernel ALONE void histogram_private(global const uchar* bytes, uint n, global uint* counts)
{
    uint tables[TABLES][BINS];
    for (uint t = 0; t < TABLES; ++t)
        for (uint bin = 0; bin < BINS; ++bin) tables[t][bin] = 0;
    global const ulong2* words = (global const ulong2*)bytes;
    uint last = first_word(n, get_global_id(0) + 1);
    for (uint i = first_word(n, get_global_id(0)); i < last; ++i) {
        ulong2 word = words[i];
        __attribute__((opencl_unroll_hint(8))) for (uint k = 0; k < 8; ++k)
        {
            ++tables[k % TABLES][word.x >> 8 * k & 255];
            ++tables[(k + 8) % TABLES][word.y >> 8 * k & 255];
        }
    }
    if (get_global_id(0) == 0)
        for (uint i = n / 16 * 16; i < n; ++i) ++tables[0][bytes[i]];
    for (uint bin = 0; bin < BINS; ++bin) {
        uint sum = 0;
        for (uint t = 0; t < TABLES; ++t) sum += tables[t][bin];
        atomic_add(&counts[bin], sum);
    }
}
//! [private_tables]

//! [pairs]
// One increment for two bytes: a counter for each of the 65536 pairs. Counters of one byte
// keep them close to the processor. Just as one wraps from 255 to 0, the 256 pairs it held
// go to the sums of their two values.
INLINED void count_pair(uchar* pairs, uint* sums, uint pair)
{
    if (++pairs[pair] != 0) return;
    sums[pair & 255] += 256;
    sums[pair >> 8] += 256;
}

INLINED void count_pairs(uchar* pairs, uint* sums, ulong four)
{
    count_pair(pairs, sums, four & 65535);
    count_pair(pairs, sums, four >> 16 & 65535);
    count_pair(pairs, sums, four >> 32 & 65535);
    count_pair(pairs, sums, four >> 48);
}

// What the pairs hold at the end, and the shared counts.
void add_pairs(const uchar* pairs, uint* sums, global uint* counts)
{
    for (uint pair = 0; pair < BINS * BINS; ++pair) {
        sums[pair & 255] += pairs[pair];
        sums[pair >> 8] += pairs[pair];
    }
    for (uint bin = 0; bin < BINS; ++bin) atomic_add(&counts[bin], sums[bin]);
}

// With `flat`, a word of sixteen equal bytes is one addition.
INLINED void count_by_pairs(global const uchar* bytes, uint n, global uint* counts,
                            bool flat)
{
    uchar pairs[BINS * BINS];
    uint sums[BINS];
    for (uint i = 0; i < BINS * BINS; ++i) pairs[i] = 0;
    for (uint bin = 0; bin < BINS; ++bin) sums[bin] = 0;
    global const ulong2* words = (global const ulong2*)bytes;
    uint last = first_word(n, get_global_id(0) + 1);
    for (uint i = first_word(n, get_global_id(0)); i < last; ++i) {
        ulong2 word = words[i];
        if (flat && word.x == word.y && word.x == rotate(word.x, (ulong)8)) {
            sums[word.x & 255] += 16;
        } else {
            count_pairs(pairs, sums, word.x);
            count_pairs(pairs, sums, word.y);
        }
    }
    if (get_global_id(0) == 0)
        for (uint i = n / 16 * 16; i < n; ++i) ++sums[bytes[i]];
    add_pairs(pairs, sums, counts);
}

kernel ALONE void histogram_pairs(global const uchar* bytes, uint n, global uint* counts)
{
    count_by_pairs(bytes, n, counts, false);
}
//! [pairs]

//! [flat_words]
// The same, and a word of sixteen equal bytes (sky, paper, a mask) in one addition.
kernel ALONE void histogram_flat(global const uchar* bytes, uint n, global uint* counts)
{
    count_by_pairs(bytes, n, counts, true);
}
//! [flat_words]
