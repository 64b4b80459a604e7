// Products by merging (Merrill and Garland, "Merge-based Parallel Sparse Matrix-Vector
// Multiplication", 2016). The ends of the rows are merged with the numbers of the nonzeros.
// A step of that is either a nonzero, which is multiplied and added, or the end of a row,
// whose sum is stored. Tiles of equally many steps are equal work, whatever the rows are.
// Options are in sparse.clh, and
//
// -D STEPS    steps of a work-item
// -D ONCE     1: nonzeros are marked as read once, so that x stays in the cache, where the
//             device has such loads; 0 (default)
// -D ONE_LAUNCH  1: rows that cross tiles are finished within multiply_merged; 0 (default):
//             add_carries does it
#include "sparse.clh"
#ifndef STEPS
#define STEPS 7
#endif
#ifndef ONCE
#define ONCE 0
#endif
#ifndef ONE_LAUNCH
#define ONE_LAUNCH 0
#endif
#define TILE (STEPS * GROUP)

// NAME(ends, rows, nonzeros, diagonal): how many rows have ended after the first `diagonal`
// steps. An end comes before the nonzero of the same number. In two address spaces, since
// OpenCL C 1.2 has no pointer that may point into both.
#define ROWS_ENDED(NAME, SPACE)                                                            \
    uint NAME(SPACE const uint* ends, uint rows, uint nonzeros, uint diagonal)             \
    {                                                                                      \
        uint low = diagonal - min(diagonal, nonzeros), high = min(diagonal, rows);         \
        while (low < high) {                                                               \
            const uint middle = (low + high) / 2;                                          \
            if (ends[middle] <= diagonal - 1 - middle)                                     \
                low = middle + 1;                                                          \
            else                                                                           \
                high = middle;                                                             \
        }                                                                                  \
        return low;                                                                        \
    }
ROWS_ENDED(rows_ended, global)
ROWS_ENDED(rows_ended_here, local)

// Where each tile begins. That depends on the rows' lengths alone, so it is done once for a
// matrix, however many vectors it is multiplied by.
kernel GROUPED void cut_path(global const uint* row_begins, global uint* cuts, uint rows,
                             uint nonzeros, uint tile, uint tiles)
{
    const uint t = get_global_id(0);
    if (t <= tiles)
        cuts[t] = rows_ended(row_begins + 1, rows, nonzeros,
                             (uint)min((ulong)t * tile, (ulong)rows + nonzeros));
}

//! [sums_of_runs]
// Neighbours with the same row are a run. Returns the sum over the work-item's run as far
// as the work-item itself: a scan that begins anew where a run does.
#ifdef __NV_CL_C_VERSION // lanes go in step, so each reads the others' registers
float sum_of_run(float sum, bool begins, local float* sums, local uint* begun)
{
    const uint lane = get_local_id(0) % 32, set = get_local_id(0) / 32;
    uint heads;
    asm volatile("{ .reg .pred head; setp.ne.u32 head, %1, 0; "
                 "vote.sync.ballot.b32 %0, head, 0xffffffff; }"
                 : "=r"(heads)
                 : "r"((uint)begins));
    const uint before = heads & (2u << lane) - 1; // heads up to this lane
    const uint in_run = before != 0 ? lane - (31 - clz(before)) : lane;
#pragma unroll
    for (uint step = 1; step < 32; step *= 2) {
        float other;
        asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;"
                     : "=f"(other)
                     : "f"(sum), "r"(step));
        if (in_run >= step) sum += other;
    }
    if (lane == 31) {
        sums[set] = sum;
        begun[set] = heads != 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float carried = 0; // what the sets before have of the run
    for (uint s = 0; s < set; ++s) carried = begun[s] ? sums[s] : carried + sums[s];
    barrier(CLK_LOCAL_MEM_FENCE);
    return before != 0 ? sum : sum + carried;
}
#else
float sum_of_run(float sum, bool begins, local float* sums, local uint* begun)
{
    const uint l = get_local_id(0);
    uint done = begins;
    for (uint step = 1; step < GROUP; step *= 2) {
        sums[l] = sum;
        begun[l] = done;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!done && l >= step) {
            sum += sums[l - step];
            done = begun[l - step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sum;
}
#endif
//! [sums_of_runs]

//! [read_once]
#if ONCE && defined(__NV_CL_C_VERSION)
uint column_once(global const uint* column)
{
    uint read;
    asm("ld.global.nc.L1::evict_first.L2::128B.u32 %0, [%1];" : "=r"(read) : "l"(column));
    return read;
}

float value_once(global const float* value)
{
    float read;
    asm("ld.global.nc.L1::evict_first.L2::128B.f32 %0, [%1];" : "=f"(read) : "l"(value));
    return read;
}
#else
uint column_once(global const uint* column)
{
    return *column;
}

float value_once(global const float* value)
{
    return *value;
}
#endif
//! [read_once]

//! [products]
// The tile's nonzeros are read and multiplied side by side, whatever their rows are. Loads
// behind the tile are of its last nonzero: a load that waits for no condition can be asked
// for early, and this one costs no traffic.
void multiply_tile(local float* products, uint nonzero, uint count,
                   global const uint* columns, global const float* values,
                   global const float* x)
{
    const uint last = max(nonzero + count, 1u) - 1;
    uint column[STEPS];
    float value[STEPS];
#pragma unroll
    for (uint step = 0; step < STEPS; ++step) {
        const uint i = min(nonzero + step * GROUP + (uint)get_local_id(0), last);
        column[step] = column_once(columns + i);
        value[step] = value_once(values + i);
    }
#pragma unroll
    for (uint step = 0; step < STEPS; ++step) value[step] *= x[column[step]];
#pragma unroll
    for (uint step = 0; step < STEPS; ++step) {
        const uint i = step * GROUP + get_local_id(0);
        if (i < count) products[i] = value[step];
    }
}
//! [products]

//! [finishers]
// Those of a group that finish a row together. On NVIDIA 32 lanes go in step, so they need
// no barrier of the group; elsewhere it is the whole group.
#ifdef __NV_CL_C_VERSION
#define FINISHERS 32
uint from_item(uint word, uint item, local uint* words)
{
    asm volatile("shfl.sync.idx.b32 %0, %0, %1, 31, 0xffffffff;" : "+r"(word) : "r"(item));
    return word;
}

float sum_of_finishers(float sum, local uint* words)
{
#pragma unroll
    for (uint apart = 1; apart < 32; apart *= 2) {
        float other;
        asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;"
                     : "=f"(other)
                     : "f"(sum), "r"(apart));
        sum += other;
    }
    return sum;
}
#else
#define FINISHERS GROUP
uint from_item(uint word, uint item, local uint* words)
{
    if (get_local_id(0) == item) words[0] = word;
    barrier(CLK_LOCAL_MEM_FENCE);
    word = words[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return word;
}

float sum_of_finishers(float sum, local uint* words) // in the first work-item
{
    float all = 0;
    words[get_local_id(0)] = as_uint(sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint item = 0; get_local_id(0) == 0 && item < GROUP; ++item)
        all += as_float(words[item]);
    barrier(CLK_LOCAL_MEM_FENCE);
    return all;
}
#endif
//! [finishers]

//! [parts]
// A part of a row: what one tile has of it. A word of 0 says that there is none yet. A sum
// is published as the complement of its bits, which is 0 for one NaN only; another NaN is
// published for that one. Returns what the word was.
uint publish_part(volatile global uint* part, float sum)
{
    return atomic_xchg(part, isnan(sum) ? ~0x7fc00000u : ~as_uint(sum));
}

uint published_part(volatile global uint* part)
{
#ifdef __NV_CL_C_VERSION // past the first-level cache
    return *part;
#else
    return atomic_or(part, 0);
#endif
}

// parts[2 * to] is that of the tile in which the row ends, parts[2 * t + 1] that of each
// tile t before.
uint word_of_part(uint t, uint to)
{
    return 2 * t + (t < to);
}

// Takes the work-item's share of the parts of tiles `from` to `to`. All these tiles have
// published their parts, but a part may be seen later than the arrival of its tile.
float take_parts(volatile global uint* parts, uint from, uint to)
{
    float sum;
    bool are_all_seen;
    do {
        sum = 0;
        are_all_seen = true;
        for (uint t = from + get_local_id(0); t <= to; t += FINISHERS) {
            const uint published = published_part(parts + word_of_part(t, to));
            are_all_seen = are_all_seen && published != 0;
            sum += as_float(~published);
        }
    } while (!are_all_seen);
    for (uint t = from + get_local_id(0); t <= to; t += FINISHERS)
        atomic_xchg(parts + word_of_part(t, to), 0);
    return sum;
}
//! [parts]

//! [one_launch]
// Finishes the row that ends first in the tile, and the one that goes on in the next tile,
// if this tile is the last to arrive. Two tiles exchange their parts by one word: the one
// that finds the other's part adds them up. More tiles count arrivals, and the last one
// takes all parts, always in the same order. No tile waits for one that has not begun.
// `parts` and `arrived` are 0 before and after.
void finish_rows(uint row, uint tile_rows, local const float* sum_of_first,
                 local const float* sum_of_last, global const uint* row_begins,
                 global float* y, volatile global uint* arrived,
                 volatile global uint* parts, uint rows, local uint* words)
{
    const uint tile = get_group_id(0), l = get_local_id(0);
#ifdef __NV_CL_C_VERSION
    if (l >= FINISHERS) return;
#endif
    const uint crossing = l == 0 ? row : row + tile_rows;
    uint from = 0, to = 0, is_last = 0;
    if (l < 2 && (l == 0 ? tile_rows > 0 : crossing < rows)) {
        const float sum = l == 0 ? *sum_of_first : *sum_of_last;
        from = (row_begins[crossing] + crossing) / TILE;
        to = (row_begins[crossing + 1] + crossing) / TILE;
        if (l == 0 && from == tile)
            y[crossing] = sum;
        else if (from <= tile && to == from + 1) {
            const uint published = publish_part(parts + 2 * to, sum);
            if (published != 0) {
                y[crossing] = sum + as_float(~published);
                atomic_xchg(parts + 2 * to, 0);
            }
        } else if (from <= tile) {
            publish_part(parts + word_of_part(tile, to), sum);
            is_last = atomic_inc(arrived + to) == to - from;
        }
    }
    for (uint item = 0; item < 2; ++item) {
        const uint finishes = from_item(is_last, item, words);
#ifdef __NV_CL_C_VERSION
        if (!finishes) continue;
#endif
        const uint finished = from_item(crossing, item, words);
        const uint first = from_item(from, item, words), last = from_item(to, item, words);
        const float sum = finishes ? take_parts(parts, first, last) : 0;
        const float all = sum_of_finishers(sum, words);
        if (finishes && l == 0) {
            y[finished] = all;
            atomic_xchg(arrived + last, 0);
        }
    }
}
//! [one_launch]

//! [merged]
//! [walk]
kernel GROUPED void multiply_merged(global const uint* row_begins,
                                    global const uint* columns, global const float* values,
                                    global const float* x, global const uint* cuts,
                                    global float* y, global uint* carry_rows,
                                    global float* carries, uint rows, uint nonzeros)
{
    local uint ends[TILE + 1], begun[GROUP];
    local float sums[GROUP];
    const uint tile = get_group_id(0), l = get_local_id(0);
    const uint first = tile * TILE, path = min((uint)TILE, rows + nonzeros - first);
    const uint row = cuts[tile], tile_rows = cuts[tile + 1] - row, nonzero = first - row;
    local float* products = (local float*)(ends + tile_rows + 1); // behind the rows' ends
    multiply_tile(products, nonzero, path - tile_rows, columns, values, x);
    for (uint r = l; r < tile_rows; r += GROUP) ends[r] = row_begins[row + r + 1] - nonzero;
    if (l == 0) ends[tile_rows] = UINT_MAX; // of the row that goes on in the next tile
    barrier(CLK_LOCAL_MEM_FENCE);

    // Each work-item goes its own steps of the path.
    const uint from = min(l * STEPS, path), steps = min((uint)STEPS, path - from);
    const uint first_row = rows_ended_here(ends, tile_rows, path - tile_rows, from);
    uint r = first_row, i = from - first_row, end = ends[r];
    float sum = 0, first_sum = 0;
#pragma unroll
    for (uint step = 0; step < STEPS; ++step)
        if (step < steps) {
            if (i < end)
                sum += products[i++];
            else {
                if (r == first_row)
                    first_sum = sum;
                else
                    y[row + r] = sum;
                sum = 0;
                end = ends[++r];
            }
        }
    //! [walk]

    // What the work-items before have of the first row, and the tile of its last one.
    const float run = sum_of_run(sum, r > first_row, sums, begun);
    sums[l] = run;
    barrier(CLK_LOCAL_MEM_FENCE);
    first_sum += l > 0 ? sums[l - 1] : 0;
#if ONE_LAUNCH
    local float sum_of_first; // of the row that ends first in the tile
    if (r > first_row && first_row > 0) y[row + first_row] = first_sum;
    if (r > first_row && first_row == 0) sum_of_first = first_sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    finish_rows(row, tile_rows, &sum_of_first, sums + GROUP - 1, row_begins, y, carry_rows,
                (global uint*)carries, rows, begun);
#else
    if (r > first_row) y[row + first_row] = first_sum;
    if (l == GROUP - 1) {
        carry_rows[tile] = row + tile_rows;
        carries[tile] = run;
    }
#endif
}
//! [merged]

#define BACK 8 // blocks of tiles that a group asks for at once

//! [carries]
// What tiles have of a row that ends in a later one. Tiles side by side with the same row
// are a run, and the group in which a run ends adds it to the row, with what the groups
// before have of it.
kernel GROUPED void add_carries(global const uint* carry_rows, global const float* carries,
                                global float* y, uint count, uint rows)
{
    local float sums[GROUP], earlier;
    local uint begun[GROUP];
    const uint l = get_local_id(0), first = get_group_id(0) * GROUP, t = first + l;
    const uint row = t < count ? carry_rows[t] : rows, head = carry_rows[first];
    const uint next = first + GROUP; // group's first tile
    const bool head_ends = next >= count || carry_rows[next] != head;
    float own = 0;
    for (uint to = first; head_ends && to > 0 && carry_rows[to - 1] == head;
         to -= min(to, BACK * (uint)GROUP))
#pragma unroll
        for (uint block = 1; block <= BACK; ++block)
            if (to >= block * GROUP) {
                const uint at = to - block * GROUP + l;
                const float carry = carries[at];
                own += carry_rows[at] == head ? carry : 0;
            }
    own = sum_of_run(own, l == 0, sums, begun);
    if (l == GROUP - 1) earlier = own;
    const bool begins = l == 0 || t >= count || carry_rows[t - 1] != row;
    const float sum = sum_of_run(t < count ? carries[t] : 0, begins, sums, begun);
    if (row < rows && (t + 1 >= count || carry_rows[t + 1] != row))
        y[row] += sum + (row == head ? earlier : 0);
}
//! [carries]
