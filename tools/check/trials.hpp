// Testing the files of many folders in one test program, where a process and a device for each would take most of the time.
#pragma once

#include "check/engine.hpp"
#include "check/test_report.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Files to test, and how.
struct Trial
{
    std::filesystem::path files;
    std::string test_case; ///< the only one that is run; empty: all
};

/// Runs the stage correct of a kernel exercise on one trial after the other, each up to its first failure, in as few processes as
/// can be: where one ends before its list does, another goes on behind the trial that ended it.
///
/// What one trial breaks in its process may break those behind it. So a report that does not fail, or does not end, proves nothing:
/// check_exercise() is to be asked. @return each trial's report; an empty one for a trial that was not begun.
std::vector<TestReport> run_trials(const ExerciseInfo& exercise, const std::vector<Trial>& trials,
                                   const CheckOptions& options);

} // namespace lockstep::tool
