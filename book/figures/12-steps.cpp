/// Chapter 12: a round of the slow matrix product, step by step.
#include "step-strip.hpp"

namespace figures
{
namespace of_12_steps
{

const Register steps({"12-steps", 640, 228, "Steps of a sub-group that reads a column",
                      "All lanes ask whether the loop goes on. Their load of A takes 32 sectors where 4 "
                      "would do, and their load "
                      "of B takes one.",
                      step_strip("12-coalescing")});

} // namespace of_12_steps
} // namespace figures
