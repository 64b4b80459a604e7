// Particles as structures of 7 floats, x y z vx vy vz mass, and the same fields in 7 rows: field f of
// particle i is particles[7 * i + f] and fields[f * pitch + i]. One dimension, one work-item a particle;
// the launch may be larger than count. The elements from count to pitch of a row are not yours.

kernel void split(global const float* particles, global float* fields, uint count, uint pitch)
{
    // Your code here.
}

// Moves each particle for `seconds`: x += vx * seconds, and y and z alike.
kernel void drift(global float* fields, float seconds, uint count, uint pitch)
{
    // Your code here.
}
