// An inclusive scan of integers in three launches: blocks are scanned,
// then their sums, and then each block grows by the sum before it.
#version 450

const uint GROUP = 256;

//! [index]
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) readonly buffer In { uint values[]; };
layout(std430, binding = 1) writeonly buffer Out { uint scanned[]; };
layout(std430, binding = 2) writeonly buffer Sums { uint sums[]; };
layout(push_constant) uniform Arguments { uint n; };

shared uint block[GROUP];

void main()
{
    const uint item = gl_LocalInvocationID.x;
    const uint i = gl_GlobalInvocationID.x;
    uint sum = i < n ? values[i] : 0;
    //! [index]
    //! [steps]
    for (uint away = 1; away < GROUP; away *= 2) {
        block[item] = sum;
        barrier();
        if (item >= away) sum += block[item - away];
        barrier();
    }
    //! [steps]
    //! [write]
    if (i < n) scanned[i] = sum;
    if (item == GROUP - 1) sums[gl_WorkGroupID.x] = sum;
    //! [write]
}
