// lockstep grade: grades a class.
#include "base/lock.hpp"
#include "base/parallel_for.hpp"
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "check/built_tests.hpp"
#include "commands/commands.hpp"
#include "grade/bench.hpp"
#include "grade/control.hpp"
#include "grade/leaderboard.hpp"
#include "grade/marks.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/seal.hpp"
#include "lockstep/text.hpp"

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

struct GradeArguments
{
    std::string submissions;
    std::string out;
    std::string exercises;
    std::string chapters;
    std::string lab;
    std::optional<std::uint64_t> seed;
    unsigned at_once = processors();
    double seconds = 20.0;
    std::size_t mebibytes = 3072;
    bool unsafe = false;
    bool disposable = false;
    bool fresh = false;
    bool plan = false;
    bool results = false;
    std::size_t job = 0;
    std::size_t exercise_to_try = 0;
    bool control = false;
    std::string take;
    std::string marks;
    LeaderboardOptions board;
};

// The folder of results is the grader's own: what else lies in it might be lost.
void claim(const ClassFolder& folder)
{
    if (fs::exists(folder.root) && !fs::is_directory(folder.root))
        throw Failure(fmt::format("{} is no folder.", folder.root.string()), "name another by --out");
    if (fs::exists(folder.root) && !fs::is_empty(folder.root) && !fs::exists(folder.plan()))
        throw Failure(fmt::format("{} holds other things than a graded class.", folder.root.string()),
                      "name a new folder by --out");
    fs::create_directories(folder.root);
}

std::uint64_t drawn_seed()
{
    return random_key().first >> 11U; // what a double holds exactly: other programs read it as JSON
}

// What is asked for, and where nothing is, what was asked for before.
ClassRun class_run(const GradeArguments& arguments, bool sandboxed)
{
    ClassRun run{
        .plan = {}, .folder = {fs::absolute(arguments.out)}, .exercises = {}, .at_once = arguments.at_once};
    claim(run.folder);
    const std::optional<GradingPlan> before = read_plan(run.folder.plan());
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const bool named = !arguments.exercises.empty() || !arguments.chapters.empty() || !arguments.lab.empty();
    if (!named && before)
        for (const std::string& id : before->exercises) run.exercises.push_back(find_exercise(chapters, id));
    else
        run.exercises = chosen_exercises(chapters, arguments.exercises, arguments.chapters, arguments.lab);
    run.plan = {.seed = arguments.seed ? *arguments.seed
                        : before       ? before->seed
                                       : drawn_seed(),
                .unsafe = !sandboxed,
                .seconds = arguments.seconds,
                .mebibytes = arguments.mebibytes,
                .exercises = {},
                .students = {}};
    if (!arguments.control) run.plan.students = submissions_in(fs::absolute(arguments.submissions));
    for (const ExerciseInfo& exercise : run.exercises) {
        run.plan.exercises.push_back(exercise.id);
        if (named || !fs::exists(run.folder.handed_out(exercise.id)))
            keep_handed_out(run.folder, exercise, arguments.lab);
    }
    return run;
}

/// @param what would be done with the submissions.
/// @return true when they are run in a sandbox.
bool require_sandbox(bool unsafe, bool disposable, const char* what)
{
    if (unsafe) {
        fmt::print(
            "Without a sandbox: what the students wrote can do on this machine whatever you can do.\n");
        return false;
    }
    const std::string reason = sandbox_missing();
    if (reason.empty()) return true;
    if (!disposable)
        throw Failure(
            fmt::format(
                "Nothing was {}, because submissions cannot be kept from the rest of this machine: {}.", what,
                reason),
            "./lockstep doctor   (or --unsafe, to run what the students wrote unprotected)");
    fmt::print(
        "Without a sandbox: {}. What the students wrote can do on this machine whatever you can do, so "
        "throw it away afterwards.\n",
        reason);
    return false;
}

void print_end(const ClassRun& run, const formats::GradedClass& graded, std::size_t failed)
{
    std::size_t solved = 0;
    std::size_t unread = 0;
    for (const formats::GradedStudent& student : graded.students) {
        unread += student.sentence.empty() ? 0U : 1U;
        solved += static_cast<std::size_t>(
            std::ranges::count(student.grades, formats::Outcome::solved, &formats::ExerciseGrade::outcome));
    }
    fmt::print("{}, {}: {} of {} solved\n", counted(graded.students.size(), "student"),
               counted(run.exercises.size(), "exercise"), solved, run.plan.jobs());
    if (unread > 0) fmt::print("{} could not be graded; the page says why\n", counted(unread, "submission"));
    fmt::print("{}\n", (run.folder.root / "index.html").string());
    if (const std::vector<std::string> reasons = ungradable(run); !reasons.empty())
        throw Failure(fmt::format("{} could not be run, and got no marks from anybody:\n  {}",
                                  counted(reasons.size(), "exercise"), fmt::join(reasons, "\n  ")),
                      "./lockstep doctor; then the same command again, which tries them anew");
    if (failed > 0)
        throw Failure(fmt::format("{} could not be run: {} says why.", counted(failed, "job"),
                                  run.folder.log().string()),
                      "the same command again, which runs only those");
}

// A class as it was graded last.
ClassRun graded_run(const GradeArguments& arguments)
{
    const ClassFolder folder{fs::absolute(arguments.out)};
    std::optional<GradingPlan> plan = read_plan(folder.plan());
    if (!plan)
        throw Failure(fmt::format("There is no graded class in {}.", arguments.out),
                      "./lockstep grade SUBMISSIONS --out DIR --chapters 16-20");
    ClassRun run{.plan = *std::move(plan), .folder = folder, .exercises = {}, .at_once = arguments.at_once};
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    for (const std::string& id : run.plan.exercises) run.exercises.push_back(find_exercise(chapters, id));
    return run;
}

Lock alone_in(const GradeArguments& arguments)
{
    std::optional<Lock> alone = Lock::at_once(fs::absolute(arguments.out));
    if (!alone)
        throw Failure(fmt::format("Another lockstep grade is at work in {}.", arguments.out),
                      "wait for it, or name another folder by --out");
    return *std::move(alone);
}

// The two files that are the teacher's: nothing here writes over them, but for a scheme that is named.
void place_teachers_files(const ClassRun& run, const std::string& marks)
{
    if (!marks.empty()) {
        read_marks(marks, run.exercises); // one that is malformed is refused before the work
        replace_text(run.folder.marks(), read_text(marks));
    }
    if (!fs::exists(run.folder.by_hand())) write_text(run.folder.by_hand(), std::string{hand_head} + "\n");
    read_marks(run.folder.marks(), run.exercises);
    read_hand_marks(run.folder.by_hand());
}

// The results of the jobs that have run, and nothing else: after a change of marks.json or by-hand.csv, say.
int write_results_again(const GradeArguments& arguments)
{
    const ClassRun run = graded_run(arguments);
    const Lock alone = alone_in(arguments);
    place_teachers_files(run, arguments.marks);
    const formats::GradedClass graded = collect_class(run);
    write_results(run, graded);
    print_end(run, graded, 0);
    return done;
}

int grade(const GradeArguments& arguments)
{
    const ClassFolder folder{fs::absolute(arguments.out)};
    if (!arguments.take.empty()) {
        take_submission(arguments.submissions, folder, arguments.take);
        return done;
    }
    if (arguments.job > 0) {
        run_job(folder, arguments.job);
        return done;
    }
    if (arguments.exercise_to_try > 0) {
        run_control(folder, arguments.exercise_to_try);
        return done;
    }
    if (arguments.submissions.empty() && !arguments.board.ladder.empty()) {
        const ClassRun run = graded_run(arguments);
        open_exercise(load_catalogue(source_dir()), run, arguments.board.ladder);
        require_sandbox(run.plan.unsafe, arguments.disposable, "measured");
        const Lock alone = alone_in(arguments);
        bench_class(run, arguments.board);
        return done;
    }
    if (arguments.submissions.empty() && arguments.results) return write_results_again(arguments);
    if (arguments.submissions.empty() && !arguments.control)
        throw Failure("The folder of the submissions is missing.", "./lockstep grade SUBMISSIONS --out DIR");
    const bool sandboxed = require_sandbox(arguments.unsafe, arguments.disposable, "graded");
    const ClassRun run = class_run(arguments, sandboxed);
    if (!arguments.board.ladder.empty())
        open_exercise(load_catalogue(source_dir()), run, arguments.board.ladder); // before the work
    const Lock alone = alone_in(arguments);
    if (arguments.fresh) fs::remove_all(folder.root / "jobs");
    write_plan(run.plan, folder.plan());
    place_teachers_files(run, arguments.marks);
    if (!arguments.results) {
        CheckOptions options = grading_options(run.plan);
        options.build_missing = true;
        for (const ExerciseInfo& exercise : run.exercises) build_tests(exercise, options);
    }
    if (!arguments.results) {
        if (!fs::exists(source_dir() / "solutions"))
            fmt::print("The book's solutions are not here, so they were not tried before the class.\n");
        run_controls(run);
    }
    if (arguments.control) {
        if (const std::vector<std::string> reasons = ungradable(run); !reasons.empty())
            throw Failure(fmt::format("{} cannot be graded here:\n  {}", counted(reasons.size(), "exercise"),
                                      fmt::join(reasons, "\n  ")),
                          "./lockstep doctor");
        fmt::print("{} can be graded here.\n", counted(run.exercises.size(), "exercise"));
        return done;
    }
    take_class(run);
    if (arguments.plan) {
        for (const std::string& reason : ungradable(run)) fmt::print("Cannot be graded here: {}\n", reason);
        fmt::print("{}: ./lockstep grade --out {} --job 1 to {}\n", counted(run.plan.jobs(), "job"),
                   arguments.out, run.plan.jobs());
        return done;
    }
    const std::size_t failed = arguments.results ? 0 : run_class(run);
    const formats::GradedClass graded = collect_class(run);
    write_results(run, graded);
    print_end(run, graded, failed);
    if (!arguments.board.ladder.empty()) bench_class(run, arguments.board);
    return done;
}

} // namespace

void add_grade(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<GradeArguments>();
    CLI::App* command = app.add_subcommand("grade", "grade a class");
    command->add_option(
        "submissions", arguments->submissions,
        "a folder that holds one folder or archive (zip, tar, tar.gz, tar.xz) for each student");
    command->add_option("--out", arguments->out, "the results; a run that was interrupted goes on there")
        ->type_name("DIR")
        ->required();
    CLI::Option_group* which = command->add_option_group("which exercises");
    which->add_option("--exercises", arguments->exercises, "for example 3/1,3/2");
    which->add_option("--chapters", arguments->chapters, "for example 3-5");
    which->add_option("--lab", arguments->lab, "those of a lab's file")->type_name("FILE");
    which->require_option(0, 1);
    command->add_option("--jobs", arguments->at_once, "how many are graded at a time")
        ->capture_default_str()
        ->check(CLI::Range(1, 1024));
    command->add_option("--seed", arguments->seed, "of the tests' inputs (default: drawn, and recorded)");
    command->add_option("--time-limit", arguments->seconds, "seconds each stage may take")
        ->capture_default_str()
        ->check(CLI::Range(0.1, 3600.0));
    command->add_option("--memory-limit", arguments->mebibytes, "MiB each stage may use")
        ->capture_default_str()
        ->check(CLI::Range(64, 1048576));
    command->add_flag("--fresh", arguments->fresh, "grade all anew");
    CLI::Option* unsafe =
        command->add_flag("--unsafe", arguments->unsafe, "without a sandbox, where there is none");
    command
        ->add_flag(
            "--disposable", arguments->disposable,
            "without a sandbox only where there can be none, on a machine that is thrown away afterwards")
        ->excludes(unsafe);
    command->add_flag(
        "--control", arguments->control,
        "see only whether the exercises can be graded here: the book's solutions must pass, and what "
        "was handed out must fail");
    command->add_flag("--plan", arguments->plan, "read the submissions and say how many jobs there are");
    command->add_option("--job", arguments->job, "run this one job, on whatever machine")
        ->type_name("NUMBER");
    command->add_flag("--results", arguments->results,
                      "write the results of the jobs that have run; SUBMISSIONS may then be left out");
    command
        ->add_option("--marks", arguments->marks,
                     "points by stages and counts, and for late work; kept as DIR/marks.json")
        ->type_name("FILE")
        ->check(CLI::ExistingFile);
    CLI::Option* bench = command->add_option("--bench", arguments->board.ladder,
                                             "measure the right submissions of this ladder's open exercise, "
                                             "as a leaderboard; SUBMISSIONS may then be left out");
    bench->type_name("LADDER");
    command
        ->add_option("--rounds", arguments->board.rounds, "of --bench, in each of which everybody has a turn")
        ->capture_default_str()
        ->check(CLI::Range(fewest_rounds, std::size_t{1000}))
        ->needs(bench);
    command->add_flag("--quick", arguments->board.quick, "of --bench: small sizes")->needs(bench);
    command->add_option("--take", arguments->take)->group("");
    command->add_option("--try", arguments->exercise_to_try)->group("");
    command->callback([arguments, &exit] { exit.status = grade(*arguments); });
}

} // namespace lockstep::tool
