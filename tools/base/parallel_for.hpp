// Several pieces of work at the same time.
#pragma once

#include <cstddef>
#include <functional>

namespace lockstep::tool
{

/// How many processors there are, at least one.
unsigned processors();

/// Does `work` for 0 to `count` - 1, `at_once` at a time. What one throws stops the others before their next, and is thrown.
void parallel_for(std::size_t count, unsigned at_once, const std::function<void(std::size_t)>& work);

} // namespace lockstep::tool
