// Trials, in processes of the exercise's test program.
#include "check/trials.hpp"

#include "check/test_program.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::tool
{

std::vector<TestReport> run_trials(const ExerciseInfo& exercise, const std::vector<Trial>& trials,
                                   const CheckOptions& options)
{
    std::vector<TestReport> reports;
    while (reports.size() < trials.size()) {
        const ScratchFolder scratch;
        std::string list;
        for (std::size_t i = reports.size(); i < trials.size(); ++i)
            list += fmt::format("{}\t{}\n", trials[i].test_case, trials[i].files.string());
        write_text(scratch.path() / "list", list);
        TestProgram program =
            test_program(exercise, trials[reports.size()].files, scratch.path() / "report", options);
        program.first_failure = true;
        program.environment["LOCKSTEP_TRIALS"] = (scratch.path() / "list").string();
        program = for_stage(std::move(program), Stage::correct);
        run_tests(program, {}, options.limits);
        std::vector<TestReport> told = read_trial_reports(program.report, program.key);
        if (told.empty()) break; // it does not even begin: whoever asks alone is told why
        std::ranges::move(told, std::back_inserter(reports));
    }
    reports.resize(trials.size());
    return reports;
}

} // namespace lockstep::tool
