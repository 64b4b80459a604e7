// What the rules of source_rules.hpp see of a file: its real place, and its text as a preprocessor reads it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// The path without links; of what there is not, as much as there is.
std::filesystem::path real_path(const std::filesystem::path& path);

/// True for what is in `folder` or in a folder of it; both as real_path() gives them.
bool within(const std::filesystem::path& path, const std::filesystem::path& folder);

/// "FILE:LINE" of the first line that includes a file of this name; "FILE" when there is none.
std::string place_of_include(const std::filesystem::path& file, const std::string& name);

/// A line of what is left of a text when the compiler has joined its lines and taken out its comments.
struct LogicalLine
{
    std::string text;
    std::size_t number = 0; ///< of the line it begins in
};
std::vector<LogicalLine> logical_lines(const std::string& text);

/// The name of the directive in a line, and what stands behind it; no name when the line is none.
struct Directive
{
    std::string name;
    std::string rest;
};
Directive directive_in(const std::string& line);

/// Whether an identifier may hold it.
bool is_letter(char c);

/// The identifiers outside of literals.
std::vector<std::string> identifiers_in(const std::string& line);

} // namespace lockstep::tool
