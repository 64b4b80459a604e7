// A weighted mean of 2 × radius + 1 neighbours. One work-item an element, in work-groups of any size; the input
// begins radius elements before the first result and ends as many behind the last.
//! [smooth]
kernel void smooth(global const float* in, global float* out, constant float* weights,
                   uint n, int radius)
{
#ifdef RADIUS
    radius = RADIUS; // the compiler knows how often the loop runs
#endif
    uint i = get_global_id(0);
    if (i >= n) return;
    float sum = 0.0f;
    for (int k = 0; k <= 2 * radius; ++k) sum += weights[k] * in[i + k];
    out[i] = sum;
}
//! [smooth]
