// What all n bodies do to each: work-group g has bodies g * GROUP * BODIES and on, BODIES for each
// of its GROUP work-items. A body is (x, y, z, mass), an acceleration (x, y, z, 0).
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
pull_several(global const float4* bodies, global float4* accelerations, uint n,
             float softening)
{
    for (uint k = 0; k < BODIES; ++k) {
        uint i = get_global_id(0) * BODIES + k;
        if (i >= n) return;
        float3 a = bodies[i].xyz, sum = 0;
        for (uint j = 0; j < n; ++j) {
            //! [squares]
            float3 b = bodies[j].xyz;
            float d2 = dot(a, a) + dot(b, b) - 2 * dot(a, b);
            float root = rsqrt(d2 + softening);
            //! [squares]
            sum += bodies[j].w * root * root * root * (b - a);
        }
        accelerations[i] = (float4)(sum, 0);
    }
}
