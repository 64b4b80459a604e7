// lockstep prove: what CTest asks of every exercise. A stub must fail in a named test or miss a named target
// of the lens, a solution must pass, and a wrong solution must be rejected by the stage and the test or target
// that its catalogue names.
#include "base/paths.hpp"
#include "base/sandbox.hpp"
#include "check/device_needs.hpp"
#include "check/engine.hpp"
#include "check/wrong_solutions.hpp"
#include "commands/commands.hpp"
#include "commands/lens_stage.hpp"
#include "commands/wrong_files.hpp"
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

// What a wrong solution that never ends is given: several times what a right one takes.
constexpr std::chrono::seconds endless_limit{6};
// What a stub or a solution is given: it ends, but on a machine that runs many tests at once some drivers wait for each other
// with the processor busy (forty contexts, made while nineteen other programs used the same GPU, have taken 100 s), and the
// solution of a kernel exercise builds the wrong ones beside.
constexpr std::chrono::seconds patience{200};

struct ProveArguments
{
    std::string exercise;
    bool stub = false;
    bool solution = false;
    bool clean = false;
    bool lens = false;
    bool set = false;
    bool sandboxed = false;
    std::string mutant;
    std::string wrong_file; // of which an entry for the catalogue is wanted
};

void print_stages(const ExerciseReport& report)
{
    for (const StageResult& stage : report.stages)
        fmt::print("{}: {} {}\n", stage.name,
                   stage.status == StageStatus::passed   ? "passed"
                   : stage.status == StageStatus::failed ? "failed"
                                                         : "not checked",
                   stage.message);
}

bool failed_in(const ExerciseReport& report, std::string_view name)
{
    const StageResult* stage = report.stage(name);
    return stage != nullptr && stage->status == StageStatus::failed;
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

int prove_stub(const ExerciseInfo& exercise, CheckOptions options)
{
    options.limits.time = patience;
    options.clean = false;
    const ExerciseReport report = check_exercise(exercise, exercise.folder, options);
    print_stages(report);
    for (const char* name : {"correct", "lens"})
        if (failed_in(report, name) && !failed_in(report, "builds") &&
            !report.stage(name)->failed_cases.empty()) {
            fmt::print("The stub fails in \"{}\".\n", fmt::join(report.stage(name)->failed_cases, "\", \""));
            return done;
        }
    const StageResult* lens = report.stage("lens");
    if (report.passed() && lens != nullptr && lens->status == StageStatus::not_checked) return skip(*lens);
    fmt::print("The stub must build, and fail in a named test or miss a target of the lens.\n");
    return check_failed;
}

// The solution's files with a wrong solution's changes, in a folder.
void write_files(const ExerciseInfo& exercise, const WrongSolutions& catalogue, const WrongSolution& wrong,
                 const fs::path& folder)
{
    for (const auto& [file, text] : wrong_texts(exercise, catalogue, wrong)) write_text(folder / file, text);
}

// The list of an exercise's kernels for CheckOptions::build_beside, in `folder`.
fs::path list_beside(const ExerciseInfo& exercise, const fs::path& folder)
{
    const fs::path list = folder / "list";
    std::string lines = "\t" + exercise.folder.string() + "\n";
    WrongSolutions catalogue;
    if (fs::exists(catalogue_of(exercise))) catalogue = read_wrong_solutions(catalogue_of(exercise));
    for (const WrongSolution& wrong : catalogue.entries) {
        if (wrong.stage != "correct" && wrong.stage != "builds") continue; // others are built by Oclgrind
        fs::create_directory(folder / wrong.name);
        write_files(exercise, catalogue, wrong, folder / wrong.name);
        lines += fmt::format("{}\t{}\n", wrong.test_case, (folder / wrong.name).string());
    }
    write_text(list, lines);
    return list;
}

// `extra`: the one stage that is run beside correct; empty: none. The solution's run builds the stub and the wrong
// solutions as well, so that their own runs need not.
int prove_solution(const ExerciseInfo& exercise, CheckOptions options, const std::string& extra)
{
    options.clean = extra == "clean";
    options.lens = extra == "lens";
    options.correct = extra.empty(); // it has a test of its own
    const ScratchFolder beside;
    options.limits.time = patience;
    if (extra.empty() && !exercise.host()) options.build_beside = list_beside(exercise, beside.path());
    const ExerciseReport report = check_exercise(exercise, solution_of(exercise), options);
    print_stages(report);
    const StageResult* stage = report.stage(extra.empty() ? "correct" : extra);
    if (extra.empty() || failed_in(report, "correct")) {
        if (!report.passed()) return check_failed;
        return stage->skipped_cases.empty() ? done : skip(stage->skipped_cases.front());
    }
    if (stage != nullptr && stage->status == StageStatus::not_checked) return skip(*stage);
    if (stage == nullptr || stage->status != StageStatus::passed) return check_failed;
    return stage->skipped_cases.empty() ? done : skip(stage->skipped_cases.front());
}

int prove_mutant(const ExerciseInfo& exercise, const std::string& name, CheckOptions options)
{
    const WrongSolutions catalogue = read_wrong_solutions(catalogue_of(exercise));
    const WrongSolution& expected = catalogue.find(name);
    const ScratchFolder scratch;
    write_files(exercise, catalogue, expected, scratch.path());

    options.first_failure = true;
    if (expected.endless) options.limits.time = endless_limit;
    options.clean = expected.stage == "clean";
    options.lens = expected.stage == "lens";
    options.correct = !options.clean && !options.lens;
    if (!options.lens) options.only_case = expected.test_case;
    const ExerciseReport report = check_exercise(exercise, scratch.path(), options);
    print_stages(report);
    const StageResult* stage = report.stage(expected.stage);
    if (stage != nullptr && stage->status == StageStatus::not_checked && !failed_in(report, "builds") &&
        !(expected.stage == "lens" && failed_in(report, "correct")))
        return skip(*stage);
    if (stage != nullptr && stage->status == StageStatus::passed)
        for (const SkippedCase& skipped_case : stage->skipped_cases)
            if (skipped_case.name == expected.test_case) return skip(skipped_case);
    const bool in_stage = failed_in(report, expected.stage);
    const bool in_case = expected.test_case.empty() ||
                         (in_stage && std::find(stage->failed_cases.begin(), stage->failed_cases.end(),
                                                expected.test_case) != stage->failed_cases.end());
    const bool as_told = !expected.endless || (in_stage && stage->timed_out);
    if (in_stage && in_case && as_told) return done;
    fmt::print("The mutant must be rejected by {}{}.\n", expected.stage,
               expected.test_case.empty() ? "" : fmt::format(" in \"{}\"", expected.test_case));
    if (!in_stage && expected.stage == "lens" && failed_in(report, "correct"))
        fmt::print("Its results are wrong: a mutant for the lens computes what it should.\n");
    if (!as_told) fmt::print("The time limit must be what stops it.\n");
    if (in_stage) fmt::print("It is rejected in \"{}\".\n", fmt::join(stage->failed_cases, "\", \""));
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
    if (failed_in(report, "correct") && report.stage("correct")->message.find(fmt::format(
                                            "kernel '{}' of kernels/{}", kernel, file)) != std::string::npos)
        return done;
    fmt::print("The broken kernel '{}' of kernels/{} must be noticed, and named.\n", kernel, file);
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
    fmt::print("## {}\nTO WRITE: what goes wrong, in a sentence.\nRejected by{}: {}{}{}\n\n{}",
               wrong.stem().string(), rejecting->timed_out ? " the time limit" : "", rejecting->name,
               rejecting->failed_cases.empty() ? "" : ", ",
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
                               .lens_stage = run_lens_stage,
                               .sandboxed = arguments.sandboxed};
    if (!arguments.mutant.empty()) return prove_mutant(exercise, arguments.mutant, options);
    if (arguments.set) return prove_set(exercise, options);
    if (!arguments.wrong_file.empty()) return print_entry(exercise, arguments.wrong_file, options);
    return arguments.stub ? prove_stub(exercise, options)
                          : prove_solution(exercise, options,
                                           arguments.clean  ? "clean"
                                           : arguments.lens ? "lens"
                                                            : "");
}

} // namespace

void add_prove(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<ProveArguments>();
    CLI::App* command = app.add_subcommand("prove", "what the test suite asks of an exercise")->group("");
    command->add_option("exercise", arguments->exercise, "its id")->required();
    CLI::Option_group* kind = command->add_option_group("kind");
    kind->add_flag("--stub", arguments->stub,
                   "the stub builds, and fails in a named test or misses a target");
    kind->add_flag("--solution", arguments->solution, "the solution passes");
    kind->add_flag("--clean-solution", arguments->clean, "the solution passes the clean stage");
    kind->add_flag("--lens-solution", arguments->lens, "the solution meets the targets of the lens");
    kind->add_flag("--broken-set", arguments->set,
                   "a broken kernel of the set that it is compared with is noticed");
    kind->add_option("--mutant", arguments->mutant, "the wrong solution is rejected where its catalogue says")
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
