// What an exercise is tested with, as the build makes it.
#pragma once

#include "check/options.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <string>

namespace lockstep::tool
{

/// The target of the test program of a kernel exercise, or of the test archive of a host exercise.
std::string test_target(const ExerciseInfo& exercise);

/// The tests of a host exercise as a program that stands outside of the student's process; see is_judged_outside().
std::filesystem::path judge_of(const ExerciseInfo& exercise, const std::filesystem::path& build);

/// Builds what an exercise is tested with, where it is missing or old. Two that build one tree at once disturb each other:
/// who checks several exercises side by side calls this before. @throws Failure when it does not build.
void build_tests(const ExerciseInfo& exercise, const CheckOptions& options);

/// Whether check_exercise() finds the exercise's tests built, and no older than what they are made from.
bool tests_are_built(const ExerciseInfo& exercise, const std::filesystem::path& source,
                     const std::filesystem::path& build);

} // namespace lockstep::tool
