// Grading a class on one machine.
#include "grade/class.hpp"

#include "base/counted_progress.hpp"
#include "base/disk_room.hpp"
#include "base/parallel_for.hpp"
#include "base/paths.hpp"
#include "base/process.hpp"
#include "check/wrong_files.hpp"
#include "grade/control.hpp"
#include "grade/marks.hpp"
#include "grade/names.hpp"
#include "grade/page.hpp"
#include "grade/pairs.hpp"
#include "grade/results.hpp"
#include "grade/student_page.hpp"
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
                                        run.folder.root.string(), "--take", submission.key}};
    const ProcessResult result = run_process(command, {.time = time_to_take, .memory_bytes = bytes_to_take});
    if (result.ok()) return;
    require_room(run.folder.root); // without which it is no fault of the submission
    const std::string why = result.timed_out ? fmt::format("takes more than {} s", time_to_take.count())
                            : result.out_of_memory
                                ? fmt::format("takes more than {} MiB", bytes_to_take >> 20U)
                            : result.signal != 0 ? fmt::format("ended in signal {}", result.signal)
                                                 : "failed: " + shown(trim(result.error));
    write_submitted({.sentence = fmt::format("Reading it {}.", why), .notes = {}, .exercises = {}},
                    run.folder.taken(submission.key));
}

/// A run of this program that does one part of the work.
struct OpenPart
{
    std::string option; ///< "--job"
    std::size_t number = 0;
    std::string title; ///< "ann 3/2"
};

/// Runs the parts side by side, each in a process of its own. Returns how many of them failed; log.txt says why.
std::size_t run_parts(const ClassRun& run, const std::vector<OpenPart>& parts, const char* what)
{
    if (parts.empty()) return 0;
    std::atomic<std::size_t> failed{0};
    CountedProgress progress{what, parts.size()};
    // A part's own programs have their limits; this is for the part, should it hang.
    const ProcessLimits limits{
        .time = std::chrono::milliseconds{static_cast<long>(run.plan.seconds * 8000) + 60000},
        // All stages of a check count here, each of which has its own limit.
        .memory_bytes = (4 * run.plan.mebibytes + 1024) << 20U};
    parallel_for(parts.size(), run.at_once, [&](std::size_t at) {
        const OpenPart& part = parts[at];
        const Command command{.arguments = {own_program().string(), "grade", "--out",
                                            run.folder.root.string(), part.option,
                                            std::to_string(part.number)}};
        const ProcessResult result = run_process(command, limits);
        failed += result.ok() ? 0U : 1U;
        log_line(run.folder,
                 fmt::format("{} {} {} {:.1f} s {}", part.option.substr(2), part.number, part.title,
                             result.seconds,
                             result.ok()            ? "done"
                             : result.timed_out     ? "not done: it hung"
                             : result.out_of_memory ? "not done: it took too much memory"
                             : result.signal != 0   ? fmt::format("not done: signal {}", result.signal)
                                                    : "not done: " + shown(trim(first_line(result.error)))));
        progress.one_more();
    });
    return failed;
}

/// An exercise of the class, and whether it can be graded.
struct ClassExercise
{
    ExerciseInputs inputs;
    Control control;
};

std::vector<ClassExercise> exercises_of(const ClassRun& run)
{
    std::vector<ClassExercise> exercises;
    for (const ExerciseInfo& exercise : run.exercises)
        exercises.push_back({inputs_of(exercise, run.plan, run.folder), read_control(run.folder, exercise)});
    return exercises;
}

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

void run_controls(const ClassRun& run)
{
    std::vector<OpenPart> open;
    for (std::size_t at = 0; at < run.exercises.size(); ++at) {
        const ExerciseInfo& exercise = run.exercises[at];
        if (is_controlled(run.folder, inputs_of(exercise, run.plan, run.folder))) continue;
        std::filesystem::remove(run.folder.control(exercise.id));
        open.push_back({"--try", at + 1, exercise.short_name()});
    }
    run_parts(run, open, "Exercises tried");
}

std::vector<std::string> ungradable(const ClassRun& run)
{
    std::vector<std::string> reasons;
    for (const ExerciseInfo& exercise : run.exercises)
        if (const Control control = read_control(run.folder, exercise); !control.sentence.empty())
            reasons.push_back(fmt::format("{}: {}", exercise.short_name(), control.sentence));
    return reasons;
}

std::size_t run_class(const ClassRun& run)
{
    const std::vector<ClassExercise> exercises = exercises_of(run);
    std::vector<OpenPart> open;
    for (std::size_t student = 0; student < run.plan.students.size(); ++student) {
        const std::string& key = run.plan.students[student].key;
        const SubmittedFiles taken = read_submitted(run.folder.taken(key));
        for (std::size_t at = 0; at < exercises.size(); ++at) {
            const ExerciseInfo& exercise = exercises[at].inputs.exercise;
            const std::string print =
                job_fingerprint(exercises[at].inputs, exercises[at].control.built, taken);
            if (!exercises[at].control.sentence.empty() || finished(run.folder, key, exercise.id, print))
                continue;
            if (const auto grade = grade_unrun(exercise, taken, exercises[at].inputs.handed_out))
                finish(run.folder, {key, print, *grade});
            else
                open.push_back(
                    {"--job", student * exercises.size() + at + 1, key + " " + exercise.short_name()});
        }
    }
    return run_parts(run, open, "Graded");
}

GradedClass collect_class(const ClassRun& run)
{
    GradedClass graded{.seed = run.plan.seed, .exercises = {}, .students = {}};
    const std::vector<ClassExercise> exercises = exercises_of(run);
    for (const ExerciseInfo& exercise : run.exercises)
        graded.exercises.push_back(
            {exercise.id, exercise.short_name(), exercise.title, static_cast<double>(exercise.points)});
    for (const Submission& submission : run.plan.students) {
        const SubmittedFiles taken = read_submitted(run.folder.taken(submission.key));
        GradedStudent student{.key = submission.key,
                              .name = submission.name,
                              .sentence = taken.sentence,
                              .notes = taken.notes,
                              .grades = {}};
        for (const ClassExercise& exercise : exercises) {
            const std::string& id = exercise.inputs.exercise.id;
            const bool can_be = exercise.control.sentence.empty();
            std::optional<formats::ExerciseGrade> grade;
            if (can_be)
                grade = finished(run.folder, submission.key, id,
                                 job_fingerprint(exercise.inputs, exercise.control.built, taken));
            if (!grade)
                grade = {.exercise = id,
                         .outcome = Outcome::not_graded,
                         .sentence = can_be
                                         ? "It is not graded yet; log.txt says what kept the grader from it."
                                         : "It could not be run: " + exercise.control.sentence};
            student.grades.push_back(std::move(*grade));
        }
        graded.students.push_back(std::move(student));
    }
    mark_class(graded, read_marks(run.folder.marks(), run.exercises), read_hand_marks(run.folder.by_hand()));
    return graded;
}

void write_results(const ClassRun& run, const GradedClass& graded)
{
    const fs::path& root = run.folder.root;
    fs::remove_all(root / "students"); // those of students who are no longer in the class
    for (const GradedStudent& student : graded.students) {
        const fs::path own = run.folder.student(student.key);
        std::map<std::string, Texts> files;
        for (auto& [id, exercise] : read_submitted(run.folder.taken(student.key)).exercises)
            files[id] = std::move(exercise.files);
        fs::create_directories(own);
        write_text(own / "results.json", gradescope_json(graded, student));
        write_text(own / "index.html", student_page(graded, student, files));
    }
    std::vector<ClassPair> pairs;
    for (const ExerciseInfo& exercise : run.exercises) {
        std::vector<ClassPair> more = class_pairs(graded, run.folder, exercise, solution_of(exercise),
                                                  handed_out_of(run.folder, exercise));
        pairs.insert(pairs.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    replace_text(root / "similar.csv", pairs_csv(graded, pairs));
    replace_text(root / "results.csv", results_csv(graded));
    replace_text(root / "moodle.csv", moodle_csv(graded));
    replace_text(root / "canvas.csv", canvas_csv(graded, root.filename().string()));
    replace_text(root / "results.json", formats::json_of(graded).dump(2) + "\n");
    replace_text(root / "junit.xml", junit_xml(graded));
    replace_text(root / "index.html", class_page(graded, pairs));
}

} // namespace lockstep::tool
