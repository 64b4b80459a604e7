// The side bar, the strip of chapters, and the cover.
#include "book/navigation.hpp"

#include "book/blocks.hpp"
#include "book/frame.hpp"
#include "html/html.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

std::string title_of(std::string_view title)
{
    return smart_quotes(escape_html(title));
}

std::string entry(const Page& page, const Page& current, std::string_view number, std::string_view css)
{
    const std::string mark = &page == &current ? " aria-current=\"page\"" : "";
    const std::string head = number.empty() ? "" : fmt::format("<span class=\"number\">{}</span>", number);
    return fmt::format("<li class=\"{}\"><a href=\"{}\"{}>{}<span>{}</span></a>", css, page.file, mark, head,
                       title_of(page.title));
}

std::string pages_of_kind(const Site& site, const Page& current, Kind kind, std::string_view css)
{
    std::string items;
    for (const Page& page : site.book.pages) {
        if (page.kind == kind) {
            items += entry(page, current, page.prefix, css) + "</li>";
        }
    }
    return items;
}

std::string chapter_entry(const Site& site, const ChapterInfo& chapter, const Page& current)
{
    const Page* page = page_of(site, chapter);
    if (page == nullptr) {
        return fmt::format(
            "<li class=\"chapter planned\"><span class=\"number\">{}</span><span>{}</span></li>",
            chapter.number(), title_of(chapter.title));
    }
    std::string exercises;
    for (const Page& task : site.book.pages) {
        if (task.kind == Kind::exercise && task.chapter->slug == chapter.slug) {
            exercises += entry(task, current, fmt::format("{}.{}", chapter.number(), task.exercise->number()),
                               "exercise") +
                         "</li>";
        }
    }
    const bool here = current.chapter != nullptr && current.chapter->slug == chapter.slug;
    const std::string list = exercises.empty()
                                 ? ""
                                 : fmt::format("<details{}><summary>Exercises</summary><ol>{}</ol></details>",
                                               here ? " open" : "", exercises);
    return entry(*page, current, std::to_string(chapter.number()), "chapter") + list + "</li>";
}

/// A step of time a row, a work-item a column: a wave meets a branch, takes both sides in turn, and joins again.
std::string cover_picture()
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
            const char* css = !active ? "idle" : first_side ? "one" : second_side ? "two" : "all";
            cells +=
                fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"13\" height=\"13\" rx=\"2.500\" "
                            "style=\"--step:{}\"/>",
                            css, column * pitch, row * pitch, row);
        }
    }
    return fmt::format(
        "<svg class=\"cover-art\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Thirty-two work-items "
        "side by side, time running down: they run in step, part at a branch, and join again.\">{}</svg>",
        columns * pitch - 5, rows * pitch - 5, replace_all(cells, "2.500", "2.5"));
}

std::string contents_entry(const Site& site, const ChapterInfo& chapter)
{
    const Page* page = page_of(site, chapter);
    if (page == nullptr) {
        return fmt::format(
            "<li class=\"planned\"><span class=\"number\">{}</span><span class=\"name\">{}</span><span "
            "class=\"meta\">to come</span></li>",
            chapter.number(), title_of(chapter.title));
    }
    const auto count = chapter.exercises.size();
    const std::string exercises =
        count == 0 ? "" : fmt::format("{} exercise{}", count, count == 1 ? "" : "s");
    return fmt::format(
        "<li><a href=\"{}\"><span class=\"number\">{}</span><span class=\"name\">{}</span><span "
        "class=\"meta\">{}</span></a></li>",
        page->file, chapter.number(), title_of(chapter.title), exercises);
}

std::string contents_pages(const Site& site, Kind kind)
{
    std::string items;
    for (const Page& page : site.book.pages) {
        if (page.kind == kind) {
            items += fmt::format(
                "<li><a href=\"{}\"><span class=\"number\">{}</span><span class=\"name\">{}</span></a>"
                "</li>",
                page.file, page.prefix, title_of(page.title));
        }
    }
    return items;
}

} // namespace

std::string side_bar(const Site& site, const Page& current)
{
    std::string parts;
    for (std::size_t index = 0; index < site.book.catalogue.parts.size(); ++index) {
        std::string chapters;
        bool here = current.kind == Kind::cover || current.kind == Kind::front;
        bool any = false;
        for (const ChapterInfo& chapter : site.book.catalogue.chapters) {
            if (chapter.part == index) {
                chapters += chapter_entry(site, chapter, current);
                any = any || chapter.written();
                here = here || (current.chapter != nullptr && current.chapter->slug == chapter.slug);
            }
        }
        const PartInfo& part = site.book.catalogue.parts[index];
        parts += fmt::format(
            "<details class=\"part\"{}><summary><span>Part {}</span>{}</summary><ol>{}</ol></details>",
            here && any ? " open" : "", part.number, title_of(part.title), chapters);
    }
    return fmt::format(
        "<nav class=\"sidebar\" id=\"contents\" aria-label=\"Contents\"><ol class=\"front\">{}</ol>{}"
        "<p class=\"nav-label\">Appendices</p><ol class=\"appendices\">{}{}</ol></nav>",
        pages_of_kind(site, current, Kind::front, "front-page"), parts,
        pages_of_kind(site, current, Kind::appendix, "appendix"),
        pages_of_kind(site, current, Kind::reference, "appendix"));
}

std::string strip(const Site& site, const ChapterInfo* current)
{
    std::string groups;
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
        groups += "<span>" + cells + "</span>";
    }
    return "<div class=\"strip\" aria-hidden=\"true\">" + groups + "</div>";
}

std::string cover(const Site& site)
{
    std::string parts;
    for (std::size_t index = 0; index < site.book.catalogue.parts.size(); ++index) {
        std::string chapters;
        for (const ChapterInfo& chapter : site.book.catalogue.chapters) {
            if (chapter.part == index) {
                chapters += contents_entry(site, chapter);
            }
        }
        const PartInfo& part = site.book.catalogue.parts[index];
        parts += fmt::format(
            "<section class=\"toc-part\"><h2><span>Part {}</span>{}</h2><p>{}</p><ol>{}</ol></section>",
            part.number, title_of(part.title), title_of(part.summary), chapters);
    }
    std::string buttons;
    const Page* first_front = nullptr;
    const Page* first_chapter = nullptr;
    for (const Page& page : site.book.pages) {
        first_front = first_front == nullptr && page.kind == Kind::front ? &page : first_front;
        first_chapter = first_chapter == nullptr && page.kind == Kind::chapter ? &page : first_chapter;
    }
    if (first_front != nullptr) {
        buttons += fmt::format("<a class=\"button\" href=\"{}\">Start here</a>", first_front->file);
    }
    if (first_chapter != nullptr) {
        buttons += fmt::format("<a class=\"button quiet\" href=\"{}\">{}: {}</a>", first_chapter->file,
                               first_chapter->label, title_of(first_chapter->title));
    }
    return fmt::format(
        "<section class=\"cover\"><div class=\"cover-text\"><h1>{}</h1><p class=\"subtitle\">{}</p><p "
        "class=\"summary\">{}"
        "</p><p class=\"buttons\">{}</p></div><div class=\"cover-picture\">{}<p>Thirty-two work-items, time "
        "running down. "
        "They run in step, part at a branch, take its two sides in turn, and join again.</p></div></section>"
        "<section class=\"toc\" aria-label=\"Table of contents\"><div class=\"toc-part "
        "toc-front\"><h2>Before you begin"
        "</h2><ol>{}</ol></div>{}<div class=\"toc-part\"><h2>Appendices</h2><ol>{}{}</ol></div></section>",
        title_of(site.book.catalogue.title), title_of(site.book.catalogue.subtitle),
        title_of(site.book.catalogue.summary), buttons, cover_picture(), contents_pages(site, Kind::front),
        parts, contents_pages(site, Kind::appendix), contents_pages(site, Kind::reference));
}

} // namespace lockstep::book
