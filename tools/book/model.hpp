// The pages that the book consists of, in reading order.
#pragma once

#include "book/book.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::book
{

enum class Kind
{
    cover,
    front,
    part,
    chapter,
    exercise,
    appendix,
    reference,
    back ///< what leads into the book: lists and the index
};

struct Heading
{
    int level = 2;
    std::string anchor;
    std::string html;
};

/// What stands below one heading of a page, as text without tags.
struct Section
{
    std::string anchor; ///< empty for what stands above the first heading
    std::string title;
    std::string text;
    std::string code; ///< the listings
};

/// One page of the site. The rendering fills in everything after `source`.
struct Page
{
    Kind kind = Kind::front;
    std::string id;   ///< the name Doxygen knows it by
    std::string file; ///< its file in the site
    std::string title;
    std::string label;                    ///< "Chapter 3", "Exercise 3/2", "Appendix B"; may be empty
    std::string prefix;                   ///< what its listings and figures are numbered with: "3", "B"
    std::filesystem::path source;         ///< the Markdown file; empty for generated pages
    const PartInfo* part = nullptr;       ///< the part that it opens
    const ChapterInfo* chapter = nullptr; ///< the chapter that it is or belongs to
    const ExerciseInfo* exercise = nullptr;

    std::vector<int> line_map; ///< source line of each line given to Doxygen
    std::string markdown;      ///< as it was given to Doxygen, with tokens
    std::string html;          ///< the page's text, without the frame
    std::vector<Heading> headings;
    std::vector<Section> sections;
    int listings = 0;
    bool has_formulas = false;
    bool has_explorer = false;
};

/// The catalogue, and a page for everything in it that is written.
struct Book
{
    Catalogue catalogue;
    std::vector<Page> pages; ///< in reading order; the cover first
};

/// One thing that is wrong in a text of the book.
struct Problem
{
    std::filesystem::path file;
    int line = 0;
    std::string sentence; ///< what is wrong and what to do
};

/// Reads book/outline.json and the folders. Things that are wrong are added to `problems`.
Book read_book(const std::filesystem::path& source, std::vector<Problem>& problems);

} // namespace lockstep::book
