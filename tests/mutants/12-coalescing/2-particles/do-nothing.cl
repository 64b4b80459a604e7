// rejected by: correct, split puts every field in its row
kernel void split(global const float* particles, global float* fields, uint count, uint pitch)
{
    (void)pitch;
}

// Moves each particle for `seconds`: x += vx * seconds, and y and z alike.
kernel void drift(global float* fields, float seconds, uint count, uint pitch)
{
    (void)pitch;
}
