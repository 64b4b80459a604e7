// The file that an exercise began with, brought back without losing what the reader wrote.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <string>

namespace lockstep::tool
{

/// A name beside the file that nothing has yet: "saxpy.your-1.cl".
std::filesystem::path free_name(const std::filesystem::path& file);

/// Puts the files that the reader edits back as the book hands them out. What was there stays beside it under a name of its
/// own, "saxpy.your-1.cl". @return what was done, a line for each file. @throws Failure where the stub is not known.
std::string bring_back_stub(const std::filesystem::path& source, const ExerciseInfo& exercise);

/// Says that the reader's files are as the book hands them out; empty when one of them differs or that is not known.
std::string unedited(const std::filesystem::path& source, const ExerciseInfo& exercise);

} // namespace lockstep::tool
