// Kernels that isolate one cause each, for bench/causes/causes.py. 1D.

// Stores side by side, shifted by some words; rounds go through the same mask + 1 words again and again.
kernel void store(global uint* out, uint mask, uint shift, uint rounds)
{
    uint i = get_global_id(0), step = get_global_size(0);
    for (uint r = 0; r < rounds; ++r) out[((i + r * step) & mask) + shift] = i + r;
}

// Chapter 12's product_by_rows, whose rows of A begin `pitch` floats apart. 2D, dimension 0 is the row.
kernel void product_by_rows(global const float* A, global const float* B, global float* C, uint n, uint pitch)
{
    uint row = get_global_id(0), column = get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < n; ++k) {
        float a = A[row * pitch + k];
        float b = B[k * n + column];
        sum += a * b;
    }
    C[row * n + column] = sum;
}

// Every second sub-group of 32 reads local words with a stride if `who` & 1, and the others
// compute if `who` & 2. Groups of 256.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void beside_arithmetic(global uint* out, uint stride,
                                                                               uint rounds, uint who)
{
    local uint words[4096];
    uint i = get_local_id(0);
    for (uint w = i; w < 4096; w += 256) words[w] = w;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = i * stride % 4096, sum = 0;
    float x = i, y = x + 1, z = x + 2, v = x + 3;
    if (i / 32 % 2 == 0) {
        for (uint r = 0; r < (who & 1 ? rounds : 0); ++r) {
            at = words[at];
            sum += at ^ r;
        }
    } else {
        for (uint r = 0; r < (who & 2 ? 4 * rounds : 0); ++r) {
            x = fma(x, 0.5f, 1.0f);
            y = fma(y, 0.5f, 1.0f);
            z = fma(z, 0.5f, 1.0f);
            v = fma(v, 0.5f, 1.0f);
        }
    }
    out[get_global_id(0)] = sum + (uint)(x + y + z + v);
}

// Links lines of 128 bytes into one tour: the factor is 1 modulo 4 and the summand odd.
kernel void join(global uint* chain, uint lines)
{
    uint i = get_global_id(0);
    chain[32 * i] = 32 * ((i * 2654437u + 97) & (lines - 1));
}

// Takes the place of everything else in the second level.
kernel void sweep(global uint* other)
{
    other[get_global_id(0)] += 1;
}

// The group that runs on the given multiprocessor walks once through the chain, past the first level, and leaves the
// cycles a read took. Groups of 32; `room` keeps a second group from most units.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void walk(global uint* chain, global uint* times,
                                                                 uint unit, uint lines, uint slot)
{
    local uint room[11000];
    uint here, at = 0;
    ulong begin, end;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
    room[get_local_id(0)] = here;
    if (get_local_id(0) != 0 || here != unit) return;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(begin)::"memory");
    for (uint i = 0; i < lines; ++i)
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(at) : "l"(chain + at) : "memory");
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(end)::"memory");
    times[slot] = (uint)((end - begin) / lines) + (room[at & 31] == 1u << 30);
}

// Counts the keys that are less than the one before.
kernel void tell_order(global const uint* keys, uint n, global uint* found)
{
    uint i = get_global_id(0);
    if (i > 0 && keys[i] < keys[i - 1]) atomic_inc(found);
}

// Words that look random, or equal ones: what a hash makes of a word's place, cut by a mask, and an offset.
kernel void bytes(global uint* out, uint mask, uint offset)
{
    uint i = get_global_id(0);
    uint x = i * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28) + 4)) ^ x) * 277803737u;
    x = (x >> 22) ^ x;
    x ^= i * 2654435761u >> 13;
    out[i] = (x & mask) + offset;
}

// Chapter 19's scan_step with four elements a work-item, which it reads before it writes the first.
kernel void scan_step_4(global const float* in, global float* out, uint n, uint distance)
{
    uint items = get_global_size(0), first = get_global_id(0);
    float here[4], left[4];
    for (uint k = 0; k < 4; ++k) {
        uint i = first + k * items;
        here[k] = in[i];
        left[k] = i < distance ? 0 : in[i - distance];
    }
    for (uint k = 0; k < 4; ++k) out[first + k * items] = left[k] + here[k];
}

// Each request of a sub-group takes 32 words from 32 banks and from as many lines as `lines` says, which begin `pitch` words apart;
// with a shift, its words begin as far behind a line's beginning. With a mask of 255 all are in the first level after eight rounds.
kernel void words_of_lines(global const uint* in, global uint* out, uint lines, uint pitch, uint shift,
                           uint rounds, uint mask)
{
    uint lane = get_local_id(0) % 32, first = lane * lines / 32 * pitch + lane + shift, sum = 0;
#pragma unroll 8
    for (uint r = 0; r < rounds; ++r) sum += in[first + (32 * r & mask)];
    out[get_global_id(0)] = sum;
}
