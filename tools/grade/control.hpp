// Whether an exercise can be graded here: the book's solution must pass and what was handed out must fail, checked as the
// submissions are.
#pragma once

#include "grade/job.hpp"

#include <string>

namespace lockstep::tool
{

/// What was tried of one exercise.
struct Control
{
    std::string inputs;   ///< the fingerprint of what the verdicts depend on
    std::string built;    ///< that of the tests as they are built
    std::string sentence; ///< why it cannot be graded here; empty when it can
};

/// The fingerprint of what an exercise is tested with, as the build has it.
std::string built_fingerprint(const ExerciseInfo& exercise);

/// Tries one exercise of the plan, numbered from 1, and writes its file. Where the book's solutions are not, as in a
/// laboratory, only what was handed out is tried.
void run_control(const ClassFolder& folder, std::size_t number);

/// What was tried of an exercise; where nothing was, `sentence` says so.
Control read_control(const ClassFolder& folder, const ExerciseInfo& exercise);

/// True when it was tried with these inputs and this build, and can be graded.
bool is_controlled(const ClassFolder& folder, const ExerciseInputs& inputs);

} // namespace lockstep::tool
