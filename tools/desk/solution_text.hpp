// The book's solution of an exercise beside the reader's file.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// The lines of both, for a terminal of so many columns. @param give_up show it even if the exercise was never solved.
/// @throws Failure when it is not solved, or when there is no solution here.
std::vector<std::string> solution_text(const std::filesystem::path& source, const ExerciseInfo& exercise,
                                       bool give_up, std::size_t columns);

} // namespace lockstep::tool
