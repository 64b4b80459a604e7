// A reader's work as one file, which goes from a page without a server to a clone and back: texts, what is solved, guesses.
//
// {"lockstep": "work", "texts": {NAME: TEXT}, "progress": {"exercises": …}, "predictions": {PAGE: {PLACE: TEXT}}}, where NAME is one of ReaderFiles and
// the progress that of .lockstep/progress.json. book/theme/live/carrying.js reads and writes the same.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

inline constexpr std::size_t most_carried_bytes = std::size_t{32} << 20U;

/// The reader's work in this clone, as the file's text. What is as the book has it is left out.
std::string carried_work(const std::filesystem::path& source, const std::vector<ChapterInfo>& chapters);

/// Takes over what such a file holds. A text goes where the book's own stands; beside the reader's own, which stays, it is laid under another name.
/// What is solved on either side is solved, and guesses fill what is empty. @return what was done, in sentences.
/// @throws Failure when the file cannot be read or is none; nothing is changed then.
std::string take_over_work(const std::filesystem::path& source, const std::vector<ChapterInfo>& chapters,
                           const std::filesystem::path& file);

} // namespace lockstep::tool
