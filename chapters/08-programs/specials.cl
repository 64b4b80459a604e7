// Values that an option may treat otherwise, each at its place in both arrays; for a single work-item.
//! [specials]
kernel void specials(global const float* in, global float* out)
{
    out[0] = in[0] * in[1]; // denormal
    out[1] = isnan(in[2]);
    out[2] = in[2] != in[2];
    out[3] = isinf(in[3]);
    out[4] = in[4] + 0.0f;                        // -0 + 0
    out[5] = (in[5] + 16777216.0f) - 16777216.0f; // 0.5 is lost in 2^24
}
//! [specials]
