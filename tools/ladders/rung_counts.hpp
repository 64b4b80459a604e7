// What the lens counts in each rung of a ladder: shown, recorded beside the measured speeds, and checked.
#pragma once

#include "base/status.hpp"
#include "ladders/ladder_runner.hpp"

namespace lockstep::tool
{

struct CountOptions : LadderOptions
{
    std::string rung;   ///< only this one; all when empty
    bool check = false; ///< compare with what is on record
};

/// Runs each rung once under the lens and prints its counts; records them in bench/results/lens-LADDER.json, or compares them with
/// that file. What is on record is Oclgrind's. Else Pocket counts, or Oclgrind where LOCKSTEP_SIMULATOR says so; of Pocket's counts
/// all but the instructions must be those on record, except in the rungs that bench/other_on_pocket.json lists with reasons, and these
/// must differ. Returns an exit status: done, check_failed where a record says something else, skipped where that one is not here to check.
/// @throws Failure for a ladder or a device that does not exist, and where nobody is here to count.
Status show_rung_counts(const std::filesystem::path& runner, const CountOptions& options);

} // namespace lockstep::tool
