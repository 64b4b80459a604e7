// TO WRITE: what is computed. values[i] *= factor; one work-item an element, and the launch may be larger than n.
kernel void scale(float factor, global float* values, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) values[i] *= factor;
}
