// An exercise's task as text for a terminal.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <cstddef>
#include <string>

namespace lockstep::tool
{

/// The exercise's README in lines of at most `widest` columns: paragraphs and items are broken anew, code and tables stay as
/// they are, and of the formulas only their marks are left out.
std::string task_text(const ExerciseInfo& exercise, std::size_t widest);

} // namespace lockstep::tool
