// Grading a class on one machine.
#include "grade/class.hpp"

#include "base/counted_progress.hpp"
#include "base/parallel_for.hpp"
#include "base/paths.hpp"
#include "base/process.hpp"
#include "check/handed_out.hpp"
#include "check/wrong_files.hpp"
#include "grade/names.hpp"
#include "grade/page.hpp"
#include "grade/pairs.hpp"
#include "grade/results.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <atomic>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::GradedClass;
using formats::GradedStudent;
using formats::Outcome;

constexpr std::chrono::seconds time_to_take{60};
constexpr std::size_t bytes_to_take = std::size_t{1} << 30U;

// This very program, even when it is built anew meanwhile.
fs::path own_program()
{
    const fs::path running = "/proc/self/exe";
    return fs::exists(running) ? running : build_dir() / "bin" / "lockstep";
}

void take_one(const ClassRun& run, const Submission& submission)
{
    const Command command{.arguments = {own_program().string(), "grade", submission.path.string(), "--out",
                                        run.folder.root.string(), "--take", submission.key},
                          .environment = {},
                          .folder = {}};
    const ProcessResult result = run_process(command, {.time = time_to_take, .memory_bytes = bytes_to_take});
    if (result.ok()) return;
    const std::string why = result.timed_out ? fmt::format("takes more than {} s", time_to_take.count())
                            : result.out_of_memory
                                ? fmt::format("takes more than {} MiB", bytes_to_take >> 20U)
                            : result.signal != 0 ? fmt::format("ended in signal {}", result.signal)
                                                 : "failed: " + shown(trim(result.error));
    write_submitted({.sentence = fmt::format("Reading it {}.", why), .notes = {}, .exercises = {}},
                    run.folder.taken(submission.key));
}

/// What is to be done for one job.
struct OpenJob
{
    std::size_t number = 0;
    std::string title; ///< "ann 3/2"
};

} // namespace

void take_submission(const fs::path& submission, const ClassFolder& folder, const std::string& key)
{
    const std::optional<GradingPlan> plan = read_plan(folder.plan());
    if (!plan) throw Failure(fmt::format("There is no plan in {}.", folder.root.string()));
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    std::vector<ExerciseInfo> book;
    std::vector<ExerciseInfo> asked;
    for (const ChapterInfo& chapter : chapters)
        book.insert(book.end(), chapter.exercises.begin(), chapter.exercises.end());
    for (const std::string& id : plan->exercises) asked.push_back(find_exercise(chapters, id));
    write_submitted(take_in(submission, book, asked), folder.taken(key));
}

void take_class(const ClassRun& run)
{
    fs::create_directories(run.folder.root / "taken");
    CountedProgress progress{"Submissions read", run.plan.students.size()};
    parallel_for(run.plan.students.size(), run.at_once, [&](std::size_t student) {
        take_one(run, run.plan.students[student]);
        progress.one_more();
    });
}

std::size_t run_class(const ClassRun& run)
{
    std::vector<ExerciseInputs> inputs;
    for (const ExerciseInfo& exercise : run.exercises) inputs.push_back(inputs_of(exercise, run.plan));
    std::vector<OpenJob> open;
    for (std::size_t student = 0; student < run.plan.students.size(); ++student) {
        const std::string& key = run.plan.students[student].key;
        const SubmittedFiles taken = read_submitted(run.folder.taken(key));
        for (std::size_t at = 0; at < inputs.size(); ++at) {
            const ExerciseInfo& exercise = inputs[at].exercise;
            const auto files = taken.exercises.find(exercise.id);
            const std::string print = job_fingerprint(
                inputs[at], files == taken.exercises.end() ? SubmittedExercise{} : files->second,
                taken.sentence);
            if (finished(run.folder, key, exercise.id, print)) continue;
            if (const auto grade = grade_unrun(exercise, taken))
                finish(run.folder, {key, print, *grade});
            else
                open.push_back({student * inputs.size() + at + 1, key + " " + exercise.short_name()});
        }
    }
    if (open.empty()) return 0;
    std::atomic<std::size_t> failed{0};
    CountedProgress progress{"Graded", open.size()};
    // A job's own programs have their limits; this is for the job, should it hang.
    const ProcessLimits limits{
        .time = std::chrono::milliseconds{static_cast<long>(run.plan.seconds * 8000) + 60000},
        // All stages of a job count here, each of which has its own limit.
        .memory_bytes = (4 * run.plan.mebibytes + 1024) << 20U};
    parallel_for(open.size(), run.at_once, [&](std::size_t at) {
        const Command command{.arguments = {own_program().string(), "grade", "--out",
                                            run.folder.root.string(), "--job",
                                            std::to_string(open[at].number)},
                              .environment = {},
                              .folder = {}};
        const ProcessResult result = run_process(command, limits);
        failed += result.ok() ? 0U : 1U;
        log_line(run.folder,
                 fmt::format("job {} {} {:.1f} s {}", open[at].number, open[at].title, result.seconds,
                             result.ok()            ? "graded"
                             : result.timed_out     ? "not graded: it hung"
                             : result.out_of_memory ? "not graded: it took too much memory"
                             : result.signal != 0   ? fmt::format("not graded: signal {}", result.signal)
                                                  : "not graded: " + shown(trim(first_line(result.error)))));
        progress.one_more();
    });
    return failed;
}

GradedClass collect_class(const ClassRun& run)
{
    GradedClass graded{.seed = run.plan.seed, .exercises = {}, .students = {}};
    std::vector<ExerciseInputs> inputs;
    for (const ExerciseInfo& exercise : run.exercises) {
        inputs.push_back(inputs_of(exercise, run.plan));
        graded.exercises.push_back({exercise.id, exercise.short_name(), exercise.title, exercise.points});
    }
    for (const Submission& submission : run.plan.students) {
        const SubmittedFiles taken = read_submitted(run.folder.taken(submission.key));
        GradedStudent student{.key = submission.key,
                              .name = submission.name,
                              .sentence = taken.sentence,
                              .notes = taken.notes,
                              .grades = {}};
        for (const ExerciseInputs& input : inputs) {
            const auto files = taken.exercises.find(input.exercise.id);
            const std::string print = job_fingerprint(
                input, files == taken.exercises.end() ? SubmittedExercise{} : files->second, taken.sentence);
            auto grade = finished(run.folder, submission.key, input.exercise.id, print);
            if (!grade)
                grade = {.exercise = input.exercise.id,
                         .outcome = Outcome::not_graded,
                         .sentence = "It is not graded yet; log.txt says what kept the grader from it."};
            student.grades.push_back(std::move(*grade));
        }
        graded.students.push_back(std::move(student));
    }
    return graded;
}

void write_results(const ClassRun& run, const GradedClass& graded)
{
    const fs::path& root = run.folder.root;
    fs::remove_all(root / "students"); // those of students who are no longer in the class
    for (const GradedStudent& student : graded.students) {
        fs::create_directories(run.folder.student(student.key));
        write_text(run.folder.student(student.key) / "results.json", gradescope_json(graded, student));
    }
    std::vector<ClassPair> pairs;
    for (const ExerciseInfo& exercise : run.exercises) {
        std::vector<ClassPair> more = class_pairs(graded, run.folder, exercise, solution_of(exercise),
                                                  handed_out_texts(source_dir(), exercise));
        pairs.insert(pairs.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    replace_text(root / "similar.csv", pairs_csv(graded, pairs));
    replace_text(root / "results.csv", results_csv(graded));
    replace_text(root / "results.json", formats::json_of(graded).dump(2) + "\n");
    replace_text(root / "junit.xml", junit_xml(graded));
    replace_text(root / "index.html", class_page(graded, pairs));
}

} // namespace lockstep::tool
