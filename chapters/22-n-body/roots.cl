// Reciprocal square roots of several kinds, whose errors the program counts.

float rough(float x)
{
    return as_float(0x5f375a86 - (as_int(x) >> 1));
}
float better(float x, float root)
{
    return root * (1.5f - 0.5f * x * root * root);
}

//! [reciprocal_roots]
// Work-item i takes the root of x = as_float(first + i * step), by the expression ROOT,
// which the build options define.
kernel void reciprocal_roots(global float* roots, uint first, uint step)
{
    uint i = get_global_id(0);
    float x = as_float(first + i * step);
    roots[i] = ROOT;
}
//! [reciprocal_roots]
