// Control flow: loops with equal and unequal trips, branches, early returns; and what is counted elsewhere or apart:
// constant and private memory, atomics, copies by the whole group.
//
// Work-item i is get_global_id(0) and l is get_local_id(0); groups are one-dimensional.

kernel void loop_equal(global const uint* source, global uint* result, uint trips, uint stride)
{
    const uint i = get_global_id(0);
    uint sum = 0;
    for (uint k = 0; k < trips; ++k) sum = 3 * sum + source[k * stride + i];
    result[i] = sum;
}

// Work-item l makes l % 7 + 1 trips.
kernel void loop_unequal(global const uint* source, global uint* result, uint stride)
{
    const uint i = get_global_id(0);
    const uint trips = get_local_id(0) % 7 + 1;
    uint sum = 0;
#pragma unroll 1
    for (uint k = 0; k < trips; ++k) sum = 3 * sum + source[k * stride + i];
    result[i] = sum;
}

// Work-item l makes l % 13 + 1 trips, and how far the loop is unrolled is left to the compiler.
kernel void loop_unequal_unrolled(global const uint* source, global uint* result, uint stride)
{
    const uint i = get_global_id(0);
    const uint trips = get_local_id(0) % 13 + 1;
    uint sum = 0;
    for (uint k = 0; k < trips; ++k) sum = 3 * sum + source[k * stride + i];
    result[i] = sum;
}

// A loop in a loop, with unequal trips of either, and ways to leave both.
kernel void loop_in_loop(global const uint* source, global uint* result, uint stride)
{
    const uint i = get_global_id(0);
    const uint l = get_local_id(0);
    uint sum = 0;
#pragma unroll 1
    for (uint outer = 0; outer < l % 4; ++outer) {
        const uint start = source[outer * stride + i];
        if (start % 5 == 0) continue;
#pragma unroll 1
        for (uint inner = 0; inner < start % 7; ++inner) {
            const uint value = source[(inner * stride + start) % 8192];
            if (value % 11 == 0) break;
            sum = 3 * sum + value;
        }
    }
    result[i] = sum;
}

// How long a chain is, only the data knows: next[i] == i ends it.
kernel void follow_chains(global const uint* next, global uint* result)
{
    uint place = get_global_id(0);
    uint steps = 0;
    while (next[place] != place) {
        place = next[place];
        ++steps;
    }
    result[get_global_id(0)] = 1000 * steps + place;
}

kernel void branch_even_odd(global const uint* source, global uint* result, uint stride)
{
    const uint i = get_global_id(0);
    uint value = 1;
    if (i % 2 == 0) {
#pragma unroll 1
        for (uint k = 0; k < 3; ++k) value = 5 * value + source[i + k * stride];
    } else {
#pragma unroll 1
        for (uint k = 0; k < 5; ++k) value = value * (source[2 * i + k * stride] | 1u);
    }
    result[i] = value;
}

// The same two ways, chosen by the sub-group of 32.
kernel void branch_by_sub_group(global const uint* source, global uint* result, uint stride)
{
    const uint i = get_global_id(0);
    uint value = 1;
    if (i / 32 % 2 == 0) {
#pragma unroll 1
        for (uint k = 0; k < 3; ++k) value = 5 * value + source[i + k * stride];
    } else {
#pragma unroll 1
        for (uint k = 0; k < 5; ++k) value = value * (source[2 * i + k * stride] | 1u);
    }
    result[i] = value;
}

kernel void branch_in_branch(global const uint* source, global uint* result, uint stride)
{
    const uint i = get_global_id(0);
    uint value = 0;
    if (source[i] % 2 == 0) {
        const uint near = source[i + stride];
        if (near % 3 == 0 && source[i + 2 * stride] % 2 == 0)
            value = source[near % 4096] + 1;
        else if (near % 3 == 1)
            value = source[near % 4096 + i] * source[i + 3 * stride];
    }
    result[i] = value;
}

// Both ways end in a store of their own: a compiler may make one of the two.
kernel void branch_with_stores(global const uint* source, global uint* result, uint stride)
{
    const uint i = get_global_id(0);
    if (i % 2 == 0) {
        uint sum = 0;
#pragma unroll 1
        for (uint k = 0; k < 3; ++k) sum = 5 * sum + source[i + k * stride];
        result[i] = sum;
    } else {
        uint product = 1;
#pragma unroll 1
        for (uint k = 0; k < 5; ++k) product = product * (source[2 * i + k * stride] | 1u);
        result[i] = product;
    }
}

// Both ways end in a load and a store that differ in nothing but the address: a compiler may make one of each two.
kernel void branch_that_can_be_merged(global const uint* source, global uint* result, uint offset)
{
    const uint i = get_global_id(0);
    if (i % 2 == 0)
        result[i] = source[i];
    else
        result[i] = source[i + offset];
}

kernel void switch_of_four(global const uint* source, global uint* result, uint stride, uint cases)
{
    const uint i = get_global_id(0);
    uint value = 0;
    switch (i % cases) {
    case 0:
        value = source[i] * 3;
        break;
    case 1:
        value = source[i + stride] + source[i];
        break;
    case 2:
        value = source[2 * i] ^ source[i + 2 * stride] ^ source[i];
        break;
    default:
        break;
    }
    result[i] = value;
}

kernel void return_early(global const uint* source, global uint* result)
{
    const uint i = get_global_id(0);
    const uint value = source[i];
    if (value % 3 == 0) return;
    const uint second = source[value % 4096];
    if (second % 3 == 0) return;
    result[i] = second;
}

// Constant memory has a cache of its own and private memory is the work-item's: neither is global or local memory.
constant uint weights[16] = {1, 5, 2, 8, 3, 9, 4, 7, 11, 10, 6, 12, 15, 13, 16, 14};

kernel void constant_table(global const uint* source, global uint* result)
{
    const uint i = get_global_id(0);
    const uint value = source[i];
    result[i] = weights[value % 16] * value;
}

kernel void private_array(global const uint* source, global uint* result, uint trips)
{
    const uint i = get_global_id(0);
    uint counts[8] = {0, 0, 0, 0, 0, 0, 0, 0};
#pragma unroll 1
    for (uint k = 0; k < trips; ++k) counts[source[i + 64 * k] % 8] += k + 1;
    result[i] = counts[i % 8];
}

kernel void global_histogram(global const uint* source, global uint* result)
{
    atomic_inc(&result[source[get_global_id(0)] % 64]);
}

kernel void local_histogram(global const uint* source, global uint* result)
{
    local uint counts[64];
    const uint l = get_local_id(0);
    if (l < 64) counts[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&counts[source[get_global_id(0)] % 64]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 64) atomic_add(&result[l], counts[l]);
}

// The old values decide: the atomics return something that is used.
kernel void global_tickets(global uint* result, uint counters)
{
    const uint i = get_global_id(0);
    if (atomic_add(&result[i % counters], 2u) >= 4096) result[counters] = 1;
}
