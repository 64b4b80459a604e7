// The stages of a check. Correct, clean and lens run side by side: they are mostly waiting for a compiler.
#include "check/engine.hpp"
#include "lockstep/scratch.hpp"

#include "check/built_tests.hpp"
#include "check/clean_stage.hpp"
#include "check/confinement.hpp"
#include "check/device_needs.hpp"
#include "check/host_build.hpp"
#include "check/source_rules.hpp"
#include "check/test_program.hpp"
#include "lockstep/error.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <future>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

constexpr int build_failure_status = 3; // of a test program; see lib/src/exercise_main.cpp

StageResult untold(const char* name, StageStatus status = StageStatus::not_checked)
{
    return {.name = name, .status = status, .message = {}, .seconds = 0, .failed_cases = {}};
}

struct Stages
{
    StageResult builds = untold("builds", StageStatus::passed);
    StageResult verdict;
};

// @param servant of a host exercise that is judged outside; else empty.
Stages run_correct(const ExerciseInfo& exercise, const TestProgram& tests, const fs::path& servant,
                   const CheckOptions& options)
{
    Stages result;
    TestProgram program = for_stage(tests, "correct");
    if (options.seed != 0) program.environment["LOCKSTEP_SEED"] = std::to_string(options.seed);
    if (options.sandboxed && !exercise.host())
        program = with_kernels_apart(std::move(program), options.build);
    if (!servant.empty())
        program = with_functions_apart(std::move(program), judge_of(exercise, options.build), servant,
                                       options.build);
    const ProcessResult process = run_tests(program, {}, options.limits);
    const TestReport report = report_of(program);
    StageResult& correct = result.verdict;
    correct.name = "correct";
    correct.seconds = process.seconds;
    correct.timed_out = process.timed_out;
    if (report.no_device) throw Failure(*report.no_device);
    if (process.status == build_failure_status && report.build_failure) {
        result.builds.status = StageStatus::failed;
        result.builds.finding = formats::Finding::no_build;
        result.builds.message = *report.build_failure;
        result.builds.seconds = process.seconds;
        correct.seconds = 0;
        return result;
    }
    correct.printed = printed_by_tests(process);
    std::vector<std::string> messages;
    tell_failed_cases(report, correct, messages);
    const std::string where = report.running.empty() ? "" : fmt::format(" (in \"{}\")", report.running);
    if (const std::string early = early_end(exercise, process, options.limits); !early.empty()) {
        messages.push_back(early + where);
        if (correct.finding == formats::Finding::none) correct.finding = finding_of(process);
    } else if (const std::string left = left_early(exercise, program, report, process); !left.empty()) {
        messages.push_back(left);
        if (correct.finding == formats::Finding::none) correct.finding = formats::Finding::left_early;
    }
    if (!report.running.empty()) correct.failed_cases.push_back(report.running);
    correct.status = messages.empty() ? StageStatus::passed : StageStatus::failed;
    correct.message = joined(messages);
    return result;
}

StageResult after_wrong_results(const char* name)
{
    StageResult stage = untold(name);
    stage.message = "the results are wrong, which the stage correct says";
    return stage;
}

// What the stage correct saw, behind what the stage clean found to be its cause.
std::string explained_by(const std::string& cause, const std::string& message)
{
    // The harness's advice on a write outside of a buffer would lead away from the cause.
    return fmt::format(
        "{}\nThis explains what comes of it: {}", cause,
        replace_all(message, " A work-item beyond the end must do nothing; guard the write.", ""));
}

} // namespace

std::string_view name_of(StageStatus status)
{
    return status == StageStatus::passed   ? "passed"
           : status == StageStatus::failed ? "failed"
                                           : "not-checked";
}

bool ExerciseReport::passed() const
{
    const StageResult* correct = stage("correct");
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
        const bool names_cause = result.finding == Finding::race || result.finding == Finding::barrier ||
                                 result.finding == Finding::stray_access ||
                                 result.finding == Finding::uninitialised;
        if (result.name == "clean" && names_cause) return &result;
    }
    return first;
}

const StageResult* ExerciseReport::stage(std::string_view name) const
{
    for (const StageResult& result : stages)
        if (result.name == name) return &result;
    return nullptr;
}

bool ExerciseReport::failed_in(std::string_view stage_name) const
{
    const StageResult* result = stage(stage_name);
    return result != nullptr && result->status == StageStatus::failed;
}

ExerciseReport check_exercise(const ExerciseInfo& exercise, const fs::path& files,
                              const CheckOptions& options)
{
    ExerciseReport report{.exercise = exercise, .stages = {}, .lacking = {}};
    StageResult builds = untold("builds", StageStatus::passed);
    StageResult correct = untold("correct");
    StageResult clean = untold("clean");
    StageResult lens = untold("lens");
    const bool wants_clean = options.clean && exercise.wants("clean");
    const bool wants_lens = options.lens && options.lens_stage && exercise.wants("lens");
    const auto finish = [&] {
        if (builds.status == StageStatus::failed)
            correct.message = clean.message = lens.message = "the files do not build";
        report.stages = {builds, correct};
        if (wants_clean) report.stages.push_back(clean);
        if (wants_lens) report.stages.push_back(lens);
        return report;
    };

    for (const std::string& file : exercise.edit)
        if (!fs::exists(files / file)) {
            builds.status = StageStatus::failed;
            builds.finding = formats::Finding::no_build;
            builds.message = fmt::format("{} is not there.", (files / file).string());
            if (files == exercise.folder)
                builds.message += fmt::format("\n  try: ./lockstep reset {}   (brings the stub back)",
                                              exercise.short_name());
            return finish();
        }

    report.lacking = lacking(exercise);
    if (report.lacking) {
        builds.status = StageStatus::not_checked;
        builds.message = correct.message = clean.message = lens.message = report.lacking->happened();
        return finish();
    }
    build_tests(exercise, options);
    const ScratchFolder scratch;
    TestProgram program = test_program(exercise, files, scratch.path() / "report", options);
    const auto refuse = [&](const std::string& message) {
        builds.status = StageStatus::failed;
        builds.finding = formats::Finding::no_build;
        builds.message = message;
        return finish();
    };
    for (const std::string& file : exercise.edit)
        if (file.ends_with(".cl"))
            if (const std::string fault = kernel_fault(read_kernel(files / file), files); !fault.empty())
                return refuse(fault);
    const HostPlaces places{.files = files,
                            .source = options.source,
                            .build = options.build,
                            .headers = options.headers,
                            .sandboxed = options.sandboxed};
    const bool sanitized_only = !options.correct && !wants_lens && !exercise.sanitizer.empty();
    fs::path servant;
    if (exercise.host()) {
        HostBuild build = preprocess_host_exercise(exercise, places, scratch.path(), options.limits);
        builds.seconds = build.seconds;
        if (build.ok && !sanitized_only) { // the clean stage builds its own with a sanitizer
            program.path = scratch.path() / "program";
            build = build_host_exercise(exercise, places, scratch.path(), program.path, "", options.limits);
            builds.seconds += build.seconds;
        }
        if (build.ok && options.correct && options.sandboxed && is_judged_outside(exercise)) {
            servant = scratch.path() / "servant";
            build = link_servant(exercise, places, servant, options.limits);
            builds.seconds += build.seconds;
        }
        if (!build.ok) return refuse(build.message);
    }
    if (options.sandboxed) program.sandbox = test_sandbox(exercise, program.path, files, options.source);
    std::future<CleanStage> clean_later;
    if (wants_clean)
        clean_later = std::async(std::launch::async, [&] {
            return run_clean_stage(exercise, places, program, scratch.path(), options);
        });
    std::future<StageResult> lens_later;
    if (wants_lens)
        lens_later =
            std::async(std::launch::async, [&] { return options.lens_stage(exercise, program, options); });
    Stages stages{.verdict = untold("correct")};
    if (options.correct) stages = run_correct(exercise, program, servant, options);
    correct = stages.verdict;
    if (wants_clean) {
        const CleanStage stage = clean_later.get();
        clean = stage.verdict;
        if (stage.results_only && correct.status == StageStatus::failed) clean = after_wrong_results("clean");
        if (!stage.cause.empty() && correct.status == StageStatus::failed)
            correct.message = explained_by(stage.cause, correct.message);
    }
    if (wants_lens) {
        lens = lens_later.get();
        if (correct.status == StageStatus::failed) lens = after_wrong_results("lens");
    }
    if (stages.builds.status == StageStatus::failed) {
        builds = stages.builds;
        clean = untold("clean");
        lens = untold("lens");
    }
    return finish();
}

nlohmann::json to_json(const std::vector<ExerciseReport>& reports)
{
    nlohmann::json exercises = nlohmann::json::array();
    for (const ExerciseReport& report : reports) {
        nlohmann::json stages = nlohmann::json::array();
        for (const StageResult& stage : report.stages) {
            stages.push_back({{"name", stage.name},
                              {"status", name_of(stage.status)},
                              {"message", stage.message},
                              {"seconds", stage.seconds}});
            for (const SkippedCase& skipped : stage.skipped_cases)
                stages.back()["skipped"].push_back({{"name", skipped.name}, {"reason", skipped.reason}});
        }
        exercises.push_back({{"id", report.exercise.id},
                             {"title", report.exercise.title},
                             {"points", report.exercise.points},
                             {"passed", report.passed()},
                             {"stages", stages}});
    }
    return {{"exercises", exercises}};
}

} // namespace lockstep::tool
