// TO WRITE: the chapter's minimal kernel. Work-item i handles element i; the launch may be larger than n.

//! [scale]
kernel void scale(float factor, global const float* in, global float* out, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) out[i] = factor * in[i];
}
//! [scale]
