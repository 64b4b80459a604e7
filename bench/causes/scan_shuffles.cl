// Blocks as in kernels/scan.cl, which this is read behind, but a sub-group's lanes hand their
// sums to each other by NVIDIA's shuffles. GROUP is a multiple of 32.

uint from_below(uint x, uint distance)
{
    uint other;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(other) : "r"(x), "r"(distance));
    return other;
}
#define FROM_BELOW(x, distance) VECTOR(as_, ELEMENT)(from_below(as_uint(x), distance))

// The sum of x over the work-items before this one. All lanes of a sub-group come along.
ELEMENT sum_before(ELEMENT x, local ELEMENT* ends)
{
    const uint l = get_local_id(0), lane = l % 32;
#pragma unroll
    for (uint distance = 1; distance < 32; distance *= 2) {
        const ELEMENT other = FROM_BELOW(x, distance);
        if (lane >= distance) x += other;
    }
    if (lane == 31) ends[l / 32] = x;
    const ELEMENT below = FROM_BELOW(x, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    ELEMENT before = 0;
#pragma unroll
    for (uint s = 0; s < GROUP / 32; ++s)
        if (s < l / 32) before += ends[s];
    return lane > 0 ? before + below : before;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_by_shuffles(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums, uint n)
{
    local ELEMENT ends[GROUP / 32];
    const uint i = get_global_id(0);
    const ELEMENT x = i < n ? in[i] : 0, sum = sum_before(x, ends) + x;
    if (i < n) out[i] = sum;
    if (get_local_id(0) == GROUP - 1) sums[get_group_id(0)] = sum;
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan_blocks_in_registers_by_shuffles(global const ELEMENT* in, global ELEMENT* out, global ELEMENT* sums,
                                     uint n)
{
    local ELEMENT ends[GROUP / 32];
    const uint i = 4 * get_global_id(0);
    const four x = scanned(load_four(in, i, n));
    const ELEMENT before = sum_before(x.w, ends);
    store_four(out, i, n, x + (four)before);
    if (get_local_id(0) == GROUP - 1) sums[get_group_id(0)] = before + x.w;
}
