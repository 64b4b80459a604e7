// Slides of a chapter, made of its rendered page: a slide for each figure, output, listing, guess and question.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::book
{

/// What the appendix on teaching says of a chapter.
struct TeachersWords
{
    std::vector<std::string> shown; ///< HTML: a command to show, and what to ask first
    std::vector<std::string> wrong; ///< HTML: the idea that is missing, and how it shows
};

/// From the tables "What to show" and "What students get wrong". @param chapter its number.
TeachersWords teachers_words(const std::string& markdown, int chapter);

struct Slides
{
    std::string html;
    std::size_t count = 0;
};

/// @param page the chapter's page, as rendered. @param design the folder with theme/slides.
Slides slides_of(const std::string& page, const TeachersWords& words, const std::filesystem::path& design);

} // namespace lockstep::book
