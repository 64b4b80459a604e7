// Sums of a group's 256 values, made again and again, for bench/causes/units.py. 1D.
// One of TREE, SHUFFLES, REDUX, EXTENSION and LIBRARY says how; each lets every
// work-item have the sum.
#define ITEMS 256
#ifdef EXTENSION
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#endif

#if defined(TREE) // in local memory: eight steps, a barrier for each
uint group_sum(uint x, local uint* cells)
{
    uint item = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE); // the sum before has been read
    cells[item] = x;
    for (uint half_of = ITEMS / 2; half_of > 0; half_of /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_of) cells[item] += cells[item + half_of];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return cells[0];
}

#elif defined(LIBRARY) // OpenCL C 2.0 and 3.0
uint group_sum(uint x, local uint* cells)
{
    return work_group_reduce_add(x);
}

#else // within each sub-group of 32 first, then over the eight sums that are left
#if defined(SHUFFLES)
//! [shuffles]
uint sub_group_sum(uint x)
{
#pragma unroll
    for (uint distance = 16; distance > 0; distance /= 2) {
        uint other;
        asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;"
                     : "=r"(other)
                     : "r"(x), "r"(distance));
        x += other;
    }
    return x;
}
//! [shuffles]
#elif defined(REDUX)
uint sub_group_sum(uint x)
{
    uint sum;
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(x));
    return sum;
}
#elif defined(EXTENSION)
uint sub_group_sum(uint x)
{
    for (uint distance = 16; distance > 0; distance /= 2)
        x += sub_group_shuffle_down(x, distance);
    return x;
}
#endif

uint group_sum(uint x, local uint* cells)
{
    uint item = get_local_id(0), sum = sub_group_sum(x);
    barrier(CLK_LOCAL_MEM_FENCE); // the sums before have been read
    if (item % 32 == 0) cells[item / 32] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
#pragma unroll
    for (uint k = 0; k < ITEMS / 32; ++k) sum += cells[k];
    return sum;
}
#endif

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void sums(global uint* out,
                                                                    uint rounds)
{
    local uint cells[ITEMS];
    uint x = get_local_id(0);
    for (uint r = 0; r < rounds; ++r) x = x * 3 + group_sum(x, cells);
    out[get_global_id(0)] = x;
}
