// Turns a lesson with its directives into Markdown that Doxygen understands.
#pragma once

#include "book/site.hpp"

#include <string>

namespace lockstep::book
{

/// The page's Markdown for Doxygen, tokens in place of everything the book draws itself. Fills page.line_map and the
/// site's numbers and terms; what is wrong goes to site.problems.
std::string preprocess(Site& site, Page& page);

} // namespace lockstep::book
