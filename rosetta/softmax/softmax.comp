// Softmax of rows: exp(x) over the sum of the row's. A workgroup has a row,
// and its largest number is subtracted first, so that no exp overflows.
#version 450

const uint GROUP = 256;
const float LOWEST = -3.402823466e38;

//! [tree]
shared float tree[GROUP];

float largest_of(float mine)
{
    const uint item = gl_LocalInvocationID.x;
    tree[item] = mine;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier();
        if (item < width)
            tree[item] = max(tree[item], tree[item + width]);
    }
    barrier();
    const float found = tree[0];
    barrier();
    return found;
}
//! [tree]

float sum_of(float mine)
{
    const uint item = gl_LocalInvocationID.x;
    tree[item] = mine;
    for (uint width = GROUP / 2; width > 0; width /= 2) {
        barrier();
        if (item < width) tree[item] += tree[item + width];
    }
    barrier();
    return tree[0];
}

//! [index]
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) readonly buffer In { float matrix[]; };
layout(std430, binding = 1) writeonly buffer Out { float shares[]; };
layout(push_constant) uniform Arguments { uint columns; };

void main()
{
    const uint item = gl_LocalInvocationID.x;
    const uint first = gl_WorkGroupID.x * columns;
    const uint end = first + columns;
    //! [index]
    //! [largest]
    float largest = LOWEST;
    for (uint c = first + item; c < end; c += GROUP)
        largest = max(largest, matrix[c]);
    largest = largest_of(largest);
    //! [largest]
    //! [sum]
    float sum = 0;
    for (uint c = first + item; c < end; c += GROUP)
        sum += exp(matrix[c] - largest);
    sum = sum_of(sum);
    //! [sum]
    //! [write]
    for (uint c = first + item; c < end; c += GROUP)
        shares[c] = exp(matrix[c] - largest) / sum;
    //! [write]
}
