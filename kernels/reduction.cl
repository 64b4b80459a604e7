// Sums of floats, rung by rung. Work-groups have one dimension and GROUP work-items, a
// power of two. Where a comment does not say otherwise, a kernel leaves one sum a group in
// `partial`, and the host launches it again on those until one is left.
//
// Limits: `count` is from 1 to 2^32 - 1. Where work-items walk through the input, count +
// work-items is at most 2^32, and LOADS times the work-items at most 2^31. `in` begins
// where a float16 may, as a buffer does.
#ifndef GROUP
#define GROUP 256
#endif
#ifndef LOADS
#define LOADS 4 // vectors that a work-item asks for before it adds the first
#endif
#ifndef CHAINS
#define CHAINS 4 // sums of 16 elements each that a work-item of `strips` keeps
#endif
#if GROUP < 4 || (GROUP & (GROUP - 1)) != 0
#error "GROUP must be a power of two, and 4 at least, as the first group adds the last 3."
#endif

//! [tree_interleaved]
// Work-item i of a group loads the group's element i. Then every second one adds its
// neighbour's sum to its own, then every fourth the sum two places ahead, and so on.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
tree_interleaved(global const float* in, global float* partial, uint count)
{
    local float sums[GROUP];
    uint item = get_local_id(0), i = get_global_id(0);
    sums[item] = i < count ? in[i] : 0.0f;
    for (uint apart = 1; apart < GROUP; apart *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item % (2 * apart) == 0) sums[item] += sums[item + apart];
    }
    if (item == 0) partial[get_group_id(0)] = sums[0];
}
//! [tree_interleaved]

//! [tree_strided]
// The same tree and the same additions, done by the first work-items of the group: none
// idles between two that work.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
tree_strided(global const float* in, global float* partial, uint count)
{
    local float sums[GROUP];
    uint item = get_local_id(0), i = get_global_id(0);
    sums[item] = i < count ? in[i] : 0.0f;
    for (uint apart = 1; apart < GROUP; apart *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint at = item * 2 * apart;
        if (at < GROUP) sums[at] += sums[at + apart];
    }
    if (item == 0) partial[get_group_id(0)] = sums[0];
}
//! [tree_strided]

//! [tree_sequential]
// A tree that folds: the first half of the sums takes in the second half, so that
// neighbours work on neighbours.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
tree_sequential(global const float* in, global float* partial, uint count)
{
    local float sums[GROUP];
    uint item = get_local_id(0), i = get_global_id(0);
    sums[item] = i < count ? in[i] : 0.0f;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < width) sums[item] += sums[item + width];
    }
    if (item == 0) partial[get_group_id(0)] = sums[0];
}
//! [tree_sequential]

//! [group_sum]
// For work-item 0 the sum of the group's values, for the others a part of it.
float group_sum(float value, local float* sums)
{
    uint item = get_local_id(0);
    sums[item] = value;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < width) sums[item] += sums[item + width];
    }
    return sums[item];
}
//! [group_sum]

//! [first_add]
// A group sums 2 * GROUP elements: each work-item adds two on their way in.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
first_add(global const float* in, global float* partial, uint count)
{
    local float sums[GROUP];
    uint i = get_group_id(0) * 2 * GROUP + get_local_id(0);
    float value = i < count ? in[i] : 0.0f;
    if (i + GROUP < count) value += in[i + GROUP];
    float sum = group_sum(value, sums);
    if (get_local_id(0) == 0) partial[get_group_id(0)] = sum;
}
//! [first_add]

//! [many_elements]
// A few groups for any number of elements: work-item i adds the elements i, i + work-items,
// i + 2 * work-items, …
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
many_elements(global const float* in, global float* partial, uint count)
{
    local float sums[GROUP];
    float value = 0;
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) value += in[i];
    float sum = group_sum(value, sums);
    if (get_local_id(0) == 0) partial[get_group_id(0)] = sum;
}
//! [many_elements]

//! [vectors]
// One work-item's share when elements are read in fours: LOADS vectors that do not wait for
// each other, and again. What does not fill four is added by the first work-items of all.
float share_of_vectors(global const float* in, uint count)
{
    global const float4* fours = (global const float4*)in;
    uint i = get_global_id(0), items = get_global_size(0), vectors = count / 4;
    float4 sums[LOADS];
    for (uint k = 0; k < LOADS; ++k) sums[k] = 0;
    for (; i + (LOADS - 1) * items < vectors; i += LOADS * items)
        for (uint k = 0; k < LOADS; ++k) sums[k] += fours[i + k * items];
    for (; i < vectors; i += items) sums[0] += fours[i];
    for (uint k = 1; k < LOADS; ++k) sums[0] += sums[k];
    float value = (sums[0].x + sums[0].y) + (sums[0].z + sums[0].w);
    if (get_global_id(0) < count % 4) value += in[vectors * 4 + get_global_id(0)];
    return value;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
vectors(global const float* in, global float* partial, uint count)
{
    local float sums[GROUP];
    float sum = group_sum(share_of_vectors(in, count), sums);
    if (get_local_id(0) == 0) partial[get_group_id(0)] = sum;
}
//! [vectors]

//! [one_launch]
// The same, and the group that finishes last adds the groups' sums: `total` is the sum of
// all, in one launch. `partial` and `finished` are 0 before and after. Whichever group is
// last, it adds in the same order: every launch gives the same bits.
//
// OpenCL 1.2 promises no order in which another group sees what this one wrote, and none of
// its fences reaches beyond the group: NVIDIA's compiler makes membar.cta of mem_fence. The
// kernel relies on what devices do. An atomic works in memory that all groups see, and is
// done when it returns; and the ticket is drawn with what the exchange returned, 0, so it
// cannot be drawn before.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
one_launch(global const float* in, global float* total, uint count,
           volatile global float* partial, volatile global uint* finished)
{
    local float sums[GROUP];
    local uint is_last;
    float sum = group_sum(share_of_vectors(in, count), sums);
    if (get_local_id(0) == 0) {
        uint before = as_uint(atomic_xchg(&partial[get_group_id(0)], sum));
        mem_fence(CLK_GLOBAL_MEM_FENCE); // orders nothing for other groups
        is_last = atomic_add(finished, 1 + before) == get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (is_last) {
        float value = 0;
        for (uint g = get_local_id(0); g < get_num_groups(0); g += GROUP)
            value += atomic_xchg(&partial[g], 0.0f);
        sum = group_sum(value, sums);
        if (get_local_id(0) == 0) {
            *total = sum;
            atomic_xchg(finished, 0);
        }
    }
}
//! [one_launch]

#ifdef SUB_GROUPS // built for OpenCL C 2.0 or later, where the device has sub-groups
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
//! [sub_groups]
// As `vectors`, but what a sub-group has is summed without local memory and without a
// barrier; then the first sub-group sums the sums of all.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sub_groups(global const float* in, global float* partial, uint count)
{
    local float sums[GROUP]; // enough for sub-groups of one
    float sum = sub_group_reduce_add(share_of_vectors(in, count));
    if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_id() != 0) return;
    float value = 0;
    for (uint s = get_sub_group_local_id(); s < get_num_sub_groups();
         s += get_sub_group_size())
        value += sums[s];
    sum = sub_group_reduce_add(value);
    if (get_sub_group_local_id() == 0) partial[get_group_id(0)] = sum;
}
//! [sub_groups]
#endif

//! [strips]
// For a CPU: few work-items of a group each, with a strip of neighbouring elements each,
// and CHAINS vectors as wide as the widest registers there are, so that an addition need
// not wait for the one before.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
strips(global const float* in, global float* partial, uint count)
{
    global const float16* sixteens = (global const float16*)in;
    uint blocks = count / (16 * CHAINS);
    uint each = (blocks + get_global_size(0) - 1) / get_global_size(0);
    uint begin = min((uint)get_global_id(0) * each, blocks),
         end = min(begin + each, blocks);
    float16 sums[CHAINS];
    for (uint k = 0; k < CHAINS; ++k) sums[k] = 0;
    for (uint block = begin; block < end; ++block)
        for (uint k = 0; k < CHAINS; ++k) sums[k] += sixteens[block * CHAINS + k];
    for (uint k = 1; k < CHAINS; ++k) sums[0] += sums[k];
    float16 vector = sums[0];
    float* lanes = (float*)&vector;
    for (uint width = 8; width > 0; width /= 2)
        for (uint k = 0; k < width; ++k) lanes[k] += lanes[k + width];
    float value = lanes[0];
    if (get_global_id(0) == 0)
        for (uint i = blocks * 16 * CHAINS; i < count; ++i) value += in[i];
    partial[get_global_id(0)] = value;
}
//! [strips]
