// lockstep prove: what CTest asks of every exercise. A solution must pass; a stub must fail in a named test or miss a named
// target of the lens, and a wrong solution must be rejected by the stage and the test or target that its catalogue names.
#include "base/paths.hpp"
#include "base/sandbox.hpp"
#include "check/device_needs.hpp"
#include "check/engine.hpp"
#include "check/prove_wrong.hpp"
#include "check/wrong_files.hpp"
#include "check/wrong_solutions.hpp"
#include "commands/commands.hpp"
#include "grade/lab_kernels.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/scratch.hpp"

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
    std::string exercise;
    bool wrong = false;
    bool solution = false;
    bool clean = false;
    bool lens = false;
    bool set = false;
    bool copies = false;
    bool sandboxed = false;
    std::string mutant;
    std::string wrong_file; // of which an entry for the catalogue is wanted
};

void print_stages(const ExerciseReport& report)
{
    for (const StageResult& stage : report.stages)
        fmt::print("{}: {} {}\n", name_of(stage.stage),
                   stage.status == StageStatus::passed   ? "passed"
                   : stage.status == StageStatus::failed ? "failed"
                                                         : "not checked",
                   stage.message);
}

// Says why a stage cannot be run here, in the line that `lockstep test` looks for.
int skip(const StageResult& stage)
{
    fmt::print("Skipped: {}\n", stage.message);
    return skipped;
}

// The same for a test case.
int skip(const SkippedCase& skipped_case)
{
    fmt::print("Skipped: \"{}\": {}\n", skipped_case.name, skipped_case.reason);
    return skipped;
}

// Of the stages behind builds the one alone: each has a test of its own.
int prove_solution(const ExerciseInfo& exercise, CheckOptions options, Stage wanted)
{
    options.clean = wanted == Stage::clean;
    options.lens = wanted == Stage::lens;
    options.correct = wanted == Stage::correct;
    options.limits.time = proof_limit;
    const ExerciseReport report = check_exercise(exercise, solution_of(exercise), options);
    print_stages(report);
    const StageResult* stage = report.of(wanted);
    if (options.correct || report.failed_in(Stage::correct)) {
        if (!report.passed()) return check_failed;
        return stage->skipped_cases.empty() ? done : skip(stage->skipped_cases.front());
    }
    if (stage != nullptr && stage->status == StageStatus::not_checked) return skip(*stage);
    if (stage == nullptr || stage->status != StageStatus::passed) return check_failed;
    return stage->skipped_cases.empty() ? done : skip(stage->skipped_cases.front());
}

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
        fmt::print("Skipped: {}\n", verdict.reason);
        return skipped;
    case WrongVerdict::End::missed:
        break;
    }
    fmt::print("{}: {}.\n", name, verdict.reason);
    return check_failed;
}

// With the set's kernel broken as tests/mutants/kernel-set.md says, even the solution must not be judged.
int prove_set(const ExerciseInfo& exercise, CheckOptions options)
{
    if (!exercise.kernel_set)
        throw Failure(fmt::format("{} is not compared with a kernel of the set.", exercise.id),
                      "./lockstep list --json");
    const auto& [file, kernel] = *exercise.kernel_set;
    const WrongSolutions catalogue =
        read_wrong_solutions(source_dir() / "tests" / "mutants" / "kernel-set.md");
    std::string name = kernel; // wrong solutions have hyphens in their names
    std::replace(name.begin(), name.end(), '_', '-');
    const ScratchFolder scratch;
    for (const fs::path& path : sorted_entries(source_dir() / "kernels"))
        write_text(
            scratch.path() / path.filename(),
            changed_text(catalogue, catalogue.find(name), path.filename().string(), false, read_text(path)));
    setenv("LOCKSTEP_KERNELS", scratch.path().c_str(), 1);
    options.clean = options.lens = false;
    options.first_failure = true;
    const ExerciseReport report = check_exercise(exercise, solution_of(exercise), options);
    print_stages(report);
    if (report.failed_in(Stage::correct) &&
        report.of(Stage::correct)->message.find(fmt::format("kernel '{}' of kernels/{}", kernel, file)) !=
            std::string::npos)
        return done;
    fmt::print("The broken kernel '{}' of kernels/{} must be noticed, and named.\n", kernel, file);
    return check_failed;
}

// No file of a laboratory with this exercise passes it, handed in under the names that are asked for.
int prove_copies(const ExerciseInfo& exercise, const CheckOptions& options)
{
    std::vector<fs::path> files;
    for (const char* folder : {"kernels", "chapters", "exercises"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator{source_dir() / folder})
            if (entry.path().extension() == ".cl" && entry.path().parent_path() != exercise.folder)
                files.push_back(entry.path());
    std::ranges::sort(files);
    std::size_t tried = 0;
    bool any_passes = false;
    for (const fs::path& file : files) {
        const std::string name = fs::relative(file, source_dir()).string();
        std::string given = read_text(file);
        if (!name.starts_with("exercises/")) given = without_answers(name, given, {exercise});
        for (const std::string& text : as_handed_in(given, exercise)) {
            ++tried;
            const ScratchFolder scratch;
            for (const fs::path& beside : sorted_entries(file.parent_path()))
                if (beside.extension() == ".clh") fs::copy_file(beside, scratch.path() / beside.filename());
            for (const std::string& edited : exercise.edit) // a kernel's file holds all of them
                write_text(scratch.path() / edited, edited == exercise.edit.front() ? text : "");
            CheckOptions quick = options;
            quick.clean = quick.lens = false;
            quick.first_failure = true;
            if (!check_exercise(exercise, scratch.path(), quick).passed()) continue;
            const ExerciseReport report = check_exercise(exercise, scratch.path(), options);
            if (!report.passed()) continue;
            fmt::print("{} passes {} with kernels renamed; a laboratory must leave it out.\n", name,
                       exercise.id);
            any_passes = true;
        }
    }
    fmt::print("{} copies were handed in.\n", tried);
    return any_passes ? check_failed : done;
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
    fmt::print("## {}\nTO WRITE: what goes wrong, in a sentence.\nRejected by{}: {}{}{}\n\n{}",
               wrong.stem().string(), rejecting->timed_out ? " the time limit" : "",
               name_of(rejecting->stage), rejecting->failed_cases.empty() ? "" : ", ",
               rejecting->failed_cases.empty() ? "" : rejecting->failed_cases.front(), blocks);
    return done;
}

int prove(const ProveArguments& arguments)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ExerciseInfo& exercise = find_exercise(chapters, arguments.exercise);
    if (const std::optional<Missing> missing = lacking(exercise)) {
        fmt::print("Skipped: {}, which {} needs.\n", missing->happened(), exercise.id);
        return skipped;
    }
    if (arguments.sandboxed)
        if (const std::string missing = sandbox_missing(); !missing.empty()) {
            fmt::print("Skipped: {}.\n", missing);
            return skipped;
        }
    const CheckOptions options{.source = source_dir(),
                               .build = build_dir(),
                               .limits = {},
                               .build_missing = false,
                               .sandboxed = arguments.sandboxed};
    if (!arguments.mutant.empty()) return prove_mutant(exercise, arguments.mutant, options);
    if (arguments.set) return prove_set(exercise, options);
    if (arguments.copies) return prove_copies(exercise, options);
    if (!arguments.wrong_file.empty()) return print_entry(exercise, arguments.wrong_file, options);
    if (arguments.wrong) return prove_wrong(exercise, options);
    return prove_solution(exercise, options,
                          arguments.clean  ? Stage::clean
                          : arguments.lens ? Stage::lens
                                           : Stage::correct);
}

} // namespace

void add_prove(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<ProveArguments>();
    CLI::App* command = app.add_subcommand("prove", "what the test suite asks of an exercise")->group("");
    command->add_option("exercise", arguments->exercise, "its id")->required();
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
    kind->require_option(1);
    command->add_flag("--sandbox", arguments->sandboxed,
                      "checked as a grader does: the tests stand outside, where they can");
    command->callback([arguments, &exit] { exit.status = prove(*arguments); });
}

} // namespace lockstep::tool
