// Judging wrong solutions, together where that saves time and alone where it does not tell.
#include "prove/prove_wrong.hpp"

#include "check/lens_stage.hpp"
#include "check/source_rules.hpp"
#include "check/wrong_files.hpp"
#include "lockstep/files.hpp"
#include "lockstep/program.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"
#include "prove/trials.hpp"

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

constexpr const char* stub_name = "the stub";

// What is tried in one stage: names of wrong solutions, or of the stub, with their files.
class Candidates
{
public:
    Candidates(const ExerciseInfo& exercise, const WrongSolutions& catalogue, Stage stage)
        : exercise_(exercise), catalogue_(catalogue), stage_(stage)
    {
        for (const WrongSolution& wrong : catalogue.entries)
            if (wrong.stage == stage && !wrong.endless) add(wrong);
    }

    /// The stub as it is handed out, under a name that no wrong solution has.
    void add_stub()
    {
        const fs::path folder = scratch_.path() / stub_name;
        fs::create_directory(folder);
        for (const std::string& file : exercise_.edit) fs::copy_file(exercise_.folder / file, folder / file);
        names_.emplace_back(stub_name);
        trials_.push_back({.files = folder, .test_case = ""});
    }

    /// Those that are rejected where the catalogue says. The solution is tried last: if it does not pass any more, something has
    /// broken the process, and nothing counts.
    std::set<std::string> rejected(CheckOptions options)
    {
        std::set<std::string> names;
        if (names_.empty()) return names;
        add_solution();
        options.limits.time = proof_limit;
        options.limits.asleep = longest_sleep;
        const std::vector<Tried> tried = exercise_.host() ? run_host_trials(exercise_, trials_, options)
                                                          : run_trials(exercise_, trials_, stage_, options);
        if (!passed_whole(tried.back()) || misses(tried.back(), "")) return names;
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (is_rejected(tried[i], names_[i] == stub_name ? "" : catalogue_.find(names_[i]).test_case))
                names.insert(names_[i]);
        return names;
    }

private:
    void add(const WrongSolution& wrong)
    {
        const fs::path folder = scratch_.path() / wrong.name;
        write_files(exercise_, catalogue_, wrong, folder);
        const bool refused = std::ranges::any_of(exercise_.edit, [&](const std::string& file) {
            return file.ends_with(".cl") && !kernel_fault(read_kernel(folder / file), folder).empty();
        });
        if (refused) return;
        names_.push_back(wrong.name);
        trials_.push_back({.files = folder, .test_case = stage_ == Stage::lens ? "" : wrong.test_case});
    }

    void add_solution()
    {
        const fs::path folder = scratch_.path() / "the solution";
        fs::copy(solution_of(exercise_), folder, fs::copy_options::recursive);
        trials_.push_back({.files = folder, .test_case = trials_.back().test_case});
    }

    // @param test_case or target, as the catalogue names it; empty: any.
    bool is_rejected(const Tried& tried, const std::string& test_case) const
    {
        if (stage_ == Stage::lens) return passed_whole(tried) && misses(tried, test_case);
        return was_judged(tried.report) &&
               (std::ranges::any_of(tried.report.cases,
                                    [&](const CaseVerdict& verdict) {
                                        return verdict.failed &&
                                               (test_case.empty() || verdict.name == test_case);
                                    }) ||
                std::ranges::any_of(tried.problems, [&](const CheckerProblem& problem) {
                    return test_case.empty() || problem.test_case == test_case;
                }));
    }

    // Whether a target of the lens is missed, or the one of that name.
    bool misses(const Tried& tried, const std::string& target) const
    {
        if (!tried.counts)
            return stage_ == Stage::lens && target.empty(); // without counts the solution proves nothing
        std::vector<std::string> cases;
        for (const CaseVerdict& verdict : tried.report.cases) cases.push_back(verdict.name);
        StageResult stage{.stage = Stage::lens};
        hold_against_targets(exercise_, *tried.counts, cases, stage);
        return target.empty() ? !stage.failed_cases.empty()
                              : std::ranges::find(stage.failed_cases, target) != stage.failed_cases.end();
    }

    const ExerciseInfo& exercise_;
    const WrongSolutions& catalogue_;
    Stage stage_;
    ScratchFolder scratch_;
    std::vector<std::string> names_;
    std::vector<Trial> trials_; // in the order of the names
};

// The names of those that are rejected where the catalogue says when they are tried one after the other; stub_name is the stub's.
std::set<std::string> rejected_together(const ExerciseInfo& exercise, const WrongSolutions& catalogue,
                                        const CheckOptions& options)
{
    std::set<std::string> names;
    for (const Stage stage : {Stage::correct, Stage::clean, Stage::lens}) {
        if (stage != Stage::correct && exercise.host())
            break; // few, and most of them are built with a sanitizer
        Candidates candidates{exercise, catalogue, stage};
        if (stage == Stage::correct ||
            (stage == Stage::lens && exercise.wants("lens") && !names.contains(stub_name)))
            candidates.add_stub();
        names.merge(candidates.rejected(options));
    }
    return names;
}

} // namespace

WrongVerdict judge_stub(const ExerciseInfo& exercise, CheckOptions options)
{
    options.limits.time = proof_limit;
    options.limits.asleep = longest_sleep;
    options.first_failure = true;
    options.clean = options.lens = false;
    ExerciseReport report = check_exercise(exercise, exercise.folder, options);
    if (report.passed() && exercise.wants("lens")) {
        options.lens = true;
        report = check_exercise(exercise, exercise.folder, options);
    }
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
    options.limits.asleep = longest_sleep;
    options.clean = wrong.stage == Stage::clean;
    options.lens = wrong.stage == Stage::lens;
    options.correct = !options.clean && !options.lens;
    if (!options.lens) options.only_case = wrong.test_case;
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

Proof prove_wrong(const ExerciseInfo& exercise, const CheckOptions& options)
{
    const WrongSolutions catalogue = read_wrong_solutions(catalogue_of(exercise));
    std::set<std::string> together; // none where each is judged as a grader does
    if (!options.sandboxed) together = rejected_together(exercise, catalogue, options);
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
    const WrongVerdict rejected{.end = End::rejected, .reason = {}, .stages = {}};
    tell(stub_name, "", together.contains(stub_name) ? rejected : judge_stub(exercise, options));
    for (const WrongSolution& wrong : catalogue.entries) {
        const std::string where = fmt::format(" ({}{})", name_of(wrong.stage),
                                              wrong.test_case.empty() ? "" : ", " + wrong.test_case);
        tell(wrong.name, where,
             together.contains(wrong.name) ? rejected : judge_wrong(exercise, catalogue, wrong, options));
    }
    fmt::print("{}: {} rejected, {} skipped, {} missed\n", exercise.id, ends[End::rejected],
               ends[End::skipped], missed);
    Proof proof{.status = done, .count = catalogue.entries.size() + 1};
    if (missed > 0) {
        fmt::print("One alone: ./lockstep prove --mutant NAME {}\n", exercise.short_name());
        proof.status = check_failed;
    } else if (ends[End::skipped] > 0) {
        fmt::print("Skipped: {}\n", skipped_because);
        proof.status = skipped;
    }
    return proof;
}

} // namespace lockstep::tool
