// What all n bodies do to each: work-group g has bodies g * GROUP * BODIES and on, BODIES for each of its GROUP work-items. A body is
// (x, y, z, mass), an acceleration (x, y, z, 0).
#ifndef GROUP
#define GROUP 64
#endif
#ifndef BODIES
#define BODIES 4
#endif
#ifndef UNROLL
#define UNROLL 1
#endif

// A work-item's bodies are GROUP apart, so that neighbours read and write neighbours.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
pull_several(global const float4* bodies, global float4* accelerations, uint n, float softening)
{
    local float4 tile[GROUP];
    uint near = get_local_id(0), begin = get_group_id(0) * (GROUP * BODIES) + near;
    float4 own[BODIES], sum[BODIES];
#pragma unroll
    for (uint k = 0; k < BODIES; ++k) {
        uint i = begin + k * GROUP;
        own[k] = i < n ? bodies[i] : 0;
        sum[k] = 0;
    }
    for (uint first = 0; first < n; first += GROUP) {
        tile[near] = first + near < n ? bodies[first + near] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
        for (uint j = 0; j < GROUP; ++j) {
            float4 other = tile[j];
#pragma unroll
            for (uint k = 0; k < BODIES; ++k) {
                float x = other.x - own[k].x, y = other.y - own[k].y, z = other.z - own[k].z;
                float root = rsqrt(fma(x, x, fma(y, y, fma(z, z, softening))));
                float strength = other.w * root * (root * root);
                sum[k].x = fma(strength, x, sum[k].x);
                sum[k].y = fma(strength, y, sum[k].y);
                sum[k].z = fma(strength, z, sum[k].z);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint k = 0; k < BODIES; ++k)
        if (begin + k * GROUP < n) accelerations[begin + k * GROUP] = sum[k];
}
