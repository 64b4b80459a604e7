/// Chapter 11: a sub-group at an if and an else, step by step.
#include "step-strip.hpp"

namespace figures
{
namespace of_11_steps
{

const Register steps(
    {"11-steps", 640, 220, "Steps of a sub-group at an if and an else",
     "At the if all 32 lanes ask. The even ones go in and run their loop, while the odd ones wait. Then the "
     "odd ones run theirs, while the even ones wait, and all go on together.",
     step_strip("11-divergence")});

} // namespace of_11_steps
} // namespace figures
