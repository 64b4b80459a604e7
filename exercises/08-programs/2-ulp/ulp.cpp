// Errors in units in the last place.
#include "ulp.hpp"

#include <cmath>

double ulp_error(double exact, float got)
{
    // Your code here. So far the unit is right between 1 and 2.
    return std::abs(got - exact) / 0x1p-23;
}
