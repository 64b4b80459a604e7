// Small things done to text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// The text without white space at its ends.
std::string_view trim(std::string_view text);

/// Whether `part` stands somewhere in the text.
bool contains(const std::string& text, const std::string& part);

/// The lines of a text, without their ends; an empty last line is none.
std::vector<std::string> split_lines(std::string_view text);

/// The paragraphs of a text, which empty lines part; each is one line.
std::vector<std::string> paragraphs_of(std::string_view text);

std::string replace_all(std::string text, std::string_view from, std::string_view to);

/// The text with A to Z made small.
std::string lower(std::string_view text);

/// A number with as many digits as tell it from another: "0.75", or "0.74999999999" beside 0.75. Whole ones are shown in full.
std::string told_apart(double value, double other);

/// The text with the nouns of this book in the singular behind a 1, and a verb that follows: "1 work-groups have" becomes
/// "1 work-group has".
std::string singular_after_one(const std::string& text);

/// The text with every line after the first indented by `columns` spaces.
std::string indented(std::string_view text, std::size_t columns);

/// 12345678 as "12,345,678".
std::string with_commas(std::uint64_t number);

/// Which of the names was most likely meant by a mistyped one: letters left out, added, changed or exchanged, one for every
/// three at most. Empty when none is that near.
std::string nearest(std::string_view mistyped, const std::vector<std::string>& names);

/// What stands before the first line feed.
std::string_view first_line(std::string_view text);

/// "1 pass", "1,024 sectors", "2 branches".
std::string counted(std::uint64_t count, std::string_view thing);

} // namespace lockstep
