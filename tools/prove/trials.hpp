// Trying many wrong solutions in few processes, where a process and a device for each would take most of the time.
#pragma once

#include "base/oclgrind_log.hpp"
#include "check/engine.hpp"
#include "check/test_report.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What is given to all that ends by itself. It is long, because some drivers keep a processor busy while they wait for each other
/// (forty contexts, made while nineteen other programs used the same GPU, have taken 100 s).
inline constexpr std::chrono::seconds proof_limit{200};

/// Who sleeps as long as this waits for what never comes. No test that proves anything waits so long.
inline constexpr std::chrono::seconds longest_sleep{15};

/// Files to test, and how.
struct Trial
{
    std::filesystem::path files;
    std::string test_case; ///< the only one that is run; empty: all
};

/// What became of a trial. One that was not begun has an empty report.
struct Tried
{
    TestReport report;
    std::vector<CheckerProblem> problems = {};      ///< in the stage clean
    std::optional<formats::LensReport> counts = {}; ///< in the stage lens
};

/// Runs a stage of a kernel exercise on one trial after the other, each up to its first failure, in as few processes as can be: where
/// one ends before its list does, another goes on behind the trial that ended it.
///
/// What one trial breaks in its process may break those behind it. So a trial that does not fail, or does not end, proves nothing:
/// check_exercise() is to be asked. And one that fails proves something only if the solution, tried last, still passes.
/// @return what became of each trial.
std::vector<Tried> run_trials(const ExerciseInfo& exercise, const std::vector<Trial>& trials, Stage stage,
                              const CheckOptions& options);

/// Runs the trials of a host exercise in the stage correct, a process each, but one program: its tests are linked once, with the
/// student's functions in a library that each trial has its own of. What holds for run_trials() holds here. @return as there; reports
/// are empty where nothing can be built this way.
std::vector<Tried> run_host_trials(const ExerciseInfo& exercise, const std::vector<Trial>& trials,
                                   const CheckOptions& options);

/// Whether a trial's report was brought to its end, on a device, with files that build.
bool was_judged(const TestReport& report);

/// Whether a trial passed with a verdict on every case: what is asked of the solution.
bool passed_whole(const Tried& tried);

/// For each trial, whether it failed in the stage correct and the solution behind all of them passed.
std::vector<bool> failed_trials(const ExerciseInfo& exercise, std::vector<Trial> trials,
                                CheckOptions options);

} // namespace lockstep::tool
