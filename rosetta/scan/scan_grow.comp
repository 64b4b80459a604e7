// The third launch of the scan: each block but the first grows by the
// sum before it. A file of GLSL has one main, so this is a second file.
#version 450

const uint GROUP = 256;
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) buffer Out { uint scanned[]; };
layout(std430, binding = 1) readonly buffer Sums { uint sums[]; };
layout(push_constant) uniform Arguments { uint n; };

//! [grow]
// Launched without the first block, which has no sum before it.
void main()
{
    const uint i = gl_GlobalInvocationID.x + GROUP;
    if (i < n) scanned[i] += sums[gl_WorkGroupID.x];
}
//! [grow]
