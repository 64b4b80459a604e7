#include "check/verdict.hpp"

#include <nlohmann/json.hpp>

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

nlohmann::json to_json(const StageResult& stage)
{
    nlohmann::json result{{"name", name_of(stage.stage)},
                          {"status", name_of(stage.status)},
                          {"message", stage.message},
                          {"seconds", stage.seconds}};
    for (const SkippedCase& skipped : stage.skipped_cases)
        result["skipped"].push_back({{"name", skipped.name}, {"reason", skipped.reason}});
    return result;
}

nlohmann::json to_json(const std::vector<ExerciseReport>& reports)
{
    nlohmann::json exercises = nlohmann::json::array();
    for (const ExerciseReport& report : reports) {
        nlohmann::json stages = nlohmann::json::array();
        for (const StageResult& stage : report.stages) stages.push_back(to_json(stage));
        exercises.push_back({{"id", report.exercise.id},
                             {"title", report.exercise.title},
                             {"points", report.exercise.points},
                             {"passed", report.passed()},
                             {"stages", stages}});
    }
    return {{"exercises", exercises}};
}

} // namespace lockstep::tool
