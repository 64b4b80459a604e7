// The verdict on an exercise as the reader gets it, on paper or on the whole screen.
#pragma once

#include "check/verdict.hpp"

#include <string>

namespace lockstep::tool
{

/// The title, the note, the stages, what the code printed, and where a hint is.
/// @param learner the files are the reader's own work, so that hints are named.
/// @param folder of the files from the repository's, "exercises/03-first-kernel/2-saxpy/": it is put before the places in
///   messages, so that terminals can follow them. Empty: they stay as they are.
/// @param note on the files, in a sentence; empty: there is none.
std::string verdict_text(const ExerciseReport& report, bool learner, const std::string& folder = "",
                         const std::string& note = "");

/// The stages alone, a line or more each.
std::string stages_text(const ExerciseReport& report, const std::string& folder = "");

/// What the code under test wrote, at most so many lines of it, under the words "Your code printed:"; empty when it wrote
/// nothing. Control characters, which could move the cursor, are shown as "?".
std::string printed_text(const ExerciseReport& report, std::size_t most_lines = 20);

/// The stages that could not be run on an exercise that passed: "clean not checked"; empty when there is none.
std::string unchecked_stages(const ExerciseReport& report);

/// A line that somebody else wrote, without what a terminal would obey.
std::string harmless(const std::string& line);

/// Words as a picture's text has them.
std::string escaped(std::string text);

} // namespace lockstep::tool
