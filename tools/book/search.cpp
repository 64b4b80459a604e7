// The search's index over headings and text, written as a script so that it works from disk.
#include "book/search.hpp"

#include "html/html.hpp"

#include <regex>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

/// The page's text without what nobody searches for.
std::string searchable(std::string html)
{
    html = std::regex_replace(html, std::regex("<button[^>]*>[^<]*</button>"), "");
    return std::regex_replace(html, std::regex("<a class=\"pilcrow\"[^>]*>#</a>"), "");
}

} // namespace

std::string search_index(const Site& site)
{
    static const std::regex heading(
        R"re(<(h[2-4]|dt) id="([^"]+)">([\s\S]*?)</\1>|<section class="error-row" id="([^"]+)">)re");
    std::string pages;
    std::string sections;
    std::size_t number = 0;
    for (const Page& page : site.book.pages) {
        if (page.kind == Kind::cover) {
            continue;
        }
        pages += fmt::format("{}[{},{},{}]", number == 0 ? "" : ",", json_string(page.file),
                             json_string(page.label), json_string(page.title));
        const std::string html = searchable(page.html);
        std::string anchor;
        std::string title = page.title;
        auto rest = html.cbegin();
        const auto close_section = [&](std::string::const_iterator end) {
            sections +=
                fmt::format("{}[{},{},{},{}]", sections.empty() ? "" : ",\n", number, json_string(anchor),
                            json_string(title), json_string(plain_text(std::string(rest, end))));
        };
        for (std::sregex_iterator at(html.begin(), html.end(), heading), none; at != none; ++at) {
            close_section((*at)[0].first);
            anchor = (*at)[2].matched ? (*at)[2].str() : (*at)[4].str();
            title = (*at)[2].matched ? plain_text((*at)[3].str()) : anchor;
            rest = (*at)[0].second;
        }
        close_section(html.cend());
        ++number;
    }
    return fmt::format("lockstepIndex({{\"pages\":[{}],\n\"sections\":[{}]}});\n", pages, sections);
}

} // namespace lockstep::book
