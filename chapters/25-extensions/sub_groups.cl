// Sums and prefix sums over a work-group of 256, in four ways. A work-item begins with x and
// goes round: each round's sum goes into the next one's x, so that nothing can be left out.
// 1D, whole groups.
#define GROUP 256
#define LOCAL_MEMORY 0
#define SHUFFLE 1
#define SUB_GROUP 2
#define WORK_GROUP 3

#if defined(cl_khr_subgroups) && !defined(__opencl_c_subgroups)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#ifdef cl_khr_subgroup_shuffle
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#endif

// The fallback: a tree, as in chapter 17, and steps, as in chapter 19.
#if WAY == LOCAL_MEMORY
float sum_of_group(float x, local float* places)
{
    const uint i = get_local_id(0);
    places[i] = x;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < width) places[i] += places[i + width];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float sum = places[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

float scan_of_group(float x, local float* places)
{
    const uint i = get_local_id(0);
    for (uint apart = 1; apart < GROUP; apart *= 2) {
        places[i] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i >= apart) x += places[i - apart];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return x;
}

#elif WAY == WORK_GROUP
float sum_of_group(float x, local float* places)
{
    return work_group_reduce_add(x);
}

float scan_of_group(float x, local float* places)
{
    return work_group_scan_inclusive_add(x);
}

#else
#if WAY == SHUFFLE
//! [shuffle]
float sum_of_sub_group(float x)
{
    for (uint apart = get_max_sub_group_size() / 2; apart > 0; apart /= 2)
        x += sub_group_shuffle_xor(x, apart);
    return x;
}

float scan_of_sub_group(float x)
{
    const uint lane = get_sub_group_local_id(), width = get_max_sub_group_size();
    for (uint apart = 1; apart < width; apart *= 2) {
        const float other = sub_group_shuffle(x, lane >= apart ? lane - apart : lane);
        if (lane >= apart) x += other;
    }
    return x;
}
//! [shuffle]
#else
#define sum_of_sub_group(x) sub_group_reduce_add(x)
#define scan_of_sub_group(x) sub_group_scan_inclusive_add(x)
#endif

//! [between]
// The sum over the first `count` sub-groups of what each has left in its place.
// Each lane takes one place: enough if there are no more sub-groups than lanes.
float sum_of_places(local const float* places, uint count)
{
    const uint lane = get_sub_group_local_id();
    return sum_of_sub_group(lane < count ? places[lane] : 0);
}

float sum_of_group(float x, local float* places)
{
    x = sum_of_sub_group(x);
    if (get_sub_group_local_id() == 0) places[get_sub_group_id()] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef IN_A_LOOP
    float sum = 0;
    for (uint s = 0; s < get_num_sub_groups(); ++s) sum += places[s];
#else
    const float sum = sum_of_places(places, get_num_sub_groups());
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

float scan_of_group(float x, local float* places)
{
    x = scan_of_sub_group(x);
    if (get_sub_group_local_id() == get_sub_group_size() - 1)
        places[get_sub_group_id()] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x += sum_of_places(places, get_sub_group_id());
    barrier(CLK_LOCAL_MEM_FENCE);
    return x;
}
//! [between]
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sums(global const float* in, global float* out, uint rounds)
{
    local float places[GROUP];
    float x = in[get_global_id(0)], sum = 0;
    for (uint round = 0; round < rounds; ++round) {
        sum = sum_of_group(x, places);
        x = 0.5f * x + sum / (2 * GROUP);
    }
    out[get_global_id(0)] = sum;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scans(global const float* in, global float* out, uint rounds)
{
    local float places[GROUP];
    float x = in[get_global_id(0)], before = 0;
    for (uint round = 0; round < rounds; ++round) {
        before = scan_of_group(x, places);
        x = 0.5f * x + before / (2 * GROUP);
    }
    out[get_global_id(0)] = before;
}

#if WAY != LOCAL_MEMORY && WAY != WORK_GROUP
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void widths(global uint* out)
{
    if (get_global_id(0) != 0) return;
    out[0] = get_max_sub_group_size();
    out[1] = get_num_sub_groups();
}
#endif
