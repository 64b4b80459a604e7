// The stages of a check. Correct, clean and lens run side by side: they are mostly waiting for a compiler.
#include "check/engine.hpp"

#include "base/disk_room.hpp"
#include "check/built_tests.hpp"
#include "check/clean_stage.hpp"
#include "check/confinement.hpp"
#include "check/device_needs.hpp"
#include "check/host_build.hpp"
#include "check/launch_loop.hpp"
#include "check/lens_stage.hpp"
#include "check/source_rules.hpp"
#include "check/test_program.hpp"
#include "lockstep/error.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <future>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct Stages
{
    StageResult builds{.stage = Stage::builds, .status = StageStatus::passed};
    StageResult verdict{.stage = Stage::correct};
};

// How the stage correct ends where the stage clean has found a loop that each work-item runs whole.
StageResult after_loop(double seconds)
{
    return {.stage = Stage::correct,
            .status = StageStatus::failed,
            .message = "stopped, because the stage clean says what is wrong",
            .seconds = seconds,
            .finding = formats::Finding::launch_loop};
}

// @param servant of a host exercise that is judged outside; else empty.
Stages run_correct(const ExerciseInfo& exercise, const TestProgram& tests, const fs::path& servant,
                   const CheckOptions& options)
{
    Stages result;
    TestProgram program = for_stage(tests, Stage::correct);
    if (options.seed != 0) program.environment["LOCKSTEP_SEED"] = std::to_string(options.seed);
    if (options.small) program.environment["LOCKSTEP_STAGE"] = name_of(Stage::clean);
    if (options.sandboxed && !exercise.host())
        program = with_isolated_kernels(std::move(program), options.build);
    if (!servant.empty())
        program = with_isolated_functions(std::move(program), judge_of(exercise, options.build), servant,
                                          options.build);
    const ProcessResult process = run_tests(program, {}, options.limits);
    if (process.stopped) {
        result.verdict = after_loop(process.seconds);
        return result;
    }
    const TestReport report = report_of(program);
    const RunEnd end = end_of(exercise, program, report, process, options.limits);
    if (end.how == RunEnd::How::no_device) throw Failure(end.why);
    if (end.how == RunEnd::How::no_build) {
        result.builds.status = StageStatus::failed;
        result.builds.finding = end.finding;
        result.builds.message = end.why;
        result.builds.seconds = process.seconds;
        return result;
    }
    StageResult& correct = result.verdict;
    correct.seconds = process.seconds;
    correct.timed_out = process.timed_out;
    correct.printed = printed_by_tests(process);
    std::vector<std::string> messages;
    tell_failed_cases(report, correct, messages);
    if (end.how != RunEnd::How::through) {
        const bool in_case = end.how == RunEnd::How::stopped && !report.running.empty();
        messages.push_back(end.why + (in_case ? fmt::format(" (in \"{}\")", report.running) : ""));
        if (correct.finding == formats::Finding::none) correct.finding = end.finding;
    }
    if (!report.running.empty()) correct.failed_cases.push_back(report.running);
    correct.status = messages.empty() ? StageStatus::passed : StageStatus::failed;
    correct.message = joined(messages);
    return result;
}

StageResult after_wrong_results(Stage stage)
{
    return {.stage = stage, .message = "the results are wrong, which the stage correct says"};
}

StageResult after_time_out(Stage stage)
{
    return {.stage = stage, .message = "the stage correct did not end"};
}

// Tells the stages beside `correct` whether they are worth their time: code that never ends would take it once for each.
class OtherStages
{
public:
    void go_on(bool worth_it) { gate_ = worth_it ? Gate::open : Gate::closed; }
    const std::atomic<Gate>& gate() const { return gate_; }

private:
    std::atomic<Gate> gate_{Gate::waiting};
};

// What the stage correct saw, behind what the stage clean found to be its cause.
std::string explained_by(const std::string& cause, const std::string& message)
{
    // The harness's advice on a write outside of a buffer would lead away from the cause.
    return fmt::format(
        "{}\nThis explains what comes of it: {}", cause,
        replace_all(message, " A work-item beyond the end must do nothing; guard the write.", ""));
}

// The loop in a kernel file under test that each work-item runs whole.
std::optional<SourceLine> loop_in(const ExerciseInfo& exercise, const fs::path& files)
{
    for (const std::string& file : exercise.edit)
        if (file.ends_with(".cl"))
            if (const auto loop = loop_of_every_item(read_kernel(files / file))) return loop;
    return std::nullopt;
}

// A full disk makes right work look wrong in many ways: a compiler that ends, a report that is not there, a crash.
void require_room_for(const CheckOptions& options)
{
    require_room(scratch_place());
    require_room(options.build);
}

// Whether a program under way had no room, though there is some again.
bool lacked_room(const StageResult& stage)
{
    return stage.status == StageStatus::failed && contains(stage.message, "No space left on device");
}

} // namespace

ExerciseReport check_exercise(const ExerciseInfo& exercise, const fs::path& files,
                              const CheckOptions& options)
{
    ExerciseReport report{.exercise = exercise, .stages = {}, .lacking = {}};
    StageResult builds{.stage = Stage::builds, .status = StageStatus::passed};
    StageResult correct{.stage = Stage::correct};
    StageResult clean{.stage = Stage::clean};
    StageResult lens{.stage = Stage::lens};
    const bool wants_clean = options.clean && exercise.wants("clean");
    const bool wants_lens = options.lens && exercise.wants("lens");
    const auto finish = [&] {
        if (builds.status == StageStatus::failed)
            correct.message = clean.message = lens.message = "the files do not build";
        report.stages = {builds, correct};
        if (wants_clean) report.stages.push_back(clean);
        if (wants_lens) report.stages.push_back(lens);
        if (std::ranges::any_of(report.stages, lacked_room))
            throw Failure(fmt::format("Not checked: no space in {}.", scratch_place().string()),
                          "make room there, or name another folder: export TMPDIR=FOLDER");
        if (!report.passed() && !report.lacking) require_room_for(options);
        return report;
    };
    require_room_for(options);

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
        if (fs::is_regular_file(files / file))
            if (const std::string fault = encoding_fault(read_bytes(files / file), file); !fault.empty())
                return refuse(fault);
    for (const std::string& file : exercise.edit)
        if (file.ends_with(".cl"))
            if (const std::string fault = kernel_fault(read_kernel(files / file), files); !fault.empty())
                return refuse(fault);
    const HostPlaces places{
        .files = files, .source = options.source, .build = options.build, .sandboxed = options.sandboxed};
    const bool sanitized_only = !options.correct && !wants_lens && !exercise.sanitizer.empty();
    fs::path servant;
    std::string warning; // of the compiler
    if (exercise.host()) {
        HostBuild build = preprocess_host_exercise(exercise, places, scratch.path(), options.limits);
        builds.seconds = build.seconds;
        if (build.ok && !sanitized_only) { // the clean stage builds its own with a sanitizer
            program.path = scratch.path() / "program";
            build = build_host_exercise(exercise, places, scratch.path(), program.path, "", options.limits);
            builds.seconds += build.seconds;
            warning = build.warning;
        }
        if (build.ok && options.correct && options.sandboxed && is_judged_outside(exercise)) {
            servant = scratch.path() / "servant";
            build = link_servant(exercise, places, servant, options.limits);
            builds.seconds += build.seconds;
        }
        if (!build.ok) return refuse(build.message);
    }
    if (options.sandboxed) program.sandbox = test_sandbox(exercise, program.path, files, options.source);
    OtherStages others;
    CheckOptions beside = options;
    if (options.correct) beside.limits.gate = &others.gate();
    // Where each work-item loops over all elements, the tests take minutes at large sizes; a race at small ones ends them.
    const std::optional<SourceLine> loop = loop_in(exercise, files);
    std::atomic<bool> loop_found{false};
    CheckOptions of_correct = options;
    of_correct.limits.stop = &loop_found;
    of_correct.limits.time = std::min(options.limits.time, options.correct_time);
    const std::launch how = options.side_by_side ? std::launch::async : std::launch::deferred;
    std::future<CleanStage> clean_later;
    if (wants_clean)
        clean_later = std::async(how, [&] {
            CheckOptions of_clean = beside;
            if (loop)
                of_clean.limits.stop_at =
                    "a race"; // or a data race: each work-item at each element makes many
            CleanStage stage = run_clean_stage(exercise, places, program, scratch.path(), of_clean);
            if (loop && stage.raced) {
                stage.verdict.finding = formats::Finding::launch_loop;
                stage.verdict.message = stage.cause = explain_loop(*loop);
                loop_found = true;
            }
            return stage;
        });
    std::future<StageResult> lens_later;
    if (wants_lens) lens_later = std::async(how, [&] { return run_lens_stage(exercise, program, beside); });
    if (wants_clean && loop && !options.side_by_side)
        clean_later.wait(); // which may spare the stage correct its time
    Stages stages;
    try {
        if (options.correct) stages = run_correct(exercise, program, servant, of_correct);
    } catch (...) {
        others.go_on(false); // their futures wait for them
        throw;
    }
    correct = stages.verdict;
    if (correct.status == StageStatus::failed && !warning.empty())
        correct.message += "\nThe compiler warns: " + warning;
    others.go_on(!correct.timed_out && !loop_found);
    const auto ended = [&](const StageResult& stage) {
        if (options.stage_ended && stages.builds.status != StageStatus::failed) options.stage_ended(stage);
    };
    if (options.correct) {
        ended(builds);
        ended(correct);
    }
    if (wants_clean) {
        const CleanStage stage = clean_later.get();
        clean = stage.verdict;
        // On a busy machine the stage may reach its own limit before it is halted.
        if (stage.called_off || (correct.timed_out && clean.timed_out)) clean = after_time_out(Stage::clean);
        if (stage.results_only && correct.status == StageStatus::failed)
            clean = after_wrong_results(Stage::clean);
        if (loop_found && correct.timed_out)
            correct = after_loop(correct.seconds);
        else if (!stage.cause.empty() && correct.status == StageStatus::failed &&
                 correct.finding != formats::Finding::launch_loop)
            correct.message = explained_by(stage.cause, correct.message);
        ended(clean);
    }
    if (wants_lens) {
        lens = lens_later.get();
        if (correct.status == StageStatus::failed)
            lens = correct.timed_out || loop_found ? after_time_out(Stage::lens)
                                                   : after_wrong_results(Stage::lens);
        ended(lens);
    }
    if (stages.builds.status == StageStatus::failed) {
        builds = stages.builds;
        clean = {.stage = Stage::clean};
        lens = {.stage = Stage::lens};
    }
    return finish();
}

} // namespace lockstep::tool
