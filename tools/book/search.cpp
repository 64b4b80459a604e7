// The search's index over headings and text, written as a script so that it works from disk.
#include "book/search.hpp"

#include "html/html.hpp"

#include <regex>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

int count_words(std::string_view text)
{
    int words = 0;
    bool inside = false;
    for (const char c : text) {
        words += c != ' ' && !inside ? 1 : 0;
        inside = c != ' ';
    }
    return words;
}

} // namespace

void read_sections(Page& page)
{
    // A heading; a row of the error codes; and a button, which nobody searches for.
    static const std::regex shape(
        R"re(<(h[2-4]|dt) id="([^"]+)">([\s\S]*?)(?:<a class="pilcrow"[^>]*>#</a>)?</\1>|)re"
        R"re(<section class="error-row" id="([^"]+)">|<button[^>]*>[^<]*</button>)re");
    Section section{{}, page.title, {}};
    std::string html;
    auto rest = page.html.cbegin();
    const auto close_section = [&] {
        section.text = plain_text(html);
        html.clear();
        page.words += count_words(section.text);
        page.sections.push_back(section);
    };
    for (std::sregex_iterator at(page.html.begin(), page.html.end(), shape), none; at != none; ++at) {
        const std::smatch& parts = *at;
        html.append(rest, parts[0].first);
        rest = parts[0].second;
        page.words += count_words(plain_text(parts[0].str()));
        if (parts[2].matched || parts[4].matched) {
            close_section();
            section.anchor = parts[2].matched ? parts[2].str() : parts[4].str();
            section.title = parts[2].matched ? plain_text(parts[3].str()) : section.anchor;
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
        if (page.kind == Kind::cover) {
            continue;
        }
        pages += fmt::format("{}[{},{},{}]", number == 0 ? "" : ",", json_string(page.file),
                             json_string(page.label), json_string(page.title));
        for (const Section& section : page.sections) {
            sections += fmt::format("{}[{},{},{},{}]", sections.empty() ? "" : ",\n", number,
                                    json_string(section.anchor), json_string(section.title),
                                    json_string(section.text));
        }
        ++number;
    }
    return fmt::format("lockstepIndex({{\"pages\":[{}],\n\"sections\":[{}]}});\n", pages, sections);
}

} // namespace lockstep::book
