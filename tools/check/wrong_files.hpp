// An exercise's solution, and its wrong solutions as whole files.
#pragma once

#include "check/wrong_solutions.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace lockstep::tool
{

std::filesystem::path solution_of(const ExerciseInfo& exercise);

/// The exercise's catalogue of wrong solutions, tests/mutants/….md, which need not exist.
std::filesystem::path catalogue_of(const ExerciseInfo& exercise);

/// The solution's files with a wrong solution's changes, by name.
/// @throws Failure when a change is for a file that is none of the exercise's, or does not fit.
std::map<std::string, std::string> wrong_texts(const ExerciseInfo& exercise, const WrongSolutions& catalogue,
                                               const WrongSolution& wrong);

} // namespace lockstep::tool
