// How many work-groups of a kernel are resident on a compute unit.
#include "fit.hpp"

Fit fit(const Unit& unit, const Kernel& kernel)
{
    // Your code here.
    return {unit.groups, unit.sub_groups};
}
