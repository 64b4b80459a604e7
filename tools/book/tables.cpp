// The generated tables of the appendices: error codes and glossary.
#include "book/blocks.hpp"
#include "book/inline.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace lockstep::book
{
namespace
{

/// A clause of the catalogue as a sentence: a capital letter, a full stop, names of the interface set as code.
std::string sentence(std::string_view clause)
{
    std::string text(clause);
    const std::string first = text.substr(0, text.find(' '));
    const bool is_word =
        !first.empty() && first.find_first_of("_./:()") == std::string::npos && lower(first) == first;
    if (is_word) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    static const std::regex name(R"(\./lockstep \w+|/etc/[\w./]+|\b(CL|LOCKSTEP|CLK)_\w+|\bcl(::)?[A-Z]\w*)");
    text = std::regex_replace(escape_html(text), name, "<code>$&</code>");
    return smart_quotes(text + (text.ends_with('.') || text.ends_with('?') ? "" : "."));
}

struct Lesson
{
    const Page* page;
    std::string text;
};

std::vector<Lesson> lessons_of(const Site& site)
{
    std::vector<Lesson> lessons;
    for (const Page& page : site.book.pages)
        if (page.kind == Kind::chapter && !page.source.empty())
            lessons.push_back({&page, read_text(page.source)});
    return lessons;
}

/// The chapters that speak of an error code, as links; empty when none does.
std::string chapters_with(const Site& site, const std::vector<Lesson>& lessons, std::string_view code)
{
    std::vector<std::string> links;
    for (const auto& [page, text] : lessons)
        if (text.find(fmt::format("\\errorcode{{{}}}", code)) != std::string::npos)
            links.push_back(site.theme.fill("link", {{"HREF", page->file}, {"TEXT", page->label}}));
    return fmt::format("{}", fmt::join(links, ", "));
}

} // namespace

std::string error_table(const Site& site)
{
    const std::vector<Lesson> lessons = lessons_of(site);
    std::string rows;
    for (const ErrorRow& row : site.options.errors) {
        const std::string chapters = chapters_with(site, lessons, row.name);
        const std::string shown =
            chapters.empty() ? "" : site.theme.fill("error-shown", {{"CHAPTERS", chapters}});
        rows += site.theme.fill("error-row",
                                {{"NAME", escape_html(row.name)},
                                 {"CODE", std::to_string(row.code)}, // with the hyphen that one searches for
                                 {"MEANING", sentence(row.meaning)},
                                 {"CAUSE", sentence(row.cause)},
                                 {"NEXT", sentence(row.next)},
                                 {"SHOWN", shown}});
    }
    return site.theme.fill("error-rows", {{"ROWS", rows}});
}

std::string glossary(Site& site, Page& page, int line)
{
    using nlohmann::json;
    const auto file = page.source.parent_path() / "glossary.json";
    Captures none(site, page);
    InlineText text(site, page, none);
    std::string rows;
    try {
        std::vector<json> entries = json::parse(read_text(file)).get<std::vector<json>>();
        const auto name = [](const json& entry) { return lower(entry.at("term").get<std::string>()); };
        std::sort(entries.begin(), entries.end(),
                  [&](const json& a, const json& b) { return name(a) < name(b); });
        for (const json& entry : entries) {
            const std::string term = entry.at("term");
            std::vector<std::string> names = entry.value("aliases", std::vector<std::string>{});
            names.insert(names.begin(), term);
            std::string link;
            for (const std::string& alias : names) {
                const auto at = site.terms.find(lower(alias));
                if (at != site.terms.end() && link.empty()) {
                    const std::string& label = at->second.page->label;
                    link = " " + site.theme.fill("glossary-link",
                                                 {{"HREF", at->second.href},
                                                  {"TEXT", label.empty() ? "where it is defined" : label}});
                }
            }
            std::string others;
            for (const auto& [key, label, language] :
                 {std::tuple{"cuda", "CUDA", "en"}, std::tuple{"hip", "HIP", "en"},
                  std::tuple{"chinese", "Chinese", "zh"}, std::tuple{"german", "German", "de"}}) {
                const std::string other = entry.value(key, "");
                if (!other.empty()) {
                    others += " " + site.theme.fill("glossary-tongue", {{"TONGUE", label},
                                                                        {"LANGUAGE", language},
                                                                        {"WORD", text.html(other, line)}});
                }
            }
            rows += site.theme.fill(
                "glossary-entry", {{"ANCHOR", slug(term)},
                                   {"TERM", title_of(term)},
                                   {"DEFINITION", text.html(entry.at("definition").get<std::string>(), line)},
                                   {"LINK", link},
                                   {"TONGUES", others}});
        }
    } catch (const json::exception& error) {
        site.problem(file, 0, fmt::format("The glossary's data is not right ({}). Repair it.", error.what()));
    }
    return site.theme.fill("glossary", {{"ENTRIES", rows}});
}

} // namespace lockstep::book
