// The search's index over headings and text, written as a script so that it works from disk.
#include "book/search.hpp"

#include "html/html.hpp"

#include <regex>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

/// What a hit in a page of this kind is worth beside one in a chapter.
double weight_of(Kind kind)
{
    switch (kind) {
    case Kind::exercise:
        return 0.5;
    case Kind::appendix:
    case Kind::reference:
        return 0.8;
    default:
        return 1;
    }
}

} // namespace

void read_sections(Page& page)
{
    if (page.kind == Kind::back) { // only repeats what other pages say
        page.sections.push_back({{}, page.title, {}, {}});
        return;
    }
    // A heading; an error code's name and number; a listing's ends; and a button, which nobody searches for.
    static const std::regex shape(
        R"re(<(h[2-4]|dt) id="([^"]+)">([\s\S]*?)(?:<a class="pilcrow"[^>]*>#</a>)?</\1>|)re"
        R"re(<section class="error-row" id="([^"]+)">(?:<h3>([\s\S]*?)</h3>)?|)re"
        R"re((<pre[ >])|</pre>|<button[^>]*>[^<]*</button>)re");
    Section section{{}, page.title, {}, {}};
    std::string html;
    std::string code;
    bool in_code = false;
    auto rest = page.html.cbegin();
    const auto close_section = [&] {
        section.text = plain_text(html);
        section.code = plain_text(code);
        html.clear();
        code.clear();
        page.sections.push_back(section);
    };
    for (std::sregex_iterator at(page.html.begin(), page.html.end(), shape), none; at != none; ++at) {
        const std::smatch& parts = *at;
        (in_code ? code : html).append(rest, parts[0].first);
        in_code = parts[6].matched;
        rest = in_code ? parts[0].first : parts[0].second;
        if (parts[2].matched || parts[4].matched) {
            close_section();
            section.anchor = parts[parts[2].matched ? 2 : 4].str();
            section.title = plain_text(parts[parts[2].matched ? 3 : 5].str());
        }
    }
    html.append(rest, page.html.cend());
    close_section();
}

std::string search_index(const Site& site)
{
    std::string pages;
    std::string sections;
    std::size_t number = 0;
    for (const Page& page : site.book.pages) {
        if (page.kind == Kind::cover) continue;
        pages += fmt::format("{}[{},{},{},{}]", number == 0 ? "" : ",", json_string(page.file),
                             json_string(page.label), json_string(page.title), weight_of(page.kind));
        for (const Section& section : page.sections) {
            sections += fmt::format("{}[{},{},{},{},{}]", sections.empty() ? "" : ",\n", number,
                                    json_string(section.anchor), json_string(section.title),
                                    json_string(section.text), json_string(section.code));
        }
        ++number;
    }
    return fmt::format("lockstepIndex({{\"pages\":[{}],\n\"sections\":[{}]}});\n", pages, sections);
}

} // namespace lockstep::book
