// Seven kernels with one planted bug each. 1D, work-groups of 64; i is the work-item's place in the range, l in its group.

//! [past_end]
kernel void past_end(global const float* in, global float* out, uint n)
{
    const uint i = get_global_id(0);
    if (i <= n) out[i] = 2 * in[i];
}
//! [past_end]

//! [missing_barrier]
kernel void missing_barrier(global const float* in, global float* out)
{
    local float sum;
    const uint i = get_global_id(0);
    if (get_local_id(0) == 0) {
        float total = 0;
        for (uint k = 0; k < get_local_size(0); ++k) total += in[i + k];
        sum = total;
    }
    out[i] = sum - in[i]; // what the others of the group have together
}
//! [missing_barrier]

//! [race]
kernel void race(global const uint* in, global uint* sums)
{
    sums[get_group_id(0)] += in[get_global_id(0)];
}
//! [race]

//! [uninitialised]
kernel void uninitialised(global const uint* in, global uint* counts)
{
    local uint count;
    if (in[get_global_id(0)] > 4) atomic_inc(&count);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) counts[get_group_id(0)] = count;
}
//! [uninitialised]

//! [divergent_barrier]
kernel void divergent_barrier(global const uint* in, global uint* pairs)
{
    local uint own[64];
    const uint l = get_local_id(0);
    own[l] = in[get_global_id(0)];
    if (l < 32) {
        barrier(CLK_LOCAL_MEM_FENCE);
        pairs[32 * get_group_id(0) + l] = own[l] + own[l + 32];
    }
}
//! [divergent_barrier]

//! [local_array]
kernel void local_array(global const uint* in, global uint* steps)
{
    local uint own[64];
    const uint i = get_global_id(0);
    const uint l = get_local_id(0);
    own[l + 1] = in[i];
    if (l == 0) own[0] = i > 0 ? in[i - 1] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    steps[i] = own[l + 1] - own[l];
}
//! [local_array]

//! [group_for_local]
kernel void group_for_local(global const uint* in, global uint* sums)
{
    local uint sum;
    if (get_local_id(0) == 0) sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, in[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_group_id(0) == 0) sums[get_group_id(0)] = sum;
}
//! [group_for_local]
