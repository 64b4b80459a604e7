// One job of grading.
#include "grade/job.hpp"

#include "base/fingerprint.hpp"
#include "base/lock.hpp"
#include "base/paths.hpp"
#include "base/process.hpp"
#include "check/handed_out.hpp"
#include "check/wrong_files.hpp"
#include "grade/control.hpp"
#include "grade/names.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <regex>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::ExerciseGrade;

constexpr const char* verdict_version = "3"; // changes when the same inputs get other words or points

// Without a byte order mark, and with the ends of lines that the book has.
std::string as_text(std::string text)
{
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    return replace_all(text, "\r\n", "\n");
}

/// The files to check: what was handed in, and the stub's where a file is missing.
Texts files_to_check(const ExerciseInfo& exercise, const SubmittedExercise& taken, const Texts& handed_out)
{
    Texts files;
    for (const auto& [name, text] : taken.files) files[name] = as_text(text);
    for (const std::string& file : exercise.edit)
        if (!files.contains(file)) files[file] = handed_out.at(file);
    return files;
}

std::vector<KnownMistake> known_mistakes(const ExerciseInfo& exercise)
{
    std::vector<KnownMistake> mistakes;
    if (!fs::exists(catalogue_of(exercise))) return mistakes;
    const WrongSolutions catalogue = read_wrong_solutions(catalogue_of(exercise));
    for (const WrongSolution& wrong : catalogue.entries)
        mistakes.push_back({wrong.name, wrong.sentence, std::string{name_of(wrong.stage)},
                            wrong_texts(exercise, catalogue, wrong)});
    return mistakes;
}

// Without the names of folders that another run or machine has otherwise.
std::string told(const std::string& message, const fs::path& scratch)
{
    std::string text = replace_all(message, scratch.string() + "/", "");
    text = replace_all(text, source_dir().string() + "/", "");
    return shown_lines(text);
}

// What is undefined is not seen as often in another run, nor all of it, and a time limit may come first: of what the stage clean
// finds in a kernel the first stays, and no finding its count.
std::string steady(const StageResult& stage, bool host)
{
    static const std::regex times{", [0-9]+ times(?=:)"}, finding{"^[^ \\n]+:[0-9]+: "};
    const std::string text = std::regex_replace(stage.message, times, "");
    const bool found = stage.stage == Stage::clean && !host && std::regex_search(text, finding);
    return found ? std::string{first_line(text)} : text;
}

ExerciseGrade grade_of(const ExerciseReport& report, const fs::path& scratch)
{
    ExerciseGrade grade{.exercise = report.exercise.id};
    for (const StageResult& stage : report.stages) {
        grade.stages.push_back({std::string{name_of(stage.stage)}, std::string{name_of(stage.status)},
                                told(steady(stage, report.exercise.host()), scratch)});
        for (const TargetCount& count : stage.counts)
            grade.counts.push_back(
                {count.target.kernel, count.target.metric, count.target.test_case, count.value});
        if (stage.status != StageStatus::failed || !grade.stage.empty()) continue;
        grade.stage = name_of(stage.stage);
        grade.sentence = first_line(grade.stages.back().message);
    }
    if (report.lacking) {
        grade.outcome = formats::Outcome::not_checked;
        grade.sentence = shown(report.lacking->happened());
    } else if (report.passed()) {
        grade.outcome = formats::Outcome::solved;
    } else {
        grade.outcome = formats::Outcome::failed;
        if (grade.sentence.empty()) grade.sentence = "The stage correct was not passed.";
    }
    return grade;
}

ExerciseGrade grade_run(const ExerciseInfo& exercise, const SubmittedExercise& taken, const Texts& handed_out,
                        const CheckOptions& options)
{
    const Texts files = files_to_check(exercise, taken, handed_out);
    ExerciseGrade grade = grade_of_files(exercise, files, options);
    for (const std::string& file : exercise.edit)
        if (!taken.files.contains(file))
            grade.notes.push_back(fmt::format("{} was not handed in; the one handed out was taken.", file));
    if (grade.outcome == formats::Outcome::failed)
        grade.resembles =
            resembled(files, grade.stage, solution_texts(exercise), handed_out, known_mistakes(exercise));
    return grade;
}

/// All that a job's grade comes from.
struct JobInputs
{
    std::string student;
    ExerciseInputs of; ///< the exercise
    SubmittedFiles taken;
    CheckOptions options;
    std::string fingerprint;
};

/// Reads it, once. @throws Failure where there is no plan, no sandbox, or the exercise's control fails.
JobInputs read_inputs(const ClassFolder& folder, std::size_t number)
{
    const std::optional<GradingPlan> plan = read_plan(folder.plan());
    if (!plan)
        throw Failure(fmt::format("There is no plan in {}.", folder.root.string()),
                      "./lockstep grade SUBMISSIONS --out DIR --exercises 3/1,3/2 --plan");
    const Job job = job_of(*plan, number);
    if (!plan->unsafe)
        if (const std::string reason = sandbox_missing(); !reason.empty())
            throw Failure(fmt::format("Nothing is graded on this machine: {}.", reason), "./lockstep doctor");
    const std::string& student = plan->students[job.student].key;
    const ExerciseInputs inputs =
        inputs_of(find_exercise(load_catalogue(source_dir()), plan->exercises[job.exercise]), *plan, folder);
    const Control control = read_control(folder, inputs.exercise);
    if (!control.sentence.empty())
        throw Failure(fmt::format("{} cannot be graded: {}", inputs.exercise.short_name(), control.sentence),
                      "./lockstep grade SUBMISSIONS --out DIR --plan   (which tries it anew)");
    const SubmittedFiles taken = read_submitted(folder.taken(student));
    return {student, inputs, taken, grading_options(*plan), job_fingerprint(inputs, control.built, taken)};
}

} // namespace

Texts solution_texts(const ExerciseInfo& exercise)
{
    Texts texts;
    for (const std::string& file : exercise.edit)
        if (const fs::path path = solution_of(exercise) / file; fs::exists(path))
            texts[file] = read_text(path);
    return texts;
}

void keep_handed_out(const ClassFolder& folder, const ExerciseInfo& exercise, const fs::path& lab)
{
    const fs::path kept = folder.handed_out(exercise.id);
    fs::create_directories(kept);
    for (auto [file, text] : handed_out_texts(source_dir(), exercise)) {
        if (!lab.empty())
            if (const fs::path stub = fs::absolute(lab).parent_path() / ".stubs" / exercise.id / file;
                fs::is_regular_file(stub))
                text = read_text(stub);
        if (!fs::exists(kept / file) || read_bytes(kept / file) != text) replace_text(kept / file, text);
    }
}

Texts handed_out_of(const ClassFolder& folder, const ExerciseInfo& exercise)
{
    Texts texts;
    for (const std::string& file : exercise.edit)
        texts[file] = read_text(folder.handed_out(exercise.id) / file);
    return texts;
}

ExerciseGrade grade_of_files(const ExerciseInfo& exercise, const Texts& files, const CheckOptions& options)
{
    const ScratchFolder scratch{"lockstep-job-"};
    for (const auto& [name, text] : files) write_text(scratch.path() / name, text);
    return grade_of(check_exercise(exercise, scratch.path(), options), scratch.path());
}

CheckOptions grading_options(const GradingPlan& plan)
{
    return {.source = source_dir(),
            .build = build_dir(),
            .limits = {.time = std::chrono::milliseconds{static_cast<long>(plan.seconds * 1000)},
                       .memory_bytes = plan.mebibytes << 20U},
            .build_missing = false,
            .sandboxed = !plan.unsafe,
            .seed = plan.seed};
}

ExerciseInputs inputs_of(const ExerciseInfo& exercise, const GradingPlan& plan, const ClassFolder& folder)
{
    const char* device = std::getenv("LOCKSTEP_DEVICE");
    std::string all = fmt::format("{} {} {} {} {} {}\n", verdict_version, plan.seed, plan.unsafe,
                                  plan.seconds, plan.mebibytes, device != nullptr ? device : "");
    const auto add = [&](const std::string& name, const std::string& text) {
        all += fmt::format("{} {}\n", name, fingerprint(text));
    };
    const Texts handed_out = handed_out_of(folder, exercise);
    for (const auto& [name, text] : handed_out) add(name, text);
    for (const fs::path& file : sorted_entries(exercise.folder)) {
        const std::string name = file.filename().string(); // those to edit may be the teacher's working copy
        if (fs::is_regular_file(file) && std::ranges::find(exercise.edit, name) == exercise.edit.end())
            add(name, read_bytes(file));
    }
    if (fs::is_regular_file(catalogue_of(exercise))) add("catalogue", read_bytes(catalogue_of(exercise)));
    return {exercise, handed_out, fingerprint(all)};
}

std::string job_fingerprint(const ExerciseInputs& inputs, const std::string& built,
                            const SubmittedFiles& taken)
{
    std::string all = inputs.fingerprint + "\n" + built + "\n" + taken.sentence + "\n";
    if (const auto found = taken.exercises.find(inputs.exercise.id); found != taken.exercises.end()) {
        for (const auto& [name, text] : found->second.files) all += name + " " + fingerprint(text) + "\n";
        for (const std::string& note : found->second.notes) all += note + "\n";
    }
    return fingerprint(all);
}

std::optional<ExerciseGrade> grade_unrun(const ExerciseInfo& exercise, const SubmittedFiles& taken,
                                         const Texts& handed_out)
{
    ExerciseGrade grade{.exercise = exercise.id, .outcome = formats::Outcome::not_handed_in};
    grade.sentence = taken.sentence;
    if (!grade.sentence.empty()) return grade;
    const auto found = taken.exercises.find(exercise.id);
    if (found == taken.exercises.end() || found->second.files.empty()) {
        grade.sentence = fmt::format("{} was not handed in.", exercise.edit.front());
        return grade;
    }
    grade.notes = found->second.notes;
    for (const std::string& file : exercise.edit) {
        const auto text = found->second.files.find(file);
        if (text != found->second.files.end() && as_text(text->second) != handed_out.at(file))
            return std::nullopt;
    }
    grade.outcome = formats::Outcome::not_begun;
    grade.sentence = "It was handed in as it was handed out.";
    return grade;
}

void run_job(const ClassFolder& folder, std::size_t number)
{
    const JobInputs job = read_inputs(folder, number);
    std::optional<ExerciseGrade> grade = grade_unrun(job.of.exercise, job.taken, job.of.handed_out);
    std::optional<Lock> alone; // two that are told to run one job do not both
    if (!grade) alone = Lock::waiting(folder.taken(job.student) / job.of.exercise.id);
    if (finished(folder, job.student, job.of.exercise.id, job.fingerprint)) return;
    if (!grade) {
        const SubmittedExercise& files = job.taken.exercises.at(job.of.exercise.id);
        grade = grade_run(job.of.exercise, files, job.of.handed_out, job.options);
        grade->notes.insert(grade->notes.begin(), files.notes.begin(), files.notes.end());
    }
    finish(folder, {job.student, job.fingerprint, *grade});
}

} // namespace lockstep::tool
