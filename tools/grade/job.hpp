// One job of grading: one student's exercise, in a process of its own, from the class's folder to one file in it.
#pragma once

#include "check/engine.hpp"
#include "grade/intake.hpp"
#include "grade/journal.hpp"
#include "grade/plan.hpp"

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
    std::string fingerprint;
};

ExerciseInputs inputs_of(const ExerciseInfo& exercise, const GradingPlan& plan);

/// The fingerprint of a job.
std::string job_fingerprint(const ExerciseInputs& inputs, const SubmittedExercise& taken,
                            const std::string& sentence);

/// The grade of what need not be run: nothing handed in, or the exercise as it was handed out. Else nothing.
std::optional<formats::ExerciseGrade> grade_unrun(const ExerciseInfo& exercise, const SubmittedFiles& taken);

/// Runs a job, unless it is finished, and writes its file. @throws Failure when it cannot be run.
void run_job(const ClassFolder& folder, std::size_t number);

} // namespace lockstep::tool
