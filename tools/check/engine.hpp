// The verdict on an exercise: its test program run in each stage.
#pragma once

#include "check/options.hpp"
#include "check/verdict.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>

namespace lockstep::tool
{

/// Checks the files in `files` (laid out like the exercise's own folder) against an exercise.
/// @throws Failure when the test program itself is missing or cannot be built; Interrupted.
ExerciseReport check_exercise(const ExerciseInfo& exercise, const std::filesystem::path& files,
                              const CheckOptions& options);

} // namespace lockstep::tool
