// Work-group g adds up the energy of its bodies: mass * v^2 / 2 of each, and half of what each pair with
// another body has. A body is (x, y, z, mass), a velocity (x, y, z, 0). As simple as can be: the
// first work-item of a group does all of it.
kernel void energy(global const float4* bodies, global const float4* velocities,
                   global float* energies, uint n, float softening, local float4* tile,
                   local float* sums)
{
    if (get_local_id(0) != 0) return;
    float sum = 0;
    uint first = get_group_id(0) * get_local_size(0);
    for (uint i = first; i < min(first + (uint)get_local_size(0), n); ++i) {
        float4 a = bodies[i], v = velocities[i];
        float potential = 0;
        for (uint j = 0; j < n; ++j) {
            //! [squares]
            float4 b = bodies[j];
            float d2 = dot(a.xyz, a.xyz) + dot(b.xyz, b.xyz) - 2 * dot(a.xyz, b.xyz);
            if (i != j) potential += b.w * rsqrt(d2 + softening);
            //! [squares]
        }
        sum += a.w * (dot(v.xyz, v.xyz) - potential) / 2;
    }
    energies[get_group_id(0)] = sum;
}
