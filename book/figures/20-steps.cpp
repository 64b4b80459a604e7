/// Chapter 20: load and store of the naive transpose, step by step.
#include "step-strip.hpp"

namespace figures
{
namespace of_20_steps
{

const Register steps({"20-steps", 640, 184, "Steps of the naive transpose",
                      "All lanes load from a row in 4 sectors, all of them needed. They store into a column "
                      "in 32 sectors where 4 "
                      "would do.",
                      step_strip("20-transpose")});

} // namespace of_20_steps
} // namespace figures
