// The sentence that belongs to a kind of failure: what it means, where to look, and which section of the book explains it.
#pragma once

#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/progress.hpp"

#include <string>

namespace lockstep::tool
{

/// What to think of first after this failure, as book/advice.json says it; never empty.
std::string advice_on(const formats::LastFailure& failure, const ExerciseInfo& exercise);

} // namespace lockstep::tool
