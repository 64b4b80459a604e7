// The frame around a page: side bar, opener, contents of the page, previous and next.
#include "book/frame.hpp"

#include "book/blocks.hpp"
#include "book/navigation.hpp"
#include "html/html.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

// Sets the remembered colours before anything is drawn.
constexpr std::string_view early_script =
    "<script>(function(){var c;try{c=localStorage.getItem('lockstep-colours')}catch(e){}"
    "var d=c?c==='dark':matchMedia('(prefers-color-scheme: dark)').matches;"
    "document.documentElement.classList.add(d?'dark-mode':'light-mode')})()</script>";

constexpr std::string_view math_scripts =
    "<script>window.MathJax={skipStartupTypeset:false,showMathMenu:false,messageStyle:'none',"
    "jax:['input/TeX','output/SVG'],extensions:['TeX/AMSmath.js','TeX/AMSsymbols.js'],"
    "SVG:{font:'TeX',blacker:0,scale:98,linebreaks:{automatic:false}}}</script>"
    "<script src=\"mathjax/MathJax.js?config=TeX-AMS_SVG-full\"></script>";

std::string top_bar(const Book& book)
{
    return fmt::format(
        "<header class=\"topbar\"><button class=\"icon menu-button\" type=\"button\" aria-label=\"Contents\" "
        "aria-expanded=\"false\"><svg viewBox=\"0 0 20 20\"><path d=\"M3 5h14M3 10h14M3 "
        "15h14\"/></svg></button>"
        "<a class=\"brand\" href=\"index.html\"><span class=\"mark\" "
        "aria-hidden=\"true\"><i></i><i></i><i></i><i></i>"
        "</span>{}</a><button class=\"search-button\" type=\"button\"><svg viewBox=\"0 0 20 20\" "
        "aria-hidden=\"true\">"
        "<circle cx=\"9\" cy=\"9\" r=\"5.5\"/><path d=\"M13 13l4 4\"/></svg><span>Search the "
        "book</span><kbd>/</kbd>"
        "</button><button class=\"icon colours\" type=\"button\" aria-label=\"Dark or light\"><svg "
        "class=\"moon\" "
        "viewBox=\"0 0 20 20\"><path d=\"M16 12.5A6.8 6.8 0 0 1 7.5 4a6.8 6.8 0 1 0 8.5 8.5z\"/></svg>"
        "<svg class=\"sun\" viewBox=\"0 0 20 20\"><circle cx=\"10\" cy=\"10\" r=\"3.4\"/><path d=\"M10 "
        "2.5v1.8M10 "
        "15.7v1.8M2.5 10h1.8M15.7 10h1.8M4.7 4.7l1.3 1.3M14 14l1.3 1.3M4.7 15.3L6 14M14 6l1.3-1.3\"/>"
        "</svg></button></header>",
        escape_html(book.catalogue.title));
}

std::string search_dialog()
{
    return "<dialog class=\"search\" aria-label=\"Search the book\"><form method=\"dialog\"><input "
           "type=\"search\" "
           "placeholder=\"A word, a call, an error code\" aria-label=\"Search for\" autocomplete=\"off\" "
           "spellcheck=\"false\"><button class=\"icon\" value=\"close\" aria-label=\"Close the search\">"
           "<svg viewBox=\"0 0 20 20\"><path d=\"M5 5l10 10M15 5L5 15\"/></svg></button></form>"
           "<ol class=\"results\" role=\"listbox\" aria-label=\"Results\"></ol><p "
           "class=\"search-foot\"><span><kbd>↑</kbd>"
           "<kbd>↓</kbd> choose</span><span><kbd>Enter</kbd> open</span><span><kbd>Esc</kbd> "
           "close</span></p></dialog>";
}

/// Part and number above the title, what the page costs in time below it.
std::string opener(const Site& site, const Page& page)
{
    std::string above;
    std::string below;
    if (page.kind == Kind::chapter) {
        const PartInfo& part = site.book.catalogue.parts.at(page.chapter->part);
        above = fmt::format("<p class=\"eyebrow\"><span>Part {}</span> {}</p><p class=\"chapter-number\" "
                            "aria-hidden=\"true\">{}</p>",
                            part.number, escape_html(part.title), page.chapter->number());
        int minutes = 0;
        for (const ExerciseInfo& exercise : page.chapter->exercises) {
            minutes += exercise.minutes;
        }
        const auto count = page.chapter->exercises.size();
        below =
            fmt::format("<p class=\"time\"><span>About {} to read and run</span>{}{}</p>",
                        duration(reading_minutes(page)),
                        count == 0 ? ""
                                   : fmt::format("<span>{} exercise{}{}</span>", count, count == 1 ? "" : "s",
                                                 minutes > 0 ? ", about " + duration(minutes) : ""),
                        fmt::format("<span><code>./lockstep run {}</code></span>", page.chapter->number()));
        below += strip(site, page.chapter);
    } else if (page.kind == Kind::exercise) {
        above = fmt::format("<p class=\"eyebrow\"><a href=\"{0}.html\">Chapter {1}, {2}</a></p>",
                            page.chapter->slug, page.chapter->number(),
                            smart_quotes(escape_html(page.chapter->title)));
        const ExerciseInfo& exercise = *page.exercise;
        below = fmt::format(
            "<p class=\"time\"><span>{}</span><span>{} point{}</span>{}</p>", page.label, exercise.points,
            exercise.points == 1 ? "" : "s",
            exercise.minutes > 0 ? fmt::format("<span>about {}</span>", duration(exercise.minutes)) : "");
    } else if (page.kind == Kind::reference && page.file != site.book.pages.back().file) {
        above = fmt::format("<p class=\"eyebrow\"><a href=\"{}\">{}</a></p>", site.book.pages.back().file,
                            site.book.pages.back().title);
    } else if (!page.label.empty()) {
        above = fmt::format("<p class=\"eyebrow\">{}</p>", page.label);
    }
    return fmt::format("<header class=\"opener {}\">{}<h1>{}</h1>{}</header>",
                       page.kind == Kind::chapter ? "chapter-opener" : "plain-opener", above,
                       smart_quotes(escape_html(page.title)), below);
}

std::string on_this_page(const Page& page)
{
    std::string items;
    for (const Heading& heading : page.headings) {
        if (heading.level <= 3) {
            items += fmt::format("<li class=\"level-{}\"><a href=\"#{}\">{}</a></li>", heading.level,
                                 heading.anchor, heading.html);
        }
    }
    if (items.empty()) {
        return "<aside class=\"onpage\"></aside>";
    }
    return "<aside class=\"onpage\"><nav aria-label=\"On this page\"><p>On this page</p><ol>" + items +
           "</ol></nav></aside>";
}

std::string neighbour_card(const Page* page, std::string_view relation, std::string_view word)
{
    if (page == nullptr) {
        return "<span></span>";
    }
    const std::string label = page->label.empty() ? "" : page->label + ": ";
    return fmt::format("<a class=\"{0}\" rel=\"{0}\" href=\"{1}\"><span>{2}</span><b>{3}{4}</b></a>",
                       relation, page->file, word, label, smart_quotes(escape_html(page->title)));
}

} // namespace

int reading_minutes(const Page& page)
{
    const int minutes = page.words / 110 + 2 * page.listings;
    return std::max(5, (minutes + 2) / 5 * 5);
}

const Page* page_of(const Site& site, const ChapterInfo& chapter)
{
    for (const Page& page : site.book.pages) {
        if (page.kind == Kind::chapter && page.chapter->slug == chapter.slug) {
            return &page;
        }
    }
    return nullptr;
}

std::string framed(const Site& site, const Page& page, const Neighbours& neighbours)
{
    const bool is_cover = page.kind == Kind::cover;
    const bool is_reference = page.kind == Kind::reference;
    const std::string title =
        is_cover ? fmt::format("{}: {}", site.book.catalogue.title, site.book.catalogue.subtitle)
                 : fmt::format("{} · {}", page.title, site.book.catalogue.title);
    const std::string foot =
        fmt::format("<nav class=\"turn\" aria-label=\"Previous and next page\">{}{}</nav>",
                    neighbour_card(neighbours.previous, "prev", "Previous"),
                    neighbour_card(neighbours.next, "next", "Next"));
    const std::string body =
        is_cover ? page.html
                 : fmt::format("<article class=\"page {}\">{}<div class=\"{}\">{}</div>{}</article>",
                               is_reference ? "reference" : "text", opener(site, page),
                               is_reference ? "contents" : "prose", page.html, foot);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
        "dark\">\n"
        "<title>{}</title>\n<link rel=\"icon\" href=\"icon.svg\">\n<link rel=\"stylesheet\" "
        "href=\"book.css\">\n{}{}\n"
        "</head>\n<body class=\"{}\">\n<a class=\"skip\" href=\"#main\">Skip to the text</a>\n{}\n<div "
        "class=\"layout\">\n"
        "{}\n<div class=\"shade\"></div>\n<main id=\"main\">{}{}</main>\n{}</div>\n{}\n<script "
        "src=\"book.js\"></script>\n"
        "{}</body>\n</html>\n",
        escape_html(title), is_reference ? "<link rel=\"stylesheet\" href=\"reference.css\">\n" : "",
        early_script, is_cover ? "is-cover" : "is-page", top_bar(site.book), side_bar(site, page), body,
        is_cover ? foot : "", is_cover ? "" : on_this_page(page), search_dialog(),
        page.has_formulas ? math_scripts : "");
}

} // namespace lockstep::book
