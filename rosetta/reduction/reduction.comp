// Sums of floats in GLSL: invocations walk through the input, then each
// workgroup adds up what its own have in a tree, and leaves one sum.
#version 450

//! [index]
const uint group = 256;
layout(local_size_x = group) in;

layout(std430, binding = 0) readonly buffer In { float values[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
layout(push_constant) uniform Arguments { uint count; };

shared float tree[group];

void main()
{
    const uint item = gl_LocalInvocationID.x;
    //! [index]
    //! [walk]
    float sum = 0;
    for (uint i = gl_GlobalInvocationID.x; i < count;
         i += gl_NumWorkGroups.x * group)
        sum += values[i];
    //! [walk]
    //! [tree]
    tree[item] = sum;
    for (uint width = group / 2; width > 0; width /= 2) {
        barrier();
        if (item < width) tree[item] += tree[item + width];
    }
    if (item == 0) sums[gl_WorkGroupID.x] = tree[0];
    //! [tree]
}
