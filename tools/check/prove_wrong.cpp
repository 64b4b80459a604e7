// Judging wrong solutions, together where that saves time and alone where it does not tell.
#include "check/prove_wrong.hpp"

#include "base/status.hpp"
#include "check/host_build.hpp"
#include "check/source_rules.hpp"
#include "check/trials.hpp"
#include "check/wrong_files.hpp"
#include "lockstep/files.hpp"
#include "lockstep/program.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <set>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using End = WrongVerdict::End;

// What a wrong solution that never ends is given: several times what a right one takes.
constexpr std::chrono::seconds endless_limit{6};

std::string stages_of(const ExerciseReport& report)
{
    std::string text;
    for (const StageResult& stage : report.stages)
        text += fmt::format("{}: {} {}\n", name_of(stage.stage), name_of(stage.status), stage.message);
    return text;
}

// What must have happened, and what did.
std::string missed_by(const WrongSolution& wrong, const ExerciseReport& report)
{
    std::string text = fmt::format("it must be rejected by {}{}", name_of(wrong.stage),
                                   wrong.test_case.empty() ? "" : fmt::format(" in \"{}\"", wrong.test_case));
    const StageResult* stage = report.of(wrong.stage);
    if (report.failed_in(Stage::builds) && wrong.stage != Stage::builds) return text + "; it does not build";
    if (wrong.stage == Stage::lens && report.failed_in(Stage::correct))
        return text + "; its results are wrong, and what the lens is for computes what it should";
    if (!report.failed_in(wrong.stage)) return text + "; it got through";
    if (wrong.endless && !stage->timed_out) return text + "; the time limit must be what stops it";
    return text + fmt::format("; it is rejected in \"{}\"", fmt::join(stage->failed_cases, "\", \""));
}

// The solution's files with a wrong solution's changes, in a folder.
void write_files(const ExerciseInfo& exercise, const WrongSolutions& catalogue, const WrongSolution& wrong,
                 const fs::path& folder)
{
    fs::create_directories(folder);
    for (const auto& [file, text] : wrong_texts(exercise, catalogue, wrong)) write_text(folder / file, text);
}

// Whether the stage correct is to reject it while it runs, by itself.
bool can_be_tried(const WrongSolution& wrong)
{
    return wrong.stage == Stage::correct && !wrong.endless;
}

bool fails(const TestReport& report, const std::string& test_case)
{
    return report.ended && !report.no_device && !report.build_failure &&
           std::ranges::any_of(report.cases, [&](const CaseVerdict& verdict) {
               return verdict.failed && verdict.name == test_case;
           });
}

// The names of those that are rejected where the catalogue says when they are tried one after the other. The solution is tried
// last: if it does not pass any more, something has broken the process, and nothing counts.
std::set<std::string> rejected_together(const ExerciseInfo& exercise, const WrongSolutions& catalogue,
                                        CheckOptions options)
{
    const ScratchFolder scratch;
    std::vector<const WrongSolution*> tried;
    std::vector<Trial> trials;
    for (const WrongSolution& wrong : catalogue.entries) {
        if (!can_be_tried(wrong)) continue;
        const fs::path folder = scratch.path() / wrong.name;
        write_files(exercise, catalogue, wrong, folder);
        const bool refused = std::ranges::any_of(exercise.edit, [&](const std::string& file) {
            return file.ends_with(".cl") && !kernel_fault(read_kernel(folder / file), folder).empty();
        });
        if (refused) continue;
        tried.push_back(&wrong);
        trials.push_back({.files = folder, .test_case = wrong.test_case});
    }
    if (tried.empty()) return {};
    trials.push_back({.files = solution_of(exercise), .test_case = trials.back().test_case});
    options.limits.time = proof_limit;
    const std::vector<TestReport> reports = run_trials(exercise, trials, options);
    std::set<std::string> names;
    if (!reports.back().complete() ||
        std::ranges::any_of(reports.back().cases, [](const CaseVerdict& verdict) { return verdict.failed; }))
        return names;
    for (std::size_t i = 0; i < tried.size(); ++i)
        if (fails(reports[i], tried[i]->test_case)) names.insert(tried[i]->name);
    return names;
}

} // namespace

WrongVerdict judge_stub(const ExerciseInfo& exercise, CheckOptions options)
{
    options.limits.time = proof_limit;
    options.first_failure = true;
    options.clean = false;
    const ExerciseReport report = check_exercise(exercise, exercise.folder, options);
    WrongVerdict verdict{.end = End::missed,
                         .reason = "it must build, and fail in a named test or miss a target of the lens",
                         .stages = stages_of(report)};
    for (const Stage stage : {Stage::correct, Stage::lens})
        if (report.failed_in(stage) && !report.failed_in(Stage::builds) &&
            !report.of(stage)->failed_cases.empty())
            verdict.end = End::rejected;
    const StageResult* lens = report.of(Stage::lens);
    if (report.passed() && lens != nullptr && lens->status == StageStatus::not_checked)
        verdict = {.end = End::skipped, .reason = lens->message, .stages = {}};
    return verdict;
}

WrongVerdict judge_wrong(const ExerciseInfo& exercise, const WrongSolutions& catalogue,
                         const WrongSolution& wrong, CheckOptions options)
{
    const ScratchFolder scratch;
    write_files(exercise, catalogue, wrong, scratch.path());
    options.first_failure = true;
    options.limits.time = wrong.endless ? endless_limit : proof_limit;
    options.clean = wrong.stage == Stage::clean;
    options.lens = wrong.stage == Stage::lens;
    options.correct = !options.clean && !options.lens;
    if (!options.lens) options.only_case = wrong.test_case;
    if (options.clean) options.headers.clear(); // a sanitizer's own
    const ExerciseReport report = check_exercise(exercise, scratch.path(), options);
    const std::string stages = stages_of(report);
    const StageResult* stage = report.of(wrong.stage);
    if (stage != nullptr && stage->status == StageStatus::not_checked && !report.failed_in(Stage::builds) &&
        !(wrong.stage == Stage::lens && report.failed_in(Stage::correct)))
        return {.end = End::skipped, .reason = stage->message, .stages = stages};
    if (stage != nullptr && stage->status == StageStatus::passed)
        for (const SkippedCase& skipped_case : stage->skipped_cases)
            if (skipped_case.name == wrong.test_case)
                return {.end = End::skipped, .reason = skipped_case.reason, .stages = stages};
    const bool in_case = wrong.test_case.empty() ||
                         (stage != nullptr && std::ranges::count(stage->failed_cases, wrong.test_case) > 0);
    const bool as_told = report.failed_in(wrong.stage) && in_case && (!wrong.endless || stage->timed_out);
    if (as_told) return {.end = End::rejected, .reason = {}, .stages = stages};
    return {.end = End::missed, .reason = missed_by(wrong, report), .stages = stages};
}

int prove_wrong(const ExerciseInfo& exercise, const CheckOptions& given)
{
    const WrongSolutions catalogue = read_wrong_solutions(catalogue_of(exercise));
    const ScratchFolder headers;
    CheckOptions options = given;
    std::set<std::string> together;
    if (exercise.host() && !given.sandboxed) {
        options.headers = headers.path();
        precompile_header(exercise,
                          {.files = solution_of(exercise), .source = given.source, .build = given.build},
                          headers.path(), options.limits);
    } else if (!given.sandboxed) { // where each is judged as a grader does
        together = rejected_together(exercise, catalogue, options);
    }
    int missed = 0;
    std::string skipped_because;
    std::map<End, int> ends;
    const auto tell = [&](const std::string& name, const std::string& where, const WrongVerdict& verdict) {
        constexpr std::array words{"rejected", "skipped", "MISSED"};
        fmt::print("{:8}  {}{}{}{}\n", words[static_cast<std::size_t>(verdict.end)], name, where,
                   verdict.reason.empty() || verdict.end == End::rejected ? "" : ": ",
                   verdict.end == End::rejected ? "" : verdict.reason);
        if (verdict.end == End::missed) {
            for (const std::string& line : split_lines(verdict.stages)) fmt::print("            {}\n", line);
            ++missed;
        }
        if (verdict.end == End::skipped && skipped_because.empty()) skipped_because = verdict.reason;
        ++ends[verdict.end];
        std::fflush(stdout);
    };
    tell("the stub", "", judge_stub(exercise, given));
    for (const WrongSolution& wrong : catalogue.entries) {
        const std::string where = fmt::format(" ({}{})", name_of(wrong.stage),
                                              wrong.test_case.empty() ? "" : ", " + wrong.test_case);
        tell(wrong.name, where,
             together.contains(wrong.name) ? WrongVerdict{.end = End::rejected, .reason = {}, .stages = {}}
                                           : judge_wrong(exercise, catalogue, wrong, options));
    }
    fmt::print("{}: {} rejected, {} skipped, {} missed\n", exercise.id, ends[End::rejected],
               ends[End::skipped], missed);
    if (missed > 0) {
        fmt::print("One alone: ./lockstep prove --mutant NAME {}\n", exercise.short_name());
        return check_failed;
    }
    if (ends[End::skipped] == 0) return done;
    fmt::print("Skipped: {}\n", skipped_because);
    return skipped;
}

} // namespace lockstep::tool
