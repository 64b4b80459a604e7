// The stages of a check. Correct, clean and lens run side by side: they are mostly waiting for a compiler.
#include "check/engine.hpp"

#include "base/disk_room.hpp"
#include "check/built_tests.hpp"
#include "check/clean_stage.hpp"
#include "check/confinement.hpp"
#include "check/correct_stage.hpp"
#include "check/device_needs.hpp"
#include "check/host_build.hpp"
#include "check/launch_loop.hpp"
#include "check/lens_stage.hpp"
#include "check/source_rules.hpp"
#include "check/test_program.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

StageResult after_wrong_results(Stage stage)
{
    return {.stage = stage, .message = "the results are wrong, which the stage correct says"};
}

StageResult after_time_out(Stage stage)
{
    return {.stage = stage, .message = "the stage correct did not end"};
}

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

// One check: what may refuse the files, the stages, and what is told of them.
class Check
{
public:
    Check(const ExerciseInfo& exercise, const fs::path& files, const CheckOptions& options)
        : exercise_(exercise), files_(files), options_(options), places_{.files = files,
                                                                         .source = options.source,
                                                                         .build = options.build,
                                                                         .sandboxed = options.sandboxed},
          wants_clean_(options.clean && exercise.wants("clean")),
          wants_lens_(options.lens && exercise.wants("lens"))
    {
    }

    ExerciseReport run()
    {
        if (prepare()) run_stages();
        return told();
    }

private:
    // Builds what is to run. @return false where nothing can, and the stages say why.
    bool prepare()
    {
        if (const std::string fault = missing_file(); !fault.empty()) return refuse(fault);
        lacking_ = lacking(exercise_);
        if (lacking_) {
            builds_.status = StageStatus::not_checked;
            builds_.message = correct_.message = clean_.message = lens_.message = lacking_->happened();
            return false;
        }
        build_tests(exercise_, options_);
        program_ = test_program(exercise_, files_, scratch_.path() / "report", options_);
        if (const std::string fault = fault_in_files(); !fault.empty()) return refuse(fault);
        if (exercise_.host())
            if (const HostBuild build = build_host(); !build.ok) return refuse(build.message);
        if (options_.sandboxed)
            program_.sandbox = test_sandbox(exercise_, program_.path, files_, options_.source);
        return true;
    }

    bool refuse(const std::string& fault)
    {
        builds_.status = StageStatus::failed;
        builds_.finding = formats::Finding::no_build;
        builds_.message = fault;
        return false;
    }

    std::string missing_file() const
    {
        for (const std::string& file : exercise_.edit) {
            if (fs::exists(files_ / file)) continue;
            const std::string advice =
                files_ == exercise_.folder
                    ? fmt::format("\n  try: ./lockstep reset {}   (brings the stub back)",
                                  exercise_.short_name())
                    : "";
            return fmt::format("{} is not there.{}", (files_ / file).string(), advice);
        }
        return {};
    }

    // What the student's files may not hold.
    std::string fault_in_files() const
    {
        for (const std::string& file : exercise_.edit)
            if (fs::is_regular_file(files_ / file))
                if (const std::string fault = encoding_fault(read_bytes(files_ / file), file); !fault.empty())
                    return fault;
        for (const std::string& file : exercise_.edit)
            if (file.ends_with(".cl"))
                if (const std::string fault = kernel_fault(read_kernel(files_ / file), files_);
                    !fault.empty())
                    return fault;
        return {};
    }

    HostBuild build_host()
    {
        HostBuild build = preprocess_host_exercise(exercise_, places_, scratch_.path(), options_.limits);
        builds_.seconds = build.seconds;
        const bool sanitized_only = !options_.correct && !wants_lens_ && !exercise_.sanitizer.empty();
        if (build.ok && !sanitized_only) { // the clean stage builds its own with a sanitizer
            program_.path = scratch_.path() / "program";
            build =
                build_host_exercise(exercise_, places_, scratch_.path(), program_.path, "", options_.limits);
            builds_.seconds += build.seconds;
            warning_ = build.warning;
        }
        if (build.ok && options_.correct && options_.sandboxed && is_judged_outside(exercise_)) {
            servant_ = scratch_.path() / "servant";
            build = link_servant(exercise_, places_, servant_, options_.limits);
            builds_.seconds += build.seconds;
        }
        return build;
    }

    void run_stages()
    {
        loop_ = loop_in(exercise_, files_);
        CheckOptions beside = options_;
        if (options_.correct) beside.limits.gate = &gate_;
        const std::launch how = options_.side_by_side ? std::launch::async : std::launch::deferred;
        std::future<CleanStage> clean;
        std::future<StageResult> lens;
        if (wants_clean_) clean = std::async(how, [&] { return run_clean(beside); });
        if (wants_lens_) lens = std::async(how, [&] { return run_lens_stage(exercise_, program_, beside); });
        if (wants_clean_ && loop_ && !options_.side_by_side)
            clean.wait(); // which may spare the stage correct its time
        run_correct_before_others();
        if (wants_clean_) take_clean(clean.get());
        if (wants_lens_) take_lens(lens.get());
        if (!no_build_) return;
        builds_ = *no_build_;
        clean_ = {.stage = Stage::clean};
        lens_ = {.stage = Stage::lens};
    }

    // Where each work-item loops over all elements, the tests take minutes at large sizes; a race at small ones ends them.
    CleanStage run_clean(CheckOptions options)
    {
        if (loop_)
            options.limits.stop_at = "a race"; // or a data race: each work-item at each element makes many
        CleanStage stage = run_clean_stage(exercise_, places_, program_, scratch_.path(), options);
        if (loop_ && stage.raced) {
            stage.verdict.finding = formats::Finding::launch_loop;
            stage.verdict.message = stage.cause = explain_loop(*loop_);
            loop_found_ = true;
        }
        return stage;
    }

    void run_correct_before_others()
    {
        CorrectStage stage;
        try {
            CheckOptions options = options_;
            options.limits.stop = &loop_found_;
            options.limits.time = std::min(options_.limits.time, options_.correct_time);
            if (options_.correct) stage = run_correct_stage(exercise_, program_, servant_, options);
        } catch (...) {
            gate_ = Gate::closed; // the others' futures wait for them
            throw;
        }
        no_build_ = stage.no_build;
        correct_ = stage.verdict;
        if (correct_.status == StageStatus::failed && !warning_.empty())
            correct_.message += "\nThe compiler warns: " + warning_;
        gate_ = correct_.timed_out || loop_found_ ? Gate::closed : Gate::open;
        if (!options_.correct) return;
        ended(builds_);
        ended(correct_);
    }

    void take_clean(const CleanStage& stage)
    {
        clean_ = stage.verdict;
        // On a busy machine the stage may reach its own limit before it is halted.
        if (stage.called_off || (correct_.timed_out && clean_.timed_out))
            clean_ = after_time_out(Stage::clean);
        if (stage.results_only && correct_.status == StageStatus::failed)
            clean_ = after_wrong_results(Stage::clean);
        if (loop_found_ && correct_.timed_out)
            correct_ = after_loop(correct_.seconds);
        else if (!stage.cause.empty() && correct_.status == StageStatus::failed &&
                 correct_.finding != formats::Finding::launch_loop)
            correct_.message = explained_by(stage.cause, correct_.message);
        ended(clean_);
    }

    void take_lens(StageResult stage)
    {
        lens_ = std::move(stage);
        if (correct_.status == StageStatus::failed)
            lens_ = correct_.timed_out || loop_found_ ? after_time_out(Stage::lens)
                                                      : after_wrong_results(Stage::lens);
        ended(lens_);
    }

    void ended(const StageResult& stage) const
    {
        if (options_.stage_ended && !no_build_) options_.stage_ended(stage);
    }

    ExerciseReport told()
    {
        if (builds_.status == StageStatus::failed)
            correct_.message = clean_.message = lens_.message = "the files do not build";
        ExerciseReport report{.exercise = exercise_, .stages = {builds_, correct_}, .lacking = lacking_};
        if (wants_clean_) report.stages.push_back(clean_);
        if (wants_lens_) report.stages.push_back(lens_);
        if (std::ranges::any_of(report.stages, lacked_room))
            throw Failure(fmt::format("Not checked: no space in {}.", scratch_place().string()),
                          "make room there, or name another folder: export TMPDIR=FOLDER");
        if (!report.passed() && !report.lacking) require_room_for(options_);
        return report;
    }

    const ExerciseInfo& exercise_;
    const fs::path& files_;
    const CheckOptions& options_;
    const HostPlaces places_;
    const bool wants_clean_, wants_lens_;
    const ScratchFolder scratch_;

    std::optional<Missing> lacking_;
    StageResult builds_{.stage = Stage::builds, .status = StageStatus::passed};
    StageResult correct_{.stage = Stage::correct};
    StageResult clean_{.stage = Stage::clean};
    StageResult lens_{.stage = Stage::lens};
    std::optional<StageResult> no_build_; // of a kernel, which the stage correct builds

    TestProgram program_{};
    fs::path servant_;    // of a host exercise that is judged outside
    std::string warning_; // of the compiler
    std::optional<SourceLine> loop_;
    std::atomic<bool> loop_found_{false};
    std::atomic<Gate> gate_{
        Gate::
            waiting}; // whether the stages beside correct are worth their time: code without an end takes it for each
};

} // namespace

ExerciseReport check_exercise(const ExerciseInfo& exercise, const fs::path& files,
                              const CheckOptions& options)
{
    require_room_for(options);
    return Check{exercise, files, options}.run();
}

} // namespace lockstep::tool
