// Sorting by comparing: a network, and merges of sorted runs.
//
// -D BLOCK    elements that a group sorts in local memory, a power of two and a multiple of
//             2 * GROUP. The others are in sort.clh
#include "sort.clh"
#ifndef BLOCK
#define BLOCK (8 * GROUP)
#endif
#define EACH (BLOCK / GROUP) // elements of a work-item
#if (BLOCK & (BLOCK - 1)) != 0 || BLOCK % (2 * GROUP) != 0
#error BLOCK is a power of two, and a multiple of 2 * GROUP
#endif

#if PAIRS
typedef ulong element; // a key above its value
#else
typedef uint element;
#endif

uint key_of(element e)
{
    return PAIRS ? (ulong)e >> 32 : e;
}

element load_element(global const uint* keys, global const uint* values, uint i)
{
    return PAIRS ? (element)((ulong)keys[i] << 32 | values[i]) : (element)keys[i];
}

void store_element(element e, global uint* keys, global uint* values, uint i)
{
    keys[i] = key_of(e);
    if (PAIRS) values[i] = (uint)e;
}

//! [bitonic]
// A sorting network compares, and if need be exchanges, the same pairs of places whatever
// the keys are. It does not keep the order of equal keys; so pairs are compared with their
// values: where these ascend, as places do, the result is that of a stable sort.
//
// Two sorted halves of 2 * reach places are merged in steps (Batcher, "Sorting Networks and
// Their Applications", 1968). The first step compares place i with its mirror image, each
// next one with the place half as far away as before; `across` is the bits in which the
// two places differ. The smaller element always goes to the lower place: so a place beyond
// the last one, which would hold the largest element, need not be there.
//! [step]
uint lower_place(uint comparison, uint reach)
{
    return comparison / reach * 2 * reach + comparison % reach;
}

void step_in_block(local element* block, uint reach, uint across)
{
    for (uint c = get_local_id(0); c < BLOCK / 2; c += GROUP) {
        const uint i = lower_place(c, reach), j = i ^ across;
        const element a = block[i], b = block[j];
        if (a > b) {
            block[i] = b;
            block[j] = a;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
//! [step]

// The group's block, brought to local memory and back.
void load_block(local element* block, global const uint* keys, global const uint* values,
                uint n)
{
    for (uint i = get_local_id(0), place = BLOCK * get_group_id(0) + i; i < BLOCK;
         i += GROUP, place += GROUP)
        block[i] = place < n ? load_element(keys, values, place) : (element)-1;
    barrier(CLK_LOCAL_MEM_FENCE);
}

void store_block(local const element* block, global uint* keys, global uint* values, uint n)
{
    for (uint i = get_local_id(0), place = BLOCK * get_group_id(0) + i;
         i < BLOCK && place < n; i += GROUP, place += GROUP)
        store_element(block[i], keys, values, place);
}

// All merges up to those of a block, whose steps need no launch of their own.
kernel GROUPED void sort_blocks(global const uint* keys, global const uint* values,
                                global uint* keys_out, global uint* values_out, uint n)
{
    local element block[BLOCK];
    load_block(block, keys, values, n);
    for (uint merged = 1; merged < BLOCK; merged *= 2) {
        step_in_block(block, merged, 2 * merged - 1);
        for (uint reach = merged / 2; reach > 0; reach /= 2)
            step_in_block(block, reach, reach);
    }
    store_block(block, keys_out, values_out, n);
}

// One step over all places: a work-item a comparison.
kernel GROUPED void step_in_memory(global uint* keys, global uint* values, uint n,
                                   uint reach, uint across)
{
    const uint i = lower_place(get_global_id(0), reach), j = i ^ across;
    if (j >= n) return;
    const element a = load_element(keys, values, i), b = load_element(keys, values, j);
    if (a > b) {
        store_element(b, keys, values, i);
        store_element(a, keys, values, j);
    }
}

// The last steps of a merge, those within blocks.
kernel GROUPED void steps_in_blocks(global uint* keys, global uint* values, uint n)
{
    local element block[BLOCK];
    load_block(block, keys, values, n);
    for (uint reach = BLOCK / 2; reach > 0; reach /= 2) step_in_block(block, reach, reach);
    store_block(block, keys, values, n);
}
//! [bitonic]

//! [path]
// The merge of a and b, drawn as a path from corner to corner of a grid: to the right for
// an element of a, down for one of b. Its first `steps` take how many of a? Where the path
// crosses that diagonal is found by halving, without merging anything (Green, McColl and
// Bader, "GPU Merge Path: A GPU Merging Algorithm", 2012). Equal keys: those of a are
// first.
#define PATH(name, space, type, key)                                                       \
    uint name(space const type* a, uint a_count, space const type* b, uint b_count,        \
              uint steps)                                                                  \
    {                                                                                      \
        uint low = max((int)(steps - b_count), 0), high = min(steps, a_count);             \
        while (low < high) {                                                               \
            const uint middle = (low + high) / 2;                                          \
            if (key(a[middle]) <= key(b[steps - 1 - middle]))                              \
                low = middle + 1;                                                          \
            else                                                                           \
                high = middle;                                                             \
        }                                                                                  \
        return low;                                                                        \
    }
PATH(path_in_memory, global, uint, )
PATH(path_in_block, local, element, key_of)
//! [path]

//! [merge_paths]
// EACH elements of the merge of two runs in local memory, from the path's place after
// `steps` on. Every work-item merges as many, whatever the keys are.
void merge_some(element* merged, local const element* a, uint a_count,
                local const element* b, uint b_count, uint steps)
{
    steps = min(steps, a_count + b_count);
    uint i = path_in_block(a, a_count, b, b_count, steps), j = steps - i;
    for (uint k = 0; k < EACH && i + j < a_count + b_count; ++k) {
        const bool from_a = j == b_count || (i < a_count && key_of(a[i]) <= key_of(b[j]));
        merged[k] = from_a ? a[i++] : b[j++];
    }
}

// A work-item's own elements, by inserting each into those before it.
void sort_few(element* few)
{
    for (uint i = 1; i < EACH; ++i)
        for (uint j = i; j > 0 && key_of(few[j]) < key_of(few[j - 1]); --j) {
            const element above = few[j - 1];
            few[j - 1] = few[j];
            few[j] = above;
        }
}

// Blocks: each work-item sorts EACH elements, then runs are merged until one is left.
kernel GROUPED void merge_blocks(global const uint* keys, global const uint* values,
                                 global uint* keys_out, global uint* values_out, uint n)
{
    local element block[BLOCK];
    const uint l = get_local_id(0);
    load_block(block, keys, values, n);
    element own[EACH];
    for (uint k = 0; k < EACH; ++k) own[k] = block[EACH * l + k];
    sort_few(own);
    for (uint run = EACH;; run *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < EACH; ++k) block[EACH * l + k] = own[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (run == BLOCK) break;
        const uint begin = EACH * l / (2 * run) * 2 * run;
        merge_some(own, block + begin, run, block + begin + run, run, EACH * l - begin);
    }
    store_block(block, keys_out, values_out, n);
}

//! [piece]
// One round: runs of `run` elements become runs of twice as many. A group writes a block of
// the result. Its two ends on the path say which elements of both runs it needs.
kernel GROUPED void merge_runs(global const uint* keys, global const uint* values,
                               global uint* keys_out, global uint* values_out, uint n,
                               uint run)
{
    local element block[BLOCK];
    local uint ends[2];
    const uint l = get_local_id(0), first = BLOCK * get_group_id(0);
    const uint a = first / run / 2 * 2 * run, b = min(a + run, n), end = min(b + run, n);
    if (l < 2)
        ends[l] = path_in_memory(keys + a, b - a, keys + b, end - b,
                                 min(first + l * BLOCK, end) - a);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint count = min((uint)BLOCK, end - first), from_a = ends[1] - ends[0];
    const uint a_first = a + ends[0], b_first = b + (first - a - ends[0]);
    for (uint i = l; i < count; i += GROUP)
        block[i] =
            load_element(keys, values, i < from_a ? a_first + i : b_first + i - from_a);
    barrier(CLK_LOCAL_MEM_FENCE);
    //! [piece]
    element own[EACH];
    merge_some(own, block, from_a, block + from_a, count - from_a, EACH * l);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < EACH && EACH * l + k < count; ++k) block[EACH * l + k] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < count; i += GROUP)
        store_element(block[i], keys_out, values_out, first + i);
}
//! [merge_paths]
