// The frame around a page: side bar, opener, contents of the page, previous and next.
#include "book/frame.hpp"

#include "book/blocks.hpp"
#include "book/navigation.hpp"
#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

/// What a chapter costs in time, and where it stands in the book.
std::string below_chapter(const Site& site, const Page& page)
{
    int minutes = 0;
    for (const ExerciseInfo& exercise : page.chapter->exercises) minutes += exercise.minutes;
    const auto count = page.chapter->exercises.size();
    const std::string exercises = count == 0 ? ""
                                             : fmt::format("<span>{}{}</span>", counted(count, "exercise"),
                                                           minutes > 0 ? ", about " + duration(minutes) : "");
    return site.theme.fill("chapter-below", {{"READING", duration(reading_minutes(page))},
                                             {"EXERCISES", exercises},
                                             {"NUMBER", std::to_string(page.chapter->number())},
                                             {"STRIP", strip(site, page.chapter)}});
}

/// Part and number above the title, what the page costs in time below it.
std::string opener(const Site& site, const Page& page)
{
    const Templates& theme = site.theme;
    std::string above;
    std::string below;
    if (page.kind == Kind::chapter) {
        const PartInfo& part = site.book.catalogue.parts.at(page.chapter->part);
        above = theme.fill("chapter-above", {{"PART", part.number},
                                             {"PART_TITLE", escape_html(part.title)},
                                             {"NUMBER", std::to_string(page.chapter->number())}});
        below = below_chapter(site, page);
    } else if (page.kind == Kind::exercise) {
        const ExerciseInfo& exercise = *page.exercise;
        above = theme.fill("eyebrow-link", {{"FILE", page.chapter->slug + ".html"},
                                            {"LABEL", fmt::format("Chapter {}, {}", page.chapter->number(),
                                                                  title_of(page.chapter->title))}});
        below = theme.fill(
            "exercise-below",
            {{"LABEL", page.label}, {"POINTS", points_of(exercise)}, {"MINUTES", about(exercise.minutes)}});
    } else if (page.kind == Kind::reference && page.file != site.book.pages.back().file) {
        const Page& first = site.book.pages.back();
        above = theme.fill("eyebrow-link", {{"FILE", first.file}, {"LABEL", first.title}});
    } else if (!page.label.empty()) {
        above = theme.fill("eyebrow", {{"LABEL", page.label}});
    }
    return theme.fill("opener", {{"CLASS", page.kind == Kind::chapter ? "chapter-opener" : "plain-opener"},
                                 {"ABOVE", above},
                                 {"TITLE", title_of(page.title)},
                                 {"BELOW", below}});
}

std::string on_this_page(const Templates& theme, const Page& page)
{
    std::string entries;
    for (const Heading& heading : page.headings) {
        if (heading.level <= 3) {
            entries += theme.fill("on-this-page-entry", {{"LEVEL", std::to_string(heading.level)},
                                                         {"ANCHOR", heading.anchor},
                                                         {"TITLE", heading.html}});
        }
    }
    return entries.empty() ? theme.fill("on-this-page-empty")
                           : theme.fill("on-this-page", {{"ENTRIES", entries}});
}

std::string neighbour(const Templates& theme, const Page* page, const char* relation, const char* word)
{
    if (page == nullptr) return "<span></span>";
    const std::string label = page->label.empty() ? "" : page->label + ": ";
    return theme.fill("neighbour", {{"RELATION", relation},
                                    {"FILE", page->file},
                                    {"WORD", word},
                                    {"TITLE", label + title_of(page->title)}});
}

} // namespace

int reading_minutes(const Page& page)
{
    const int minutes = page.words / 110 + 2 * page.listings;
    return std::max(5, (minutes + 2) / 5 * 5);
}

const Page* page_of(const Site& site, const ChapterInfo& chapter)
{
    for (const Page& page : site.book.pages)
        if (page.kind == Kind::chapter && page.chapter->slug == chapter.slug) return &page;
    return nullptr;
}

std::string framed(const Site& site, const Page& page, const Neighbours& neighbours)
{
    const Templates& theme = site.theme;
    const std::string& book = site.book.catalogue.title;
    const bool is_cover = page.kind == Kind::cover;
    const bool is_reference = page.kind == Kind::reference;
    const std::string title = is_cover ? fmt::format("{}: {}", book, site.book.catalogue.subtitle)
                                       : fmt::format("{} · {}", page.title, book);
    const std::string turn =
        theme.fill("turn", {{"PREVIOUS", neighbour(theme, neighbours.previous, "prev", "Previous")},
                            {"NEXT", neighbour(theme, neighbours.next, "next", "Next")}});
    const std::string text = is_cover ? page.html + turn
                                      : theme.fill("article", {{"KIND", is_reference ? "reference" : "text"},
                                                               {"OPENER", opener(site, page)},
                                                               {"CLASS", is_reference ? "contents" : "prose"},
                                                               {"TEXT", page.html},
                                                               {"TURN", turn}});
    return theme.fill("page", {{"TITLE", escape_html(title)},
                               {"REFERENCE_STYLE",
                                is_reference ? "\n<link rel=\"stylesheet\" href=\"reference.css\">" : ""},
                               {"COLOURS_SCRIPT", theme.fill("colours-script")},
                               {"CLASS", is_cover ? "is-cover" : "is-page"},
                               {"TOP_BAR", theme.fill("top-bar", {{"TITLE", escape_html(book)}})},
                               {"SIDE_BAR", side_bar(site, page)},
                               {"MAIN", text},
                               {"ON_THIS_PAGE", is_cover ? "" : on_this_page(theme, page)},
                               {"SEARCH_DIALOG", theme.fill("search-dialog")},
                               {"MATH_SCRIPTS", page.has_formulas ? theme.fill("math-scripts") : ""}});
}

} // namespace lockstep::book
