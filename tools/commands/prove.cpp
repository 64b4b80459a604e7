// lockstep prove: what CTest asks of every exercise. A stub must fail in a named test or miss a named target
// of the lens, a solution must pass, and a mutant must be rejected by the stage and the test or target its
// first line names.
#include "base/paths.hpp"
#include "check/engine.hpp"
#include "commands/commands.hpp"
#include "commands/lens_stage.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/scratch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct Arguments
{
    std::string exercise;
    bool stub = false;
    bool solution = false;
    bool clean = false;
    bool lens = false;
    std::string mutant;
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

int prove_stub(const ExerciseInfo& exercise, CheckOptions options)
{
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
    if (report.passed() && lens != nullptr && lens->status == StageStatus::not_checked) return skipped;
    fmt::print("The stub must build, and fail in a named test or miss a target of the lens.\n");
    return check_failed;
}

// `extra`: the one stage that is run beside correct; empty: none.
int prove_solution(const ExerciseInfo& exercise, CheckOptions options, const std::string& extra)
{
    options.clean = extra == "clean";
    options.lens = extra == "lens";
    options.correct = extra.empty(); // it has a test of its own
    const ExerciseReport report = check_exercise(exercise, source_dir() / "solutions" / exercise.id, options);
    print_stages(report);
    if (extra.empty() || failed_in(report, "correct")) return report.passed() ? done : check_failed;
    const StageResult* stage = report.stage(extra);
    if (stage != nullptr && stage->status == StageStatus::not_checked) return skipped;
    return stage != nullptr && stage->status == StageStatus::passed ? done : check_failed;
}

struct Expectation
{
    std::string stage;
    std::string test_case; ///< or target, "KERNEL METRIC"; empty for the stage "builds"
};

Expectation expectation_of(const fs::path& mutant)
{
    const std::string text = read_text(mutant);
    const std::string first = text.substr(0, text.find('\n'));
    constexpr std::string_view prefix = "// rejected by: ";
    const std::size_t comma = first.find(", ");
    if (!first.starts_with(prefix))
        throw Failure(
            fmt::format("{} must begin with a line '// rejected by: STAGE, TEST CASE'.", mutant.string()));
    Expectation expected;
    expected.stage =
        first.substr(prefix.size(), comma == std::string::npos ? std::string::npos : comma - prefix.size());
    if (comma != std::string::npos) expected.test_case = first.substr(comma + 2);
    const std::vector<std::string> stages{"builds", "correct", "clean", "lens"};
    if (std::find(stages.begin(), stages.end(), expected.stage) == stages.end())
        throw Failure(fmt::format("{} names the stage '{}'; there are builds, correct, clean and lens.",
                                  mutant.string(), expected.stage));
    return expected;
}

int prove_mutant(const ExerciseInfo& exercise, const fs::path& mutant, CheckOptions options)
{
    const Expectation expected = expectation_of(mutant);
    const ScratchFolder scratch;
    const fs::path solution = source_dir() / "solutions" / exercise.id;
    for (const std::string& file : exercise.edit) fs::copy_file(solution / file, scratch.path() / file);
    fs::copy_file(mutant, scratch.path() / exercise.edit.front(), fs::copy_options::overwrite_existing);

    options.clean = expected.stage == "clean";
    options.lens = expected.stage == "lens";
    options.correct = !options.clean && !options.lens;
    if (!options.lens) options.only_case = expected.test_case;
    const ExerciseReport report = check_exercise(exercise, scratch.path(), options);
    print_stages(report);
    const StageResult* stage = report.stage(expected.stage);
    if (stage != nullptr && stage->status == StageStatus::not_checked && !failed_in(report, "builds") &&
        !(expected.stage == "lens" && failed_in(report, "correct")))
        return skipped;
    const bool in_stage = failed_in(report, expected.stage);
    const bool in_case = expected.test_case.empty() ||
                         (in_stage && std::find(stage->failed_cases.begin(), stage->failed_cases.end(),
                                                expected.test_case) != stage->failed_cases.end());
    if (in_stage && in_case) return done;
    fmt::print("The mutant must be rejected by {}{}.\n", expected.stage,
               expected.test_case.empty() ? "" : fmt::format(" in \"{}\"", expected.test_case));
    if (!in_stage && expected.stage == "lens" && failed_in(report, "correct"))
        fmt::print("Its results are wrong: a mutant for the lens computes what it should.\n");
    if (in_stage) fmt::print("It is rejected in \"{}\".\n", fmt::join(stage->failed_cases, "\", \""));
    return check_failed;
}

int prove(const Arguments& arguments)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ExerciseInfo& exercise = find_exercise(chapters, arguments.exercise);
    const CheckOptions options{.source = source_dir(),
                               .build = build_dir(),
                               .limits = {},
                               .build_missing = false,
                               .lens_stage = run_lens_stage};
    if (!arguments.mutant.empty()) return prove_mutant(exercise, arguments.mutant, options);
    return arguments.stub ? prove_stub(exercise, options)
                          : prove_solution(exercise, options,
                                           arguments.clean  ? "clean"
                                           : arguments.lens ? "lens"
                                                            : "");
}

} // namespace

void add_prove(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("prove", "what the test suite asks of an exercise")->group("");
    command->add_option("exercise", arguments->exercise, "its id")->required();
    CLI::Option_group* kind = command->add_option_group("kind");
    kind->add_flag("--stub", arguments->stub,
                   "the stub builds, and fails in a named test or misses a target");
    kind->add_flag("--solution", arguments->solution, "the solution passes");
    kind->add_flag("--clean-solution", arguments->clean, "the solution passes the clean stage");
    kind->add_flag("--lens-solution", arguments->lens, "the solution meets the targets of the lens");
    kind->add_option("--mutant", arguments->mutant, "the mutant is rejected where its first line says")
        ->type_name("FILE");
    kind->require_option(1);
    command->callback([arguments, &exit] { exit.status = prove(*arguments); });
}

} // namespace lockstep::tool
