// Text and file helpers that the parts of the book share.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::book
{

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view text);

std::string_view trim(std::string_view text);
std::vector<std::string> split_lines(std::string_view text);
std::string replace_all(std::string text, std::string_view from, std::string_view to);
std::string lower(std::string_view text);

/// The text with &, <, > and " written as entities.
std::string escape_html(std::string_view text);

/// The text of a piece of HTML: tags, scripts and drawings dropped, entities decoded, white space collapsed.
std::string plain_text(std::string_view html);

/// A name for an anchor or a file: lower-case letters and digits joined by single hyphens.
std::string slug(std::string_view text);

/// The text as a JavaScript and JSON string literal, quotes included.
std::string json_string(std::string_view text);

/// Straight quotes and apostrophes outside tags and code become typographic ones.
std::string smart_quotes(std::string_view html);

/// The value of an attribute inside one tag's text, or an empty string.
std::string attribute(std::string_view tag, std::string_view name);

/// The sorted entries of a folder; empty when there is no such folder.
std::vector<std::filesystem::path> sorted_entries(const std::filesystem::path& folder);

} // namespace lockstep::book
