// What the lens counts in a chapter's program: run, kept in the build folder, recorded beside the lesson.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace lockstep::tool
{

/// The counts of a chapter's program for some profiles; nothing when Pocket or an up-to-date
/// program is missing. What was counted is kept in the build folder until the chapter, its program, Pocket or a
/// profile changes. @throws Failure when the program fails under the lens, or for an unknown profile.
std::optional<formats::LensReports> chapter_counts(const std::string& slug,
                                                   const std::set<std::string>& devices);

/// Writes the requests that the lesson's \lens directives draw to the folder's lens.json; does nothing when there is
/// no directive. @throws Failure when the lens cannot run here, and for a directive that means nothing.
void record_chapter_lens(const std::string& slug, const std::filesystem::path& folder);

/// Whether lens.json still says what the lens counts; prints what is wrong. True, with a word, where it cannot run.
bool chapter_lens_holds(const std::string& slug, const std::filesystem::path& folder);

} // namespace lockstep::tool
