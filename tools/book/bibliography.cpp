// The bibliography: which chapter names which work.
#include "book/appendix_tables.hpp"

#include "book/blocks.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/bibliography.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::book
{

using formats::Work;

namespace
{

struct Reading
{
    const Page* page = nullptr;
    std::vector<std::string> items;
};

std::vector<Reading> readings_of(const Site& site)
{
    std::vector<Reading> readings;
    for (const Page& page : site.book.pages)
        if (page.kind == Kind::chapter && !page.source.empty())
            readings.push_back({&page, formats::further_reading(read_text(page.source))});
    return readings;
}

void note_unknown(Site& site, const std::vector<Reading>& readings, const std::vector<Work>& works)
{
    for (const auto& [page, items] : readings)
        for (const std::string& item : items)
            if (std::ranges::none_of(works, [&](const Work& work) { return work.is_named_in(item); }))
                site.notes.push_back(
                    fmt::format("{} names a work that book/appendices/bibliography.json lacks: {}",
                                site.shown(page->source), item.substr(0, 90)));
}

} // namespace

std::string bibliography(Site& site, const Page& page, std::string_view kind)
{
    const formats::WorkKind wanted = formats::work_kind(kind);
    const auto works = formats::read_bibliography(page.source.parent_path() / "bibliography.json");
    const std::vector<Reading> readings = readings_of(site);
    if (wanted == formats::WorkKind::specification) note_unknown(site, readings, works);
    std::string entries;
    for (const Work& work : works) {
        if (work.kind != wanted) continue;
        std::vector<std::string> chapters;
        for (const auto& [reader, items] : readings)
            if (std::ranges::any_of(items, [&](const std::string& item) { return work.is_named_in(item); }))
                chapters.push_back(
                    site.theme.fill("link", {{"HREF", reader->file + "#further-reading"},
                                             {"TEXT", std::to_string(reader->chapter->number())}}));
        if (chapters.empty()) continue;
        const std::string readers =
            fmt::format("Chapter{} {}", chapters.size() > 1 ? "s" : "", fmt::join(chapters, ", "));
        const std::string where = work.where.empty() ? "" : ", " + work.where;
        const std::string title =
            work.url.empty()
                ? title_of(work.title)
                : site.theme.fill("work-link", {{"HREF", work.url}, {"TITLE", title_of(work.title)}});
        entries += site.theme.fill("work", {{"AUTHORS", title_of(work.authors)},
                                            {"TITLE", title},
                                            {"WHERE", title_of(where)},
                                            {"CHAPTERS", readers}});
    }
    if (entries.empty())
        throw Failure(fmt::format("No chapter names a work of the kind '{}'.", kind), "take the line out");
    return site.theme.fill("works", {{"ENTRIES", entries}});
}

} // namespace lockstep::book
