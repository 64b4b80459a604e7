// The frame around a page: side bar, opener, contents of the page, previous and next.
#pragma once

#include "book/site.hpp"

#include <string>

namespace lockstep::book
{

/// Which neighbours a page has in reading order.
struct Neighbours
{
    const Page* previous = nullptr;
    const Page* next = nullptr;
    const Page* previous_chapter = nullptr; ///< of an exercise its own chapter
    const Page* next_chapter = nullptr;     ///< of the last chapter the page behind its exercises
};

/// The neighbours of a page of the site's book, by its place in reading order.
Neighbours neighbours_of(const Site& site, std::size_t place);

/// The page as a complete HTML document. @param on_ways what stands above its text.
std::string framed(const Site& site, const Page& page, const Neighbours& neighbours,
                   const std::string& on_ways = {});

/// A page's title, with part and number above it and what the page costs in time below.
std::string opener(const Site& site, const Page& page);

/// The text of the cover: title, where to start, and the table of contents.
std::string cover(const Site& site);

/// What a part costs in time, or with null the whole book.
std::string time_of(const Site& site, const PartInfo* part);

/// The page of a chapter, or nothing when the chapter is still to come.
const Page* page_of(const Site& site, const ChapterInfo& chapter);

/// The page that opens a part, or nothing while it is not written.
const Page* opener_of(const Site& site, const PartInfo& part);

/// A text as a link to the page, or as it is where there is none.
std::string linked(const Templates& theme, const Page* page, const std::string& text);

} // namespace lockstep::book
