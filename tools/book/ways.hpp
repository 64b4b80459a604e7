// The ways through the book: their lists, and what a page shows to whoever follows one.
#pragma once

#include "book/site.hpp"

#include <string>
#include <string_view>

namespace lockstep::book
{

/// The list of a way's steps, with what they take. @throws Failure when the outline has no such way.
std::string way_list(const Site& site, std::string_view name);

/// Finds for each step of each way the words of the glossary that it uses and that no step so far has defined
/// (Site::in_passing). The pages' sections have been read.
void find_words_in_passing(Site& site);

/// What stands above a page's text for each way that it is on, hidden until that way is followed: the place on it, the pages
/// before and behind, and the words in passing.
std::string on_ways(Site& site, const Page& page);

} // namespace lockstep::book
