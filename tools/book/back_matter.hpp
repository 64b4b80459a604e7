// What leads into the book from behind: the lists of figures and listings, and the index.
#pragma once

#include "book/inline.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::book
{

/// The numbered figures, listings or tables with their captions, by chapter. @param kind "figure", "listing" or "table".
/// Throws Failure where there is none.
std::string caption_list(const Site& site, std::string_view kind);

/// What the index leads to from a page: "13" of a chapter, "5/1" of an exercise, "B" of an appendix.
std::string place_of(const Page& page);

/// The kernels that a listing defines, as marks of the index.
std::vector<IndexMark> kernels_of(std::string_view code, const Page& page, const std::string& label,
                                  int line);

/// Every mark of the pages before this one, the error codes, and the words of the glossary that lead to another. Notes entries
/// that differ in case or plural only.
std::string index_of_terms(Site& site, InlineText& text, int line);

} // namespace lockstep::book
