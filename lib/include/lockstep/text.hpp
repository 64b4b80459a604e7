// Small things done to text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// The text without white space at its ends.
std::string_view trim(std::string_view text);

/// The lines of a text, without their ends; an empty last line is none.
std::vector<std::string> split_lines(std::string_view text);

std::string replace_all(std::string text, std::string_view from, std::string_view to);

/// The text with A to Z made small.
std::string lower(std::string_view text);

/// The text with every line after the first indented by `columns` spaces.
std::string indented(std::string_view text, std::size_t columns);

} // namespace lockstep
