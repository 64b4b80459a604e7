// What a check found: a result for each stage.
#pragma once

#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/finding.hpp"
#include "lockstep/formats/page_events.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// The stages of a check, in the order in which they are told. All but the first run the test program.
enum class Stage
{
    builds,
    correct,
    clean, ///< the tests once more under Oclgrind or a sanitizer
    lens   ///< what the lens counts, against targets
};

/// "builds", "correct", "clean", "lens".
std::string_view name_of(Stage stage);

/// The stage of that name.
std::optional<Stage> stage_named(std::string_view name);

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

/// What the lens counted for one target.
struct TargetCount
{
    LensTarget target;
    double value = 0.0;
};

/// How one stage ended.
struct StageResult
{
    Stage stage = Stage::builds;
    StageStatus status = StageStatus::not_checked;
    std::string message = {}; ///< empty when passed
    double seconds = 0.0;
    std::vector<std::string> failed_cases =
        {};                 ///< names of the test cases; in the lens stage "KERNEL METRIC"
    bool timed_out = false; ///< the time limit ended it
    formats::Finding finding = formats::Finding::none; ///< the kind of failure
    std::string metric = {};                           ///< of the first target of the lens that was missed
    std::string printed = {}; ///< in the stage correct: what the code under test wrote to its two streams
    std::vector<SkippedCase> skipped_cases = {};
    std::vector<TargetCount> counts = {}; ///< in the stage lens
    std::optional<Score> score = {};      ///< in the stage lens, where Pocket counted
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
    const StageResult* of(Stage stage) const; ///< null when it was not asked for
    bool failed_in(Stage stage) const;
    /// What was counted of a solution that passed; nothing where the lens did not count, or has no par for it.
    std::optional<Score> score() const;
    /// The failed stage that tells the cause: the stage clean if it found one, else the first; null when none failed.
    const StageResult* cause() const;
};

/// As whoever follows a check is told it.
formats::StageEvent event_of(const StageResult& stage);
formats::VerdictEvent event_of(const ExerciseReport& report);

} // namespace lockstep::tool
