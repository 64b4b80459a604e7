// One work-item a point, in work-groups of any size.
//! [plot]
#include "curve.clh"

kernel void plot(global float* out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) out[i] = curve(i);
}
//! [plot]
