// What the lens counts in each rung of a ladder: shown, recorded beside the measured speeds, and checked.
#pragma once

#include "base/status.hpp"
#include "ladders/ladder_runner.hpp"

namespace lockstep::tool
{

struct CountOptions : LadderOptions
{
    std::string rung;   ///< only this one; all when empty
    bool check = false; ///< compare with the record
};

/// Runs each rung once under the lens and prints its counts; records them in bench/results/lens-LADDER.json, or compares them with
/// that file, which holds the instructions of each release of Oclgrind. Returns an exit status: done, check_failed where a record says something else, skipped without Oclgrind.
/// @throws Failure for a ladder or a device that does not exist.
Status show_rung_counts(const std::filesystem::path& runner, const CountOptions& options);

} // namespace lockstep::tool
