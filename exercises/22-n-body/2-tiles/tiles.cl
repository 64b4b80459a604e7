// Work-item i adds up what all n bodies do to body i; the work-group brings them into local memory, as many at a time as it has
// work-items. A body is (x, y, z, mass), an acceleration (x, y, z, 0).
kernel void pull_of_tiles(global const float4* bodies, global float4* accelerations, uint n, float softening,
                          local float4* tile)
{
    uint i = get_global_id(0), near = get_local_id(0), group = get_local_size(0);
    if (i >= n) return;
    float4 own = bodies[i];
    float4 sum = 0;
    for (uint first = 0; first < n; first += group) {
        tile[near] = bodies[first + near];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < group; ++j) {
            float4 other = tile[j];
            float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
            float root = rsqrt(x * x + y * y + z * z + softening);
            float strength = other.w * root * root * root;
            sum.x += strength * x;
            sum.y += strength * y;
            sum.z += strength * z;
        }
    }
    accelerations[i] = sum;
}
