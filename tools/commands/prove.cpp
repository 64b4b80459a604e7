// lockstep prove: what CTest asks of exercises, chapters and ladders, remembered until something that matters changes. A solution must
// pass; a stub must fail in a named test or miss a named
// target of the lens, and a wrong solution must be rejected by the stage and the test or target that its catalogue names.
#include "base/paths.hpp"
#include "base/process.hpp"
#include "base/sandbox.hpp"
#include "capture/captures.hpp"
#include "check/device_needs.hpp"
#include "check/engine.hpp"
#include "check/wrong_files.hpp"
#include "check/wrong_solutions.hpp"
#include "commands/commands.hpp"
#include "ladders/ladder_forecast.hpp"
#include "ladders/rung_checks.hpp"
#include "ladders/rung_counts.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/scratch.hpp"
#include "prove/exercises.hpp"
#include "prove/prove_wrong.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct ProveArguments
{
    std::string subject;
    bool wrong = false;
    bool solution = false;
    bool clean = false;
    bool lens = false;
    bool set = false;
    bool copies = false;
    bool sandboxed = false;
    std::string mutant;
    std::string wrong_file; // of which an entry for the catalogue is wanted
    bool chapter = false;
    std::string ladder; // what is asked of it
    bool test = false;
    std::vector<std::string> command; // of the test
};

// One wrong solution of the catalogue, or the stub by that name, and all that each stage says of it.
WrongVerdict verdict_on(const ExerciseInfo& exercise, const std::string& name, const CheckOptions& options)
{
    if (name == "stub") return judge_stub(exercise, options);
    const WrongSolutions catalogue = read_wrong_solutions(catalogue_of(exercise));
    return judge_wrong(exercise, catalogue, catalogue.find(name), options);
}

int prove_mutant(const ExerciseInfo& exercise, const std::string& name, const CheckOptions& options)
{
    const WrongVerdict verdict = verdict_on(exercise, name, options);
    fmt::print("{}", verdict.stages);
    switch (verdict.end) {
    case WrongVerdict::End::rejected:
        return done;
    case WrongVerdict::End::skipped:
        return skip(verdict.reason).status;
    case WrongVerdict::End::missed:
        break;
    }
    fmt::print("{}: {}.\n", name, verdict.reason);
    return check_failed;
}

// Prints the entry of the catalogue for a wrong file: all but the sentence, which a person writes.
int print_entry(const ExerciseInfo& exercise, const fs::path& wrong, const CheckOptions& options)
{
    const std::string& file = exercise.edit.front();
    const std::string blocks =
        change_blocks(solution_of(exercise) / file, wrong, exercise.host() ? "cpp" : "cl");
    const ScratchFolder scratch;
    fs::copy(solution_of(exercise), scratch.path(), fs::copy_options::recursive);
    fs::copy_file(wrong, scratch.path() / file, fs::copy_options::overwrite_existing);
    const ExerciseReport report = check_exercise(exercise, scratch.path(), options);
    const auto rejecting =
        std::find_if(report.stages.begin(), report.stages.end(),
                     [](const StageResult& stage) { return stage.status == StageStatus::failed; });
    if (rejecting == report.stages.end())
        throw Failure(fmt::format("{} is not rejected in any stage.", wrong.string()),
                      fmt::format("a test of exercises/{} that tells it from the solution", exercise.id));
    fmt::print("## Rejected by{}: {}{}{}\n\n**{}** TO WRITE: what goes wrong, in a sentence.\n{}",
               rejecting->timed_out ? " the time limit" : "", name_of(rejecting->stage),
               rejecting->failed_cases.empty() ? "" : ", ",
               rejecting->failed_cases.empty() ? "" : rejecting->failed_cases.front(), wrong.stem().string(),
               blocks);
    return done;
}

// What CTest asks of an exercise, with all that the answer depends on.
Status prove_exercise(const ProveArguments& asked, const ExerciseInfo& exercise, const CheckOptions& options)
{
    const std::string kind = asked.set      ? "set"
                             : asked.copies ? "copies"
                             : asked.wrong  ? "wrong"
                             : asked.clean  ? "clean"
                             : asked.lens   ? "lens"
                                            : "correct";
    const auto grounds = [&] {
        Grounds all{fmt::format("{} {} {}", kind, exercise.id, asked.sandboxed ? "sandboxed" : "")};
        all.add_rooms({"base", "lens", "check", "prove"});
        all.add_device();
        all.add_simulator();
        all.add_exercise(exercise);
        if (asked.sandboxed) all.add_installed(find_program("bwrap"));
        if (asked.wrong) all.add_file(catalogue_of(exercise));
        if (asked.set) all.add_file(broken_kernels());
        if (asked.copies) {
            all.add_rooms({"grade"});
            for (const fs::path& file : files_to_copy(exercise)) all.add_file(file);
        }
        return all;
    };
    return proven(grounds, [&] {
        if (asked.set) return prove_set(exercise, options);
        if (asked.copies) return prove_copies(exercise, options);
        if (asked.wrong) return prove_wrong(exercise, options);
        return prove_solution(exercise, options,
                              asked.clean  ? Stage::clean
                              : asked.lens ? Stage::lens
                                           : Stage::correct);
    });
}

Status prove_chapter(const std::string& name)
{
    const ChapterProgram chapter = locate_chapter(name);
    const auto grounds = [&] {
        Grounds all{"chapter " + chapter.info.slug};
        all.add_rooms({"base", "draw", "lens", "check", "capture", "prove"});
        all.add_device();
        all.add_simulator();
        all.add_chapter(chapter.info);
        return all;
    };
    return proven(grounds, [&] {
        const Verified verified = verify_chapter(chapter);
        return Proof{.status = verified == Verified::same      ? done
                               : verified == Verified::lacking ? skipped
                                                               : check_failed};
    });
}

Status prove_ladder(const std::string& name, const std::string& what)
{
    const auto grounds = [&] {
        Grounds all{fmt::format("ladder {} {}", name, what)};
        all.add_rooms({"base", "lens", "check", "ladders", "prove"});
        all.add_device();
        all.add_simulator();
        all.add_ladder(name);
        return all;
    };
    return proven(grounds, [&] {
        if (what == "clean") return Proof{.status = check_clean_rungs({name})};
        if (what == "right") return Proof{.status = run_runner("verify", {name}) == 0 ? done : check_failed};
        if (what == "growth") return Proof{.status = check_ladder_growth(ladder_runner(), name)};
        CountOptions options;
        options.ladders = {name};
        options.check = true;
        return Proof{.status = show_rung_counts(ladder_runner(), options)};
    });
}

// A test of the programs, which may use any of them.
Status prove_test(const std::string& name, const std::vector<std::string>& command)
{
    const auto grounds = [&] {
        Grounds all{fmt::format("test {}\n{}", name, fmt::join(command.begin() + 1, command.end(), "\n"))};
        all.add_rooms({"prove"});
        all.add_device();
        all.add_simulator();
        all.add_checkout();
        return all;
    };
    return proven(grounds, [&] {
        const ProcessResult process =
            run_process({.arguments = command, .show = true},
                        {.time = std::chrono::hours{24}, .memory_bytes = std::size_t{1} << 40U});
        return Proof{.status = process.ok() ? done : process.status == skipped ? skipped : check_failed};
    });
}

int prove(const ProveArguments& arguments)
{
    if (arguments.test) {
        if (arguments.command.empty())
            throw Failure("There is no command to prove.", "./lockstep prove --test NAME -- COMMAND");
        return prove_test(arguments.subject, arguments.command);
    }
    if (arguments.chapter) return prove_chapter(arguments.subject);
    if (!arguments.ladder.empty()) return prove_ladder(arguments.subject, arguments.ladder);
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ExerciseInfo& exercise = find_exercise(chapters, arguments.subject);
    if (const std::optional<Missing> missing = lacking(exercise))
        return skip(fmt::format("{}, which {} needs.", missing->happened(), exercise.id)).status;
    if (arguments.sandboxed)
        if (const std::string missing = sandbox_missing(); !missing.empty())
            return skip(missing + ".").status;
    const CheckOptions options{.source = source_dir(),
                               .build = build_dir(),
                               .limits = {},
                               .build_missing = false,
                               .sandboxed = arguments.sandboxed};
    if (!arguments.mutant.empty()) return prove_mutant(exercise, arguments.mutant, options);
    if (!arguments.wrong_file.empty()) return print_entry(exercise, arguments.wrong_file, options);
    return prove_exercise(arguments, exercise, options);
}

} // namespace

void add_prove(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<ProveArguments>();
    CLI::App* command =
        app.add_subcommand("prove", "what the test suite asks of an exercise, a chapter or a ladder")
            ->group("");
    command
        ->add_option("subject", arguments->subject,
                     "an exercise's id; or a chapter, a ladder, or a test's name")
        ->required();
    CLI::Option_group* kind = command->add_option_group("kind");
    kind->add_flag("--wrong", arguments->wrong,
                   "the stub and every wrong solution are rejected where the catalogue says");
    kind->add_flag("--solution", arguments->solution, "the solution passes");
    kind->add_flag("--clean-solution", arguments->clean, "the solution passes the clean stage");
    kind->add_flag("--lens-solution", arguments->lens, "the solution meets the targets of the lens");
    kind->add_flag("--broken-set", arguments->set,
                   "a broken kernel of the set that it is compared with is noticed");
    kind->add_flag("--copies", arguments->copies,
                   "no file of a laboratory passes the exercise, handed in under another name");
    kind->add_option("--mutant", arguments->mutant,
                     "one wrong solution is rejected where its catalogue says; stub: the stub")
        ->type_name("NAME");
    kind->add_option("--catalogue", arguments->wrong_file,
                     "prints a wrong solution's entry for tests/mutants, without its sentence")
        ->type_name("FILE");
    kind->add_flag("--chapter", arguments->chapter, "the chapter's outputs are what its programs print");
    kind->add_flag("--test", arguments->test, "the command behind -- ends well");
    command->add_option("command", arguments->command, "after --, of a test");
    kind->add_option("--ladder", arguments->ladder,
                     "its rungs are right, clean, the lens counts in them what is recorded, or their counts "
                     "grow as it says")
        ->check(CLI::IsMember({"right", "clean", "lens", "growth"}));
    kind->require_option(1);
    command->add_flag("--sandbox", arguments->sandboxed,
                      "checked as a grader does: the tests stand outside, where they can");
    command->callback([arguments, &exit] { exit.status = prove(*arguments); });
}

} // namespace lockstep::tool
