// Names and texts that students chose: shown so that they break no terminal, table or file, and made into names of our own.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lockstep::tool
{

/// The text on one line of valid UTF-8: control characters and stray bytes as \n, \t, \x1b; nothing else changes.
std::string shown(std::string_view text);

/// The text as valid UTF-8 of several lines, other control characters escaped as in shown(); what is beyond `most` bytes is
/// left out with a word.
std::string shown_lines(std::string_view text, std::size_t most = 8000);

/// A name for files and folders: the student's own where it is made of letters, digits and ._@+- alone, else the part of
/// it that is, with a fingerprint of the whole. No two are equal on a file system that ignores case.
/// @param taken the keys given so far, in small letters; the new one is added.
std::string key_of_name(std::string_view name, std::set<std::string>& taken);

/// One cell of a CSV file, as RFC 4180 writes it. A text that a spreadsheet would take for a formula gets an apostrophe in front.
std::string csv_cell(std::string_view text);

} // namespace lockstep::tool
