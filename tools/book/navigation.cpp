// The side bar, the strip of chapters, and the cover.
#include "book/navigation.hpp"

#include "book/blocks.hpp"
#include "book/frame.hpp"
#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::book
{
namespace
{

/// @param below what the entry holds besides its link.
std::string entry(const Site& site, const Page& page, const Page& current, std::string_view number,
                  const char* css, const std::string& below = {})
{
    return site.theme.fill(
        "side-bar-entry",
        {{"CLASS", css},
         {"FILE", page.file},
         {"CURRENT", &page == &current ? " aria-current=\"page\"" : ""},
         {"NUMBER", number.empty() ? "" : fmt::format("<span class=\"number\">{}</span>", number)},
         {"TITLE", title_of(page.title)},
         {"EXERCISES", below}});
}

std::string pages_of_kind(const Site& site, const Page& current, Kind kind, const char* css)
{
    std::string items;
    for (const Page& page : site.book.pages)
        if (page.kind == kind) items += entry(site, page, current, page.prefix, css);
    return items;
}

std::string chapter_entry(const Site& site, const ChapterInfo& chapter, const Page& current)
{
    const Page* page = page_of(site, chapter);
    if (page == nullptr) {
        return site.theme.fill("side-bar-planned", {{"NUMBER", std::to_string(chapter.number())},
                                                    {"TITLE", title_of(chapter.title)}});
    }
    // Each of some three hundred pages would hold the whole list, so it has the exercises of its own chapter.
    std::string exercises;
    const bool here = current.chapter != nullptr && current.chapter->slug == chapter.slug;
    for (const Page& task : site.book.pages) {
        if (here && task.kind == Kind::exercise && task.chapter->slug == chapter.slug) {
            exercises += entry(site, task, current,
                               fmt::format("{}.{}", chapter.number(), task.exercise->number()), "exercise");
        }
    }
    if (!exercises.empty()) exercises = site.theme.fill("side-bar-exercises", {{"ENTRIES", exercises}});
    return entry(site, *page, current, std::to_string(chapter.number()), "chapter", exercises);
}

/// A step of time a row, a work-item a column: a wave meets a branch, takes both sides in turn, and joins again.
std::string cover_picture(const Templates& theme)
{
    constexpr int columns = 32;
    constexpr int rows = 15;
    constexpr int pitch = 18;
    std::string cells;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const bool takes_branch = (column * 7 + column / 4) % 5 < 2;
            const bool first_side = row >= 4 && row < 7;
            const bool second_side = row >= 7 && row < 11;
            const bool active = (!first_side && !second_side) || (first_side && takes_branch) ||
                                (second_side && !takes_branch);
            cells += theme.fill("cover-cell", {{"STATE", !active       ? "idle"
                                                         : first_side  ? "one"
                                                         : second_side ? "two"
                                                                       : "all"},
                                               {"X", std::to_string(column * pitch)},
                                               {"Y", std::to_string(row * pitch)},
                                               {"STEP", std::to_string(row)}});
        }
    }
    return theme.fill("cover-picture", {{"WIDTH", std::to_string(columns * pitch - 5)},
                                        {"HEIGHT", std::to_string(rows * pitch - 5)},
                                        {"CELLS", cells}});
}

std::string contents_entry(const Site& site, const ChapterInfo& chapter)
{
    const Page* page = page_of(site, chapter);
    const std::string number = std::to_string(chapter.number());
    const std::string title = title_of(chapter.title);
    if (page == nullptr) return site.theme.fill("cover-planned", {{"NUMBER", number}, {"TITLE", title}});
    const auto count = chapter.exercises.size();
    return site.theme.fill("cover-chapter", {{"FILE", page->file},
                                             {"NUMBER", number},
                                             {"TITLE", title},
                                             {"EXERCISES", count == 0 ? "" : counted(count, "exercise")}});
}

std::string contents_pages(const Site& site, Kind kind)
{
    std::string items;
    for (const Page& page : site.book.pages) {
        if (page.kind == kind) {
            items += site.theme.fill(
                "cover-page",
                {{"FILE", page.file}, {"NUMBER", page.prefix}, {"TITLE", title_of(page.title)}});
        }
    }
    return items;
}

/// The ways into the book: its first page and its first chapter.
std::string buttons(const Site& site)
{
    std::string start;
    std::string chapter;
    for (const Page& page : site.book.pages) {
        if (start.empty() && page.kind == Kind::front)
            start = site.theme.fill("cover-start", {{"FILE", page.file}});
        if (chapter.empty() && page.kind == Kind::chapter) {
            chapter = site.theme.fill(
                "cover-first-chapter",
                {{"FILE", page.file}, {"LABEL", page.label}, {"TITLE", title_of(page.title)}});
        }
    }
    for (const Page& page : site.book.pages)
        if (page.file == "ways-through.html") chapter += site.theme.fill("cover-ways", {{"FILE", page.file}});
    return start + chapter;
}

/// The film that the last chapter ends with, where its lesson is part of the book.
std::string film(const Site& site)
{
    constexpr std::string_view name = "34-fluid-output-street.png";
    const bool there =
        std::ranges::any_of(site.images, [&](const auto& image) { return image.second == name; });
    return there ? site.theme.fill("cover-film", {{"FILE", "images/" + std::string{name}}}) : "";
}

} // namespace

std::string side_bar(const Site& site, const Page& current)
{
    std::string parts;
    for (std::size_t index = 0; index < site.book.catalogue.parts.size(); ++index) {
        std::string chapters;
        const PartInfo& part = site.book.catalogue.parts[index];
        bool here = current.kind == Kind::cover || current.kind == Kind::front || current.part == &part;
        bool any = false;
        if (const Page* opener = opener_of(site, part))
            chapters += site.theme.fill(
                "side-bar-part-page",
                {{"FILE", opener->file}, {"CURRENT", opener == &current ? " aria-current=\"page\"" : ""}});
        for (const ChapterInfo& chapter : site.book.catalogue.chapters) {
            if (chapter.part == index) {
                chapters += chapter_entry(site, chapter, current);
                any = any || chapter.written();
                here = here || (current.chapter != nullptr && current.chapter->slug == chapter.slug);
            }
        }
        parts += site.theme.fill("side-bar-part", {{"OPEN", here && any ? " open" : ""},
                                                   {"NUMBER", part.number},
                                                   {"TITLE", title_of(part.title)},
                                                   {"CHAPTERS", chapters}});
    }
    return site.theme.fill("side-bar",
                           {{"FRONT", pages_of_kind(site, current, Kind::front, "front-page")},
                            {"PARTS", parts},
                            {"APPENDICES", pages_of_kind(site, current, Kind::appendix, "appendix") +
                                               pages_of_kind(site, current, Kind::reference, "appendix") +
                                               pages_of_kind(site, current, Kind::back, "back-page")}});
}

std::string strip(const Site& site, const ChapterInfo* current)
{
    std::string parts;
    for (std::size_t index = 0; index < site.book.catalogue.parts.size(); ++index) {
        std::string cells;
        for (const ChapterInfo& chapter : site.book.catalogue.chapters) {
            if (chapter.part == index) {
                const char* css = &chapter == current || (current != nullptr && chapter.slug == current->slug)
                                      ? "here"
                                  : chapter.written() ? "there"
                                                      : "";
                cells += fmt::format("<i class=\"{}\"></i>", css);
            }
        }
        parts += "<span>" + cells + "</span>";
    }
    return site.theme.fill("strip", {{"PARTS", parts}});
}

std::string cover(const Site& site)
{
    const Catalogue& catalogue = site.book.catalogue;
    std::string parts;
    for (std::size_t index = 0; index < catalogue.parts.size(); ++index) {
        std::string chapters;
        for (const ChapterInfo& chapter : catalogue.chapters)
            if (chapter.part == index) chapters += contents_entry(site, chapter);
        const PartInfo& part = catalogue.parts[index];
        parts += site.theme.fill("cover-part",
                                 {{"NUMBER", part.number},
                                  {"TITLE", linked(site.theme, opener_of(site, part), title_of(part.title))},
                                  {"SUMMARY", title_of(part.summary)},
                                  {"CHAPTERS", chapters}});
    }
    return site.theme.fill(
        "cover",
        {{"TITLE", title_of(catalogue.title)},
         {"SUBTITLE", title_of(catalogue.subtitle)},
         {"SUMMARY", title_of(catalogue.summary)},
         {"TIME", time_of(site, nullptr)},
         {"BUTTONS", buttons(site)},
         {"ADDRESS",
          site.options.repository.empty()
              ? ""
              : site.theme.fill("cover-address", {{"ADDRESS", escape_html(site.options.repository)}})},
         {"PICTURE", cover_picture(site.theme)},
         {"FILM", film(site)},
         {"FRONT", contents_pages(site, Kind::front)},
         {"PARTS", parts},
         {"APPENDICES", contents_pages(site, Kind::appendix) + contents_pages(site, Kind::reference) +
                            contents_pages(site, Kind::back)}});
}

} // namespace lockstep::book
