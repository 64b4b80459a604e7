// Snippets: stretches of a source file that lessons show, between two lines `//! [tag]`, or `#! [tag]` in Python.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep
{

/// A stretch of lines of a file.
struct Excerpt
{
    std::string text;
    int first_line = 1;
};

/// The lines of a file between its markers `//! [tag]`, markers and common indentation removed.
/// @throws Failure, a sentence whose subject is the file, when there are not just two such markers.
Excerpt read_snippet(const std::filesystem::path& file, std::string_view tag);

/// Whether a file has a marker of this tag.
bool has_snippet(const std::filesystem::path& file, std::string_view tag);

/// A whole file without the markers of its snippets.
std::string read_without_markers(const std::filesystem::path& file);

} // namespace lockstep
