// Softmax of rows: exp(x) over the sum of the row's. A group has a row,
// and its largest number is subtracted first, so that no exp overflows.
#define GROUP 256

//! [tree]
float largest_of(float mine, local float* tree)
{
    const uint item = get_local_id(0);
    tree[item] = mine;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < width)
            tree[item] = fmax(tree[item], tree[item + width]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return tree[0];
}
//! [tree]

float sum_of(float mine, local float* tree)
{
    const uint item = get_local_id(0);
    tree[item] = mine;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < width) tree[item] += tree[item + width];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return tree[0];
}

//! [index]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
softmax(global const float* in, global float* out, uint columns)
{
    local float maxima[GROUP], sums[GROUP];
    const uint item = get_local_id(0);
    const uint first = get_group_id(0) * columns;
    const uint end = first + columns;
    //! [index]
    //! [largest]
    float largest = -INFINITY;
    for (uint c = first + item; c < end; c += GROUP)
        largest = fmax(largest, in[c]);
    largest = largest_of(largest, maxima);
    //! [largest]
    //! [sum]
    float sum = 0;
    for (uint c = first + item; c < end; c += GROUP)
        sum += exp(in[c] - largest);
    sum = sum_of(sum, sums);
    //! [sum]
    //! [write]
    for (uint c = first + item; c < end; c += GROUP)
        out[c] = exp(in[c] - largest) / sum;
    //! [write]
}
