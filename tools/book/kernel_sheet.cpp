// The kernel language on one page.
#include "book/appendix_tables.hpp"

#include "book/blocks.hpp"
#include "html/html.hpp"
#include "lockstep/formats/kernel_sheet.hpp"

#include <fmt/format.h>

namespace lockstep::book
{

std::string kernel_sheet(Site& site, const Page& page, InlineText& text, int line)
{
    std::string groups;
    for (const auto& group : formats::read_kernel_sheet(page.source.parent_path() / "kernel-language.json")) {
        std::string rows;
        for (const auto& row : group.rows) {
            const std::string since =
                row.since.empty() ? ""
                                  : " " + site.theme.fill("sheet-since", {{"TEXT", escape_html(row.since)}});
            rows += site.theme.fill(
                "sheet-row",
                {{"NAMES", code_html(row.names)}, {"SINCE", since}, {"SAYS", text.html(row.says, line)}});
        }
        std::string chapters;
        for (const std::string& chapter : group.chapters)
            chapters += " " + site.token(Token::Type::section_number, chapter, page, line);
        groups += site.theme.fill("sheet-group",
                                  {{"TITLE", title_of(group.title)}, {"CHAPTERS", chapters}, {"ROWS", rows}});
    }
    return site.theme.fill("sheet", {{"GROUPS", groups}});
}

} // namespace lockstep::book
