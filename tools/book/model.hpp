// What the book consists of: parts, chapters, exercises and pages, in reading order.
#pragma once

#include "book/book.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::book
{

struct Exercise
{
    std::filesystem::path folder;
    std::string slug; ///< "2-saxpy"
    std::string title;
    int number = 0;
    int points = 0;
    int minutes = 0;
    std::vector<std::string> edit;
    std::vector<std::string> hints;
};

struct Chapter
{
    std::filesystem::path folder; ///< empty when the chapter is still to come
    std::string slug;             ///< "03-first-kernel"
    std::string title;
    int number = 0;
    std::size_t part = 0;
    std::vector<Exercise> exercises;

    bool written() const { return !folder.empty(); }
};

struct Part
{
    std::string number; ///< "I"
    std::string title;
    std::string summary;
};

enum class Kind
{
    cover,
    front,
    chapter,
    exercise,
    appendix,
    reference
};

struct Heading
{
    int level = 2;
    std::string anchor;
    std::string html;
};

/// One page of the site. The rendering fills in everything after `source`.
struct Page
{
    Kind kind = Kind::front;
    std::string id;   ///< the name Doxygen knows it by
    std::string file; ///< its file in the site
    std::string title;
    std::string label;                ///< "Chapter 3", "Exercise 3/2", "Appendix B"; may be empty
    std::string prefix;               ///< what its listings and figures are numbered with: "3", "B"
    std::filesystem::path source;     ///< the Markdown file; empty for generated pages
    const Chapter* chapter = nullptr; ///< the chapter that it is or belongs to
    const Exercise* exercise = nullptr;

    std::vector<int> line_map; ///< source line of each line given to Doxygen
    std::string html;          ///< the page's text, without the frame
    std::vector<Heading> headings;
    int words = 0;
    int listings = 0;
    bool has_formulas = false;
};

struct Book
{
    std::string title;
    std::string subtitle;
    std::string summary;
    std::vector<Part> parts;
    std::vector<Chapter> chapters;
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

/// The titled first line of a Markdown file, without its marker; empty when there is none.
std::string markdown_title(const std::filesystem::path& file);

} // namespace lockstep::book
