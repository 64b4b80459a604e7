// An inclusive scan of integers in three launches: blocks are scanned,
// then their sums, and then each block grows by the sum before it.
#define GROUP 256

//! [index]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const uint* in, global uint* out, global uint* sums,
    uint n)
{
    local uint block[GROUP];
    const uint item = get_local_id(0), i = get_global_id(0);
    uint sum = i < n ? in[i] : 0;
    //! [index]
    //! [steps]
    for (uint away = 1; away < GROUP; away *= 2) {
        block[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item >= away) sum += block[item - away];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    //! [steps]
    //! [write]
    if (i < n) out[i] = sum;
    if (item == GROUP - 1) sums[get_group_id(0)] = sum;
    //! [write]
}

//! [grow]
// Launched without the first block, which has no sum before it.
kernel void grow(
    global uint* out, global const uint* sums, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) out[i] += sums[i / GROUP - 1];
}
//! [grow]
