// Errors in units in the last place. ulp.cpp defines the function.
#pragma once

/// How far a float is from the exact result: |got - exact| / ulp(exact), which is never negative.
///
/// ulp(x), as section 7.4 of the OpenCL C specification has it: where x lies between two neighbouring finite floats, the
/// distance of the two; where x is a float itself, or lies beyond the largest, the distance of the two finite floats that
/// are nearest to x, of which x itself may be one. So ulp(1) is 2^-24, because the floats below 1 are nearer to it than those
/// above.
///
/// An infinity is 0 away where it is the float nearest to `exact`, which it is from 2^128 - 2^103 on, and where `exact` is that
/// infinity. In all other cases with an infinity the answer is infinity. Two NaNs are 0 apart, a NaN and a number
/// are infinitely far apart.
double ulp_error(double exact, float got);
