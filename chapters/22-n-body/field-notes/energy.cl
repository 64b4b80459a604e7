// Work-group g adds up the energy of its bodies: mass * v^2 / 2 of each, and half of what each pair with
// another body has. A body is (x, y, z, mass), a velocity (x, y, z, 0).
kernel void energy(global const float4* bodies, global const float4* velocities,
                   global float* energies, uint n, float softening, local float4* tile,
                   local float* sums)
{
    uint i = get_global_id(0), near = get_local_id(0), group = get_local_size(0);
    //! [leaves]
    if (i >= n) return; // no body, nothing to do?
    float4 own = bodies[i];
    float potential = 0;
    for (uint first = 0; first < n; first += group) {
        tile[near] = first + near < n ? bodies[first + near] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        //! [leaves]
        for (uint j = 0; j < group; ++j) {
            float4 other = tile[j];
            float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
            float root = rsqrt(x * x + y * y + z * z + softening);
            potential += first + j != i ? other.w * root : 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 velocity = velocities[i];
    float speed2 =
        velocity.x * velocity.x + velocity.y * velocity.y + velocity.z * velocity.z;
    sums[near] = own.w * (speed2 - potential) / 2;
    uint count = group;
    while (count > 1) {
        uint half_count = (count + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (near + half_count < count) sums[near] += sums[near + half_count];
        count = half_count;
    }
    if (near == 0) energies[get_group_id(0)] = sums[0];
}
