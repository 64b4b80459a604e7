// Softmax backwards. d holds how the loss changes with each share, and becomes how it changes with each score. Heads are one
// after another, each with `context` rows of `context` floats: row t of a head has t + 1 entries, and what follows them becomes 0.
// 1D, work-groups of 64: a group a row.
#define GROUP 64

// The sum of what all work-items of the group have. All of them call it, and all get the sum.
float sum_of_group(float own, local float* sums)
{
    const uint l = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE); // until all have read the sum before
    sums[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint apart = GROUP / 2; apart > 0; apart /= 2) {
        if (l < apart) sums[l] += sums[l + apart];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sums[0];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
softmax_backward(global float* d, global const float* shares, uint context)
{
    local float sums[GROUP];
    const uint l = get_local_id(0), row = get_group_id(0), entries = row % context + 1;
    d += row * (size_t)context;
    shares += row * (size_t)context;
    // Your code here.
}
