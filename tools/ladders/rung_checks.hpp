// Whether the rungs of the ladders are right, and clean.
#pragma once

#include "base/status.hpp"

#include <string>
#include <vector>

namespace lockstep::tool
{

/// One of the runner's own commands, what it prints passed through. @return its exit status.
int run_runner(const std::string& command, const std::vector<std::string>& words);

/// Every rung of these ladders, or of all, at awkward sizes on Pocket, or under Oclgrind where LOCKSTEP_SIMULATOR says so: no race,
/// no stray access, no uninitialised read. Prints what is found.
Status check_clean_rungs(const std::vector<std::string>& ladders);

} // namespace lockstep::tool
