// One step of a rank: the rows at the edges, their exchange, and the rows in between at the same time.
#include "step.hpp"

#include <vector>

void step(const Strip& /*strip*/, cl::Kernel& /*kernel*/, const Exchange& /*exchange*/)
{
    // Your code here.
}
