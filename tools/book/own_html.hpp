// Doxygen's HTML of a lesson becomes the book's.
#pragma once

#include "book/site.hpp"

#include <string>
#include <string_view>

namespace lockstep::book
{

/// The text of a page out of Doxygen's file, in one walk: Doxygen's frame and anchors dropped, blocks out of the paragraphs
/// around them, headings one level down and noted in the page, tables able to scroll, quotes set, tokens resolved.
std::string own_html(Site& site, Page& page, std::string_view doxygen);

} // namespace lockstep::book
