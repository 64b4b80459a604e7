// Sums of floats: work-items walk through the input, then each group
// adds up what its work-items have in a tree, and leaves one sum.
#define GROUP 256

//! [index]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sums(global const float* in, global float* out, uint count)
{
    local float tree[GROUP];
    const uint item = get_local_id(0);
    //! [index]
    //! [walk]
    float sum = 0;
    for (uint i = get_global_id(0); i < count;
         i += get_global_size(0))
        sum += in[i];
    //! [walk]
    //! [tree]
    tree[item] = sum;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < width) tree[item] += tree[item + width];
    }
    if (item == 0) out[get_group_id(0)] = tree[0];
    //! [tree]
}
