// The side bar and the cover's table of contents.
#pragma once

#include "book/site.hpp"

#include <string>

namespace lockstep::book
{

/// Front matter, parts, chapters, exercises and appendices in order, the current page marked.
std::string side_bar(const Site& site, const Page& current);

/// One cell per chapter of the book, grouped by part: where this chapter stands.
std::string strip(const Site& site, const ChapterInfo* current);

} // namespace lockstep::book
