// One job of grading: one student's exercise, in a process of its own, from the class's folder to one file in it.
#pragma once

#include "check/engine.hpp"
#include "grade/intake.hpp"
#include "grade/journal.hpp"
#include "grade/plan.hpp"
#include "grade/similarity.hpp"

#include <optional>
#include <string>

namespace lockstep::tool
{

/// What checks the code of a student: where everything is, its limits, and what keeps it from the rest of the machine.
CheckOptions grading_options(const GradingPlan& plan);

/// What the verdicts on an exercise depend on beside what was handed in.
struct ExerciseInputs
{
    ExerciseInfo exercise;
    Texts handed_out; ///< what the class was handed out
    std::string fingerprint;
};

ExerciseInputs inputs_of(const ExerciseInfo& exercise, const GradingPlan& plan, const ClassFolder& folder);

/// The fingerprint of a job. @param built of the tests that it is judged by, as the exercise's control has it.
std::string job_fingerprint(const ExerciseInputs& inputs, const std::string& built,
                            const SubmittedFiles& taken);

/// Keeps what a class was handed out, so that no later change of the book is taken for it: a laboratory's own stubs, else
/// the book's as git or .stubs have them, and not the teacher's working copy.
/// @param lab the laboratory's file, lab.json; empty: it was the book.
void keep_handed_out(const ClassFolder& folder, const ExerciseInfo& exercise,
                     const std::filesystem::path& lab);

/// What the class was handed out. @throws Failure when it was not kept.
Texts handed_out_of(const ClassFolder& folder, const ExerciseInfo& exercise);

/// The book's solution; nothing where there is none, as in a laboratory.
Texts solution_texts(const ExerciseInfo& exercise);

/// The verdict on files, stage by stage.
formats::ExerciseGrade grade_of_files(const ExerciseInfo& exercise, const Texts& files,
                                      const CheckOptions& options);

/// The grade of what need not be run: nothing handed in, or the exercise as it was handed out. Else nothing.
std::optional<formats::ExerciseGrade> grade_unrun(const ExerciseInfo& exercise, const SubmittedFiles& taken,
                                                  const Texts& handed_out);

/// Runs a job, unless it is finished, and writes its file. @throws Failure when it cannot be run.
void run_job(const ClassFolder& folder, std::size_t number);

} // namespace lockstep::tool
