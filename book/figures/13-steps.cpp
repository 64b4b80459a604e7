/// Chapter 13: a request with a bank conflict, and a store, step by step.
#include "step-strip.hpp"

namespace figures
{
namespace of_13_steps
{

const Register steps({"13-steps", 640, 184, "Steps of a sub-group with a bank conflict",
                      "All lanes load from local memory in three passes where one would do. Then they store "
                      "in 4 sectors, all of "
                      "them needed.",
                      step_strip("13-local-memory")});

} // namespace of_13_steps
} // namespace figures
