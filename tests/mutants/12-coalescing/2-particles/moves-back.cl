// rejected by: correct, drift moves every particle along its velocity
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
        fields[axis * pitch + i] -= fields[(3 + axis) * pitch + i] * seconds;
}
