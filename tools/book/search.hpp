// The search's index over headings and text, written as a script so that it works from disk.
#pragma once

#include "book/site.hpp"

#include <string>

namespace lockstep::book
{

/// The sections of a finished page, as text, and how many words it has: one walk over page.html.
void read_sections(Page& page);

/// The index of every page: `lockstepIndex({pages: [[file, label, title, weight]…], sections: [[page, anchor, heading, text,
/// code]…]})`.
std::string search_index(const Site& site);

} // namespace lockstep::book
