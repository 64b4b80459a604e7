// The verdict on an exercise, stage by stage: builds, correct, clean, lens.
#pragma once

#include "base/process.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/finding.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

enum class StageStatus
{
    passed,
    failed,
    not_checked ///< it could not run here, or an earlier stage failed
};

/// A test case that could not be judged here, and why.
struct SkippedCase
{
    std::string name;
    std::string reason;
};

/// "passed", "failed" or "not-checked".
std::string_view name_of(StageStatus status);

/// How one stage ended.
struct StageResult
{
    std::string name; ///< "builds", "correct", "clean" or "lens"
    StageStatus status = StageStatus::not_checked;
    std::string message; ///< empty when passed
    double seconds = 0.0;
    std::vector<std::string>
        failed_cases;       ///< names of the test cases that failed; in the lens stage "KERNEL METRIC"
    bool timed_out = false; ///< the time limit ended it
    formats::Finding finding = formats::Finding::none; ///< the kind of failure
    std::string metric = {};                           ///< of the first target of the lens that was missed
    std::string printed = {}; ///< in the stage correct: what the code under test wrote to its two streams
    std::vector<SkippedCase> skipped_cases = {};
};

/// The verdict on one exercise.
struct ExerciseReport
{
    ExerciseInfo exercise;
    std::vector<StageResult> stages;
    std::optional<Missing> lacking = {}; ///< of the chosen device, so that no stage was checked

    /// True when no stage failed and the correct stage was passed. A stage that could not run does not fail
    /// it.
    bool passed() const;
    const StageResult* stage(std::string_view name) const;
    bool failed_in(std::string_view stage_name) const;
    /// The failed stage that tells the cause: the stage clean if it found one, else the first; null when none failed.
    const StageResult* cause() const;
};

struct TestProgram;
struct CheckOptions;

/// Runs an exercise's test program under the lens and holds what it counts against the targets.
using LensStage = std::function<StageResult(const ExerciseInfo&, const TestProgram&, const CheckOptions&)>;

/// Where things are, and what a program under test may use.
struct CheckOptions
{
    std::filesystem::path source; ///< the repository
    std::filesystem::path build;  ///< its build folder
    ProcessLimits limits;
    bool build_missing = true; ///< build the test program when it is missing or old
    bool correct = true;       ///< run the correct stage; else it is not checked
    bool clean = true;         ///< run the clean stage
    bool lens = true;          ///< run the lens stage
    LensStage
        lens_stage{}; ///< how; it comes from outside, since it needs the lens as well; empty: the stage is left out
    bool first_failure = false; ///< the stage correct ends at its first failed assertion
    std::filesystem::path
        headers{}; ///< precompile_header() made it, for many files of one host exercise; empty: none is
    std::string only_case{}; ///< of the stages correct and clean run this test case alone; empty: all
    bool sandboxed = false;  ///< what is of the student is compiled and run in a sandbox; see confinement.hpp
    std::uint64_t seed = 0;  ///< of the data in the stage correct; 0: the exercise's own
};

/// Checks the files in `files` (laid out like the exercise's own folder) against an exercise.
/// @throws Failure when the test program itself is missing or cannot be built; Interrupted.
ExerciseReport check_exercise(const ExerciseInfo& exercise, const std::filesystem::path& files,
                              const CheckOptions& options);

/// {"exercises": [{"id", "title", "points", "passed", "stages": [{"name", "status", "message", "seconds"}]}]}
/// A stage with test cases that could not be judged here has "skipped" as well: [{"name", "reason"}].
nlohmann::json to_json(const std::vector<ExerciseReport>& reports);

} // namespace lockstep::tool
