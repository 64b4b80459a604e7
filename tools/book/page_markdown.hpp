// A page as Markdown that stands by itself, for readers' own tools.
#pragma once

#include "book/site.hpp"

#include <string>

namespace lockstep::book
{

/// The file in the site: "03-first-kernel.md".
std::string markdown_file(const Page& page);

/// The page's text with its listings and outputs in it: what the book draws becomes its words, and links lead to the Markdown
/// beside them. All pages have been read. Empty for a page that has no text of its own.
std::string page_markdown(Site& site, const Page& page);

} // namespace lockstep::book
