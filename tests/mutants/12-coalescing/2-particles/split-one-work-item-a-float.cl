// rejected by: lens, split global_store.efficiency
kernel void split(global const float* particles, global float* fields, uint count, uint pitch)
{
    // Every load is beside its neighbour's, and every store is somewhere else.
    for (uint j = get_global_id(0); j < 7 * count; j += get_global_size(0))
        fields[j % 7 * pitch + j / 7] = particles[j];
}

// Moves each particle for `seconds`: x += vx * seconds, and y and z alike.
kernel void drift(global float* fields, float seconds, uint count, uint pitch)
{
    const uint i = get_global_id(0);
    if (i >= count) return;
    for (uint axis = 0; axis < 3; ++axis)
        fields[axis * pitch + i] += fields[(3 + axis) * pitch + i] * seconds;
}
