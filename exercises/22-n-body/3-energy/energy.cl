// Work-group g adds up the energy of its bodies: mass * v^2 / 2 of each, and half of what each pair with another body has, which is
// -mass * mass / sqrt(d^2 + softening). A body is (x, y, z, mass), a velocity (x, y, z, 0). `tile` has room for a body, `sums` for a
// number of each work-item of the group.
kernel void energy(global const float4* bodies, global const float4* velocities, global float* energies,
                   uint n, float softening, local float4* tile, local float* sums)
{
    // Your code here.
}
