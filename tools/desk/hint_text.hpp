// The hints of an exercise as tiers: what belongs to the last failure first, then the exercise's own, one by one.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <string>

namespace lockstep::tool
{

enum class HintTier
{
    next, ///< one more than was seen, which is recorded; all that there are when there is no other
    again,
    all
};

/// The hints, each with its number, in lines of at most `widest` letters, and what is left.
std::string hint_text(const std::filesystem::path& source, const ExerciseInfo& exercise, HintTier tier,
                      std::size_t widest = 92);

} // namespace lockstep::tool
