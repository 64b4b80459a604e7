// The stage "correct".
#include "check/correct_stage.hpp"

#include "check/built_tests.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <utility>

namespace lockstep::tool
{

StageResult after_loop(double seconds)
{
    return {.stage = Stage::correct,
            .status = StageStatus::failed,
            .message = "stopped, because the stage clean says what is wrong",
            .seconds = seconds,
            .finding = formats::Finding::launch_loop};
}

CorrectStage run_correct_stage(const ExerciseInfo& exercise, const TestProgram& tests,
                               const std::filesystem::path& servant, const CheckOptions& options)
{
    CorrectStage result;
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
        result.no_build = StageResult{.stage = Stage::builds,
                                      .status = StageStatus::failed,
                                      .message = end.why,
                                      .seconds = process.seconds,
                                      .finding = end.finding};
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

} // namespace lockstep::tool
