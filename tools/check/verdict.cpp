#include "check/verdict.hpp"

#include <algorithm>
#include <array>

namespace lockstep::tool
{

namespace
{

constexpr std::array<std::string_view, 4> stage_names{"builds", "correct", "clean", "lens"};

} // namespace

std::string_view name_of(Stage stage)
{
    return stage_names[static_cast<std::size_t>(stage)];
}

std::optional<Stage> stage_named(std::string_view name)
{
    const auto* const found = std::ranges::find(stage_names, name);
    if (found == stage_names.end()) return std::nullopt;
    return static_cast<Stage>(found - stage_names.begin());
}

std::string_view name_of(StageStatus status)
{
    return status == StageStatus::passed   ? "passed"
           : status == StageStatus::failed ? "failed"
                                           : "not-checked";
}

bool ExerciseReport::passed() const
{
    const StageResult* correct = of(Stage::correct);
    for (const StageResult& result : stages)
        if (result.status == StageStatus::failed) return false;
    return correct != nullptr && correct->status == StageStatus::passed;
}

std::optional<Score> ExerciseReport::score() const
{
    const StageResult* lens = of(Stage::lens);
    return passed() && lens != nullptr && exercise.par ? lens->score : std::nullopt;
}

const StageResult* ExerciseReport::cause() const
{
    using formats::Finding;
    const StageResult* first = nullptr;
    for (const StageResult& result : stages) {
        if (result.status != StageStatus::failed) continue;
        if (first == nullptr) first = &result;
        const bool names_cause = result.finding == Finding::race || result.finding == Finding::launch_loop ||
                                 result.finding == Finding::barrier ||
                                 result.finding == Finding::stray_access ||
                                 result.finding == Finding::uninitialised;
        if (result.stage == Stage::clean && names_cause) return &result;
    }
    return first;
}

const StageResult* ExerciseReport::of(Stage stage) const
{
    for (const StageResult& result : stages)
        if (result.stage == stage) return &result;
    return nullptr;
}

bool ExerciseReport::failed_in(Stage stage) const
{
    const StageResult* result = of(stage);
    return result != nullptr && result->status == StageStatus::failed;
}

formats::StageEvent event_of(const StageResult& stage)
{
    formats::StageEvent event{.name = std::string{name_of(stage.stage)},
                              .status = std::string{name_of(stage.status)},
                              .message = stage.message,
                              .seconds = stage.seconds,
                              .skipped = {}};
    for (const SkippedCase& skipped : stage.skipped_cases)
        event.skipped.push_back({skipped.name, skipped.reason});
    return event;
}

formats::VerdictEvent event_of(const ExerciseReport& report)
{
    formats::VerdictEvent event;
    event.id = report.exercise.id;
    event.title = report.exercise.title;
    event.points = report.exercise.points;
    event.passed = report.passed();
    for (const StageResult& stage : report.stages) event.stages.push_back(event_of(stage));
    if (const StageResult* lens = report.of(Stage::lens); lens != nullptr && lens->score)
        event.counted = lens->score;
    if (const auto score = report.score()) {
        event.par = report.exercise.par;
        event.medal = std::string{medal_name(medal_for(*score, *report.exercise.par))};
    }
    return event;
}

} // namespace lockstep::tool
