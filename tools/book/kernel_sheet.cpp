// The kernel language on one page.
#include "book/appendix_tables.hpp"

#include "book/back_matter.hpp"
#include "book/blocks.hpp"
#include "html/html.hpp"
#include "lockstep/formats/kernel_sheet.hpp"

#include <cctype>
#include <regex>
#include <set>

#include <fmt/format.h>

namespace lockstep::book
{

namespace
{

/// The functions, types and constants among the names of a row, or its options. What is in parentheses are arguments.
std::vector<std::string> names_in(const formats::SheetRow& row)
{
    std::vector<std::string> names;
    for (const std::string& option : row.options)
        names.push_back(option.substr(0, option.find_first_of(" =")));
    if (!names.empty()) return names;
    const std::string& text = row.names;
    static const std::regex shape(
        R"(\(\([^)]*(reqd_work_group_size|opencl_unroll_hint)|\([^()]*\)|\.?\b[a-zA-Z_]\w{2,})");
    static const std::set<std::string> left_out = {
        "bool",   "enable", "char", "const",    "double", "int",    "kernel",   "long",
        "pragma", "short",  "void", "volatile", "local",  "global", "constant", "private"};
    for (std::sregex_iterator at(text.begin(), text.end(), shape), end; at != end; ++at) {
        const std::string name = (*at)[1].matched ? (*at)[1].str() : at->str();
        const bool shouted =
            std::isupper(static_cast<unsigned char>(name[0])) != 0 && name.find('_') == std::string::npos;
        if (name[0] != '(' && name[0] != '.' && !shouted && !left_out.contains(name)) names.push_back(name);
    }
    return names;
}

} // namespace

std::string kernel_sheet(Site& site, const Page& page, InlineText& text, int line)
{
    std::string groups;
    for (const auto& group : formats::read_kernel_sheet(page.source.parent_path() / "kernel-language.json")) {
        std::string rows;
        int count = 0;
        for (const auto& row : group.rows) {
            const std::string since =
                row.since.empty() ? ""
                                  : " " + site.theme.fill("sheet-since", {{"TEXT", escape_html(row.since)}});
            const std::string anchor = fmt::format("row-{}-{}", slug(group.title), ++count);
            for (const std::string& name : names_in(row))
                site.index_marks.push_back({fmt::format("`{}`", name), "",
                                            fmt::format("{}#{}", page.file, anchor), place_of(page), &page,
                                            line});
            rows += site.theme.fill("sheet-row", {{"ANCHOR", anchor},
                                                  {"NAMES", code_html(row.names)},
                                                  {"SINCE", since},
                                                  {"SAYS", text.html(row.says, line)}});
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
