// What the lens counts in each rung of a ladder: shown, recorded beside the measured speeds, and checked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Runs each rung once under the lens and prints its counts. `words` are the runner's: ladders, "--rung NAME",
/// and "--record", which writes them to bench/results/lens-LADDER.json, or "--check", which compares them with that
/// file. Returns an exit status: done, check_failed where a record says something else, skipped without Oclgrind.
/// @throws Failure for a ladder, rung or device that does not exist.
int show_rung_counts(const std::filesystem::path& runner, const std::vector<std::string>& words,
                     const std::string& device);

} // namespace lockstep::tool
