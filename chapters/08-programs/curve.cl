// The function, compiled by itself.
//! [curve]
#include "curve.clh"

float curve(float x)
{
    return (x - 2.0f) * x;
}
//! [curve]
