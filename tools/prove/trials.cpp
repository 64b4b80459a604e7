// Trials, in processes of the exercise's test program.
#include "prove/trials.hpp"

#include "base/paths.hpp"
#include "check/checkout_lens.hpp"
#include "check/clean_stage.hpp"
#include "check/host_build.hpp"
#include "check/lens_stage.hpp"
#include "check/test_program.hpp"
#include "check/wrong_files.hpp"
#include "lens/lens_run.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// What a run leaves behind besides the report.
struct RunOfTrials
{
    std::string log;                                ///< of the simulator
    std::optional<formats::LensReport> counts = {}; ///< of the lens
};

// A few errors of each trial tell as much as all: the harness counts them anew for each.
RunOfTrials run_clean(const ExerciseInfo& exercise, const Simulator& simulator, TestProgram program,
                      const ProcessLimits& limits)
{
    // Pocket tells of a launch's first ones, and counts on from one trial to the next.
    const std::size_t errors = simulator.driver.empty() ? 5 : 100000;
    return {.log = run_on(simulator, program, takes_images(exercise), errors, limits).error};
}

RunOfTrials run_lens(const ExerciseInfo& exercise, const TestProgram& program, const CheckOptions& options)
{
    try {
        const LensResult result =
            run_under_lens(checkout_lens_tools(options.build, options.build_missing),
                           {.program = {program.path.string(), "--no-colors"},
                            .environment = program.environment,
                            .profiles = {checkout_profile(options.source, exercise.lens_device)},
                            .limits = options.limits});
        if (result.counts) return {.log = {}, .counts = result.counts->reports.front()};
    } catch (const Failure&) { // whoever asks for one alone is told
    }
    return {};
}

// The part of a log that is a trial's own, which begins with the harness's mark.
std::vector<std::string> parted_by_trials(const std::string& log)
{
    constexpr std::string_view mark = "[lockstep] trial: ";
    std::vector<std::string> parts;
    for (const std::string& line : split_lines(log))
        if (line.starts_with(mark))
            parts.emplace_back();
        else if (!parts.empty())
            parts.back() += line + "\n";
    return parts;
}

// The launches of the trial of that number in its process: the harness has put the number before the names of its cases.
formats::LensReport launches_of(const formats::LensReport& all, std::size_t number)
{
    const std::string prefix = std::to_string(number) + "\t";
    formats::LensReport own = all;
    std::erase_if(own.kernels,
                  [&](const formats::LensKernel& kernel) { return !kernel.test_case.starts_with(prefix); });
    for (formats::LensKernel& kernel : own.kernels) kernel.test_case.erase(0, prefix.size());
    return own;
}

} // namespace

std::vector<Tried> run_trials(const ExerciseInfo& exercise, const std::vector<Trial>& trials, Stage stage,
                              const CheckOptions& options)
{
    std::vector<Tried> tried;
    const std::optional<Simulator> simulator = find_simulator(options.build);
    while (tried.size() < trials.size()) {
        const ScratchFolder scratch;
        std::string list;
        for (std::size_t i = tried.size(); i < trials.size(); ++i)
            list += fmt::format("{}\t{}\n", trials[i].test_case, trials[i].files.string());
        write_text(scratch.path() / "list", list);
        TestProgram program =
            test_program(exercise, trials[tried.size()].files, scratch.path() / "report", options);
        program.first_failure = stage != Stage::lens;
        program.environment["LOCKSTEP_TRIALS"] = (scratch.path() / "list").string();
        program = for_stage(std::move(program), stage);
        RunOfTrials run;
        if (stage == Stage::correct) run_tests(program, {}, options.limits);
        if (stage == Stage::clean && simulator)
            run = run_clean(exercise, *simulator, program, options.limits);
        if (stage == Stage::lens) run = run_lens(exercise, program, options);
        const std::vector<TestReport> told = read_trial_reports(program.report, program.key);
        if (told.empty()) break; // it does not even begin: whoever asks for one alone is told why
        const std::vector<std::string> logs = parted_by_trials(run.log);
        for (std::size_t i = 0; i < told.size(); ++i) {
            Tried& trial = tried.emplace_back(Tried{.report = told[i]});
            if (i < logs.size() && simulator) trial.problems = simulator->problems(logs[i]);
            if (run.counts) trial.counts = launches_of(*run.counts, i);
        }
    }
    tried.resize(trials.size());
    return tried;
}

std::vector<Tried> run_host_trials(const ExerciseInfo& exercise, const std::vector<Trial>& trials,
                                   const CheckOptions& options)
{
    std::vector<Tried> tried(trials.size());
    if (trials.empty()) return tried;
    const ScratchFolder scratch;
    const HostLibraries libraries{
        exercise,
        {.files = solution_of(exercise), .source = options.source, .build = options.build},
        scratch.path(),
        options.limits};
    fs::path tests; // linked with the first library that there is
    const char* const before = std::getenv("LD_LIBRARY_PATH");
    for (std::size_t i = trials.size(); i-- > 0;) {
        const Trial& trial = trials[i];
        if (!libraries.build(trial.files)) continue;
        if (tests.empty()) tests = libraries.link_tests(trial.files);
        if (tests.empty()) break;
        TestProgram program =
            test_program(exercise, trial.files, scratch.path() / fmt::format("report.{}", i), options);
        program.path = tests;
        program.only_case = trial.test_case;
        program.first_failure = true;
        program.environment["LD_LIBRARY_PATH"] =
            trial.files.string() + (before != nullptr ? std::string{":"} + before : "");
        program = for_stage(std::move(program), Stage::correct);
        run_tests(program, {}, options.limits);
        tried[i].report = report_of(program);
    }
    return tried;
}

bool was_judged(const TestReport& report)
{
    return report.ended && !report.no_device && !report.build_failure;
}

bool passed_whole(const Tried& tried)
{
    return was_judged(tried.report) && tried.report.complete() && tried.problems.empty() &&
           std::ranges::none_of(tried.report.cases,
                                [](const CaseVerdict& verdict) { return verdict.failed; });
}

std::vector<bool> failed_trials(const ExerciseInfo& exercise, std::vector<Trial> trials, CheckOptions options)
{
    options.limits.time = proof_limit;
    options.limits.asleep = longest_sleep;
    trials.push_back({.files = solution_of(exercise), .test_case = ""});
    const std::vector<Tried> tried = run_trials(exercise, trials, Stage::correct, options);
    std::vector<bool> failed;
    for (std::size_t i = 0; i + 1 < trials.size(); ++i)
        failed.push_back(passed_whole(tried.back()) &&
                         (tried[i].report.build_failure.has_value() ||
                          (was_judged(tried[i].report) &&
                           std::ranges::any_of(tried[i].report.cases,
                                               [](const CaseVerdict& verdict) { return verdict.failed; }))));
    return failed;
}

} // namespace lockstep::tool
