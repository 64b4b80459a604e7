// The frame around a page: side bar, opener, contents of the page, previous and next.
#include "book/frame.hpp"

#include "book/blocks.hpp"
#include "book/navigation.hpp"
#include "book/page_markdown.hpp"
#include "book/runs.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/ways.hpp"
#include "lockstep/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

/// Where an exercise is named in its chapter; the chapter's beginning where it names none.
std::string place_in_chapter(const Page& chapter, const ExerciseInfo& exercise)
{
    const std::string anchor = card_anchor(exercise);
    const bool there = chapter.html.find(fmt::format(" id=\"{}\"", anchor)) != std::string::npos;
    return there ? chapter.file + "#" + anchor : chapter.file;
}

int minutes_of(const ChapterInfo& chapter)
{
    int minutes = 0;
    for (const ExerciseInfo& exercise : chapter.exercises) minutes += exercise.minutes;
    return minutes;
}

/// What a chapter costs in time, and where it stands in the book.
std::string below_chapter(const Site& site, const Page& page)
{
    const int minutes = minutes_of(*page.chapter);
    const auto count = page.chapter->exercises.size();
    const std::string exercises =
        count == 0
            ? ""
            : fmt::format("<a href=\"{}\">{}{}</a>", place_in_chapter(page, page.chapter->exercises.front()),
                          counted(count, "exercise"), minutes > 0 ? ", about " + duration(minutes) : "");
    return site.theme.fill("chapter-below", {{"READING", duration(reading_minutes(read_text(page.source)))},
                                             {"EXERCISES", exercises},
                                             {"NUMBER", std::to_string(page.chapter->number())},
                                             {"STRIP", strip(site, page.chapter)}});
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

std::string labelled_title(const Page& page)
{
    return (page.label.empty() ? "" : page.label + ": ") + title_of(page.title);
}

std::string neighbour(const Templates& theme, const Page* page, const char* relation, const char* word)
{
    if (page == nullptr) return theme.fill("no-neighbour");
    return theme.fill(
        "neighbour",
        {{"RELATION", relation}, {"FILE", page->file}, {"WORD", word}, {"TITLE", labelled_title(*page)}});
}

std::string chapter_neighbours(const Templates& theme, const Page& page, const Neighbours& neighbours)
{
    const auto link = [&](const Page* to, const std::string& file, const char* side, const char* word) {
        return to == nullptr
                   ? theme.fill("no-neighbour")
                   : theme.fill(
                         "chapter-neighbour",
                         {{"SIDE", side}, {"FILE", file}, {"WORD", word}, {"TITLE", labelled_title(*to)}});
    };
    const Page* back = neighbours.previous_chapter;
    const Page* onward = neighbours.next_chapter;
    if (back == nullptr && onward == nullptr) return {};
    const bool is_exercise = page.exercise != nullptr;
    const std::string from = back == nullptr ? ""
                             : is_exercise   ? place_in_chapter(*back, *page.exercise)
                                             : back->file;
    const bool is_chapter = onward != nullptr && onward->kind == Kind::chapter;
    return link(back, from, "back", is_exercise ? "Back to the chapter" : "Previous chapter") +
           link(onward, onward == nullptr ? "" : onward->file, "onward",
                is_chapter ? "Next chapter" : "After the chapters");
}

bool ends_sentence(std::string_view text)
{
    return !text.empty() && std::string_view(".?!").find(text.back()) != std::string_view::npos;
}

/// A text cut behind the first sentence that ends between these two lengths, or else behind a word.
std::string cut_short(const std::string& text, std::size_t enough, std::size_t limit)
{
    for (std::size_t end = enough; end < std::min(text.size(), limit); ++end)
        if (text[end] == ' ' && ends_sentence(std::string_view(text).substr(0, end)))
            return text.substr(0, end);
    return text.size() <= limit ? text : text.substr(0, text.rfind(' ', limit)) + " …";
}

/// The text of a paragraph: without a last colon, and no further than the sentence before a formula, which is no text.
std::string paragraph_text(std::string_view html)
{
    const auto formula = html.find("<span class=\"math\">");
    std::string text = plain_text(html.substr(0, formula));
    if (formula != std::string_view::npos) text.resize(std::min(text.find_last_of(".?!") + 1, text.size()));
    if (!text.empty() && std::string_view(":,").find(text.back()) != std::string_view::npos) text.pop_back();
    return text.empty() || ends_sentence(text) ? text : text + ".";
}

/// What a page is about, in a sentence or two: its subtitle and how its text begins.
std::string description_of(const Site& site, const Page& page)
{
    constexpr std::size_t enough = 80;
    constexpr std::size_t limit = 220;
    if (page.kind == Kind::cover) return site.book.catalogue.summary;
    const std::string& html = page.html;
    std::string text;
    for (std::size_t at = html.find("<p"); at != std::string::npos && text.size() < enough;
         at = html.find("<p", at + 2)) {
        if (html[at + 2] != '>' && html[at + 2] != ' ') continue; // such as <pre>
        const std::string more = paragraph_text(html.substr(at, html.find("</p>", at) - at));
        text += (text.empty() || more.empty() ? "" : " ") + more;
    }
    return text.empty() ? fmt::format("{}: {}", page.title, site.book.catalogue.subtitle)
                        : cut_short(text, enough, limit);
}

/// The page's first picture, or the book's; nothing where neither is there.
std::string shared_picture(const Site& site, const Page& page)
{
    constexpr std::string_view folder = "src=\"images/";
    const auto at = page.html.find(folder);
    std::string name = "27-sharing-output-stars.png";
    if (at != std::string::npos) {
        const auto first = at + folder.size();
        name = page.html.substr(first, page.html.find('"', first) - first);
    }
    const bool there =
        std::ranges::any_of(site.images, [&](const auto& image) { return image.second == name; });
    return there ? "\n" + site.theme.fill("shared-picture", {{"FILE", "images/" + name}}) : "";
}

/// Links to the page's source and to the form for mistakes, .github/ISSUE_TEMPLATE/1-book.yml, with the page filled in.
std::string foot(const Site& site, const Page& page)
{
    const std::string& repository = site.options.repository;
    const std::string markdown =
        page.markdown.empty() ? "" : site.theme.fill("foot-markdown", {{"FILE", markdown_file(page)}});
    if (repository.empty())
        return markdown.empty() ? "" : site.theme.fill("foot", {{"MARKDOWN", markdown}, {"REPOSITORY", ""}});
    const std::string source = fmt::format("{}/edit/main/{}", repository, site.shown(page.source));
    const std::string edit =
        page.source.empty() ? "" : site.theme.fill("edit", {{"EDIT", escape_html(source)}});
    const std::string report =
        fmt::format("{}/issues/new?template=1-book.yml&where={}", repository, page.file);
    return site.theme.fill(
        "foot", {{"MARKDOWN", markdown},
                 {"REPOSITORY",
                  edit + site.theme.fill("foot-repository", {{"REPORT", escape_html(report)},
                                                             {"REPOSITORY", escape_html(repository)}})}});
}

} // namespace

std::string time_of(const Site& site, const PartInfo* part)
{
    std::size_t chapters = 0;
    std::size_t exercises = 0;
    int reading = 0;
    int solving = 0;
    for (const Page& page : site.book.pages) {
        if (page.kind != Kind::chapter) continue;
        if (part != nullptr && &site.book.catalogue.parts.at(page.chapter->part) != part) continue;
        ++chapters;
        reading += reading_minutes(read_text(page.source));
        exercises += page.chapter->exercises.size();
        solving += minutes_of(*page.chapter);
    }
    return site.theme.fill("time", {{"CHAPTERS", counted(chapters, "chapter")},
                                    {"READING", duration(reading)},
                                    {"EXERCISES", counted(exercises, "exercise")},
                                    {"SOLVING", duration(solving)}});
}

const Page* page_of(const Site& site, const ChapterInfo& chapter)
{
    for (const Page& page : site.book.pages)
        if (page.kind == Kind::chapter && page.chapter->slug == chapter.slug) return &page;
    return nullptr;
}

Neighbours neighbours_of(const Site& site, std::size_t place)
{
    const auto& pages = site.book.pages;
    Neighbours found{.previous = place > 0 ? &pages[place - 1] : nullptr,
                     .next = place + 1 < pages.size() ? &pages[place + 1] : nullptr};
    if (pages[place].chapter == nullptr) return found;
    for (std::size_t i = place; i-- > 0 && found.previous_chapter == nullptr;)
        if (pages[i].kind == Kind::chapter) found.previous_chapter = &pages[i];
    for (std::size_t i = place + 1; i < pages.size() && found.next_chapter == nullptr; ++i)
        if (pages[i].kind != Kind::exercise) found.next_chapter = &pages[i];
    // What the row above leads to already is not said twice.
    if (found.previous_chapter == found.previous && pages[place].exercise == nullptr)
        found.previous_chapter = nullptr;
    if (found.next_chapter == found.next) found.next_chapter = nullptr;
    return found;
}

const Page* opener_of(const Site& site, const PartInfo& part)
{
    for (const Page& page : site.book.pages)
        if (page.part == &part) return &page;
    return nullptr;
}

std::string linked(const Templates& theme, const Page* page, const std::string& text)
{
    return page == nullptr ? text : theme.fill("part-link", {{"FILE", page->file}, {"TEXT", text}});
}

std::string opener(const Site& site, const Page& page)
{
    const Templates& theme = site.theme;
    std::string above;
    std::string below;
    if (page.kind == Kind::chapter) {
        const PartInfo& part = site.book.catalogue.parts.at(page.chapter->part);
        above = theme.fill("chapter-above",
                           {{"PART", linked(theme, opener_of(site, part), "Part " + part.number)},
                            {"PART_TITLE", escape_html(part.title)},
                            {"NUMBER", theme.fill("chapter-number", {{"NUMBER", page.prefix}})}});
        below = below_chapter(site, page);
    } else if (page.kind == Kind::exercise) {
        const ExerciseInfo& exercise = *page.exercise;
        const Page* chapter = page_of(site, *page.chapter);
        above =
            theme.fill("eyebrow-link", {{"FILE", chapter == nullptr ? page.chapter->slug + ".html"
                                                                    : place_in_chapter(*chapter, exercise)},
                                        {"LABEL", fmt::format("Chapter {}, {}", page.chapter->number(),
                                                              title_of(page.chapter->title))}});
        below = theme.fill("exercise-below",
                           {{"LABEL", page.label},
                            {"POINTS", points_of(exercise)},
                            {"MINUTES", about(exercise.minutes)},
                            {"PAR", exercise.par ? fmt::format("<span class=\"par\"{}>par: {}</span>",
                                                               par_mark(exercise), told(*exercise.par))
                                                 : ""}});
    } else if (page.kind == Kind::part) {
        above = theme.fill("eyebrow", {{"LABEL", page.label}});
        below = time_of(site, page.part);
    } else if (const Page& first = *std::ranges::find(site.book.pages, page.kind, &Page::kind);
               page.kind == Kind::reference && page.file != first.file) {
        above = theme.fill("eyebrow-link", {{"FILE", first.file}, {"LABEL", first.title}});
    } else if (!page.label.empty()) {
        above = theme.fill("eyebrow", {{"LABEL", page.label}});
    }
    return theme.fill("opener", {{"CLASS", page.kind == Kind::chapter ? "chapter-opener" : "plain-opener"},
                                 {"ABOVE", above},
                                 {"TITLE", title_of(page.title)},
                                 {"BELOW", below}});
}

std::string framed(const Site& site, const Page& page, const Neighbours& neighbours,
                   const std::string& on_ways)
{
    const Templates& theme = site.theme;
    const std::string& book = site.book.catalogue.title;
    const bool is_cover = page.kind == Kind::cover;
    const bool is_reference = page.kind == Kind::reference;
    const std::string title = is_cover ? fmt::format("{}: {}", book, site.book.catalogue.subtitle)
                                       : fmt::format("{} · {}", page.title, book);
    const std::string turn =
        theme.fill("turn", {{"PREVIOUS", neighbour(theme, neighbours.previous, "prev", "Previous")},
                            {"NEXT", neighbour(theme, neighbours.next, "next", "Next")},
                            {"CHAPTERS", chapter_neighbours(theme, page, neighbours)}});
    const std::string text = is_cover ? page.html + turn
                                      : theme.fill("article", {{"KIND", is_reference ? "reference" : "text"},
                                                               {"OPENER", opener(site, page) + on_ways},
                                                               {"CLASS", is_reference ? "contents" : "prose"},
                                                               {"TEXT", page.html},
                                                               {"TURN", turn},
                                                               {"FOOT", foot(site, page)}});
    return theme.fill("page", {{"TITLE", escape_html(title)},
                               {"BOOK", escape_html(book)},
                               {"DESCRIPTION", escape_html(description_of(site, page))},
                               {"SHARED_PICTURE", shared_picture(site, page)},
                               {"REFERENCE_STYLE",
                                is_reference ? "\n<link rel=\"stylesheet\" href=\"reference.css\">" : ""},
                               {"RUN_SCRIPTS", run_scripts(site, page)},
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
