// What all n bodies do to each: work-group g has bodies g * GROUP * BODIES and on, BODIES for each of its GROUP work-items. A body is
// (x, y, z, mass), an acceleration (x, y, z, 0).
#ifndef GROUP
#define GROUP 64
#endif
#ifndef BODIES
#define BODIES 4
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
pull_several(global const float4* bodies, global float4* accelerations, uint n, float softening)
{
    // Right, but one body after the other, each with all the others.
    for (uint k = 0; k < BODIES; ++k) {
        uint i = get_global_id(0) * BODIES + k;
        if (i >= n) return;
        float4 own = bodies[i];
        float4 sum = 0;
        for (uint j = 0; j < n; ++j) {
            float4 other = bodies[j];
            float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
            float root = rsqrt(x * x + y * y + z * z + softening);
            float strength = other.w * root * root * root;
            sum.x += strength * x;
            sum.y += strength * y;
            sum.z += strength * z;
        }
        accelerations[i] = sum;
    }
}
