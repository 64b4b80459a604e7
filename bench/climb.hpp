// What verifying and measuring share: which rungs are wanted, and whether one is right.
#pragma once

#include "runner.hpp"

namespace lockstep::bench
{

/// @throws Failure naming what there is, for a ladder, case or rung that does not exist.
std::vector<const Ladder*> wanted_ladders(const Wish& wish);
std::vector<std::string> wanted_cases(const Ladder& ladder, const Wish& wish);
/// The reader's own kernels stand behind the rungs, marked with a star.
std::vector<Rung> wanted_rungs(const Ladder& ladder, const Workbench& workbench, const Wish& wish);

/// Poisons the outputs, runs a job once and says what is wrong; empty when nothing is.
std::string why_wrong(Workbench& workbench, Job& job);

} // namespace lockstep::bench
