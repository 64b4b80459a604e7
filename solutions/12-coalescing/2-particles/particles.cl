// Particles as structures of 7 floats, x y z vx vy vz mass, and the same fields in 7 rows: field f of
// particle i is particles[7 * i + f] and fields[f * pitch + i]. One dimension, one work-item a particle;
// the launch may be larger than count. The elements from count to pitch of a row are not yours.

kernel void split(global const float* particles, global float* fields, uint count, uint pitch)
{
    const uint i = get_global_id(0);
    if (i >= count) return;
    for (uint field = 0; field < 7; ++field) fields[field * pitch + i] = particles[7 * i + field];
}

// Moves each particle for `seconds`: x += vx * seconds, and y and z alike.
kernel void drift(global float* fields, float seconds, uint count, uint pitch)
{
    const uint i = get_global_id(0);
    if (i >= count) return;
    for (uint axis = 0; axis < 3; ++axis)
        fields[axis * pitch + i] += fields[(3 + axis) * pitch + i] * seconds;
}
