// An exercise as the book hands it out, whatever the reader has made of it: from .stubs/, where a folder for a class keeps
// them, or from git.
#pragma once

#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/progress.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// A file of an exercise as it is handed out; nothing where neither .stubs/ nor git has it. Of a clone it is the text in
/// the commit that it shares with where it came from, which is the book's even if the reader has committed since.
std::optional<std::string> handed_out_text(const std::filesystem::path& source, const ExerciseInfo& exercise,
                                           const std::string& file);

/// All files of an exercise that are edited, by name, as they are handed out; as they stand in the book's folder where that is not
/// known. @throws Failure when it stands nowhere.
std::map<std::string, std::string> handed_out_texts(const std::filesystem::path& source,
                                                    const ExerciseInfo& exercise);

/// What tells an exercise as it is handed out from another: its stub, test and text. By id.
std::map<std::string, formats::HandedOut> handed_out(const std::filesystem::path& source,
                                                     const std::vector<const ExerciseInfo*>& exercises);

} // namespace lockstep::tool
