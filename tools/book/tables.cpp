// The generated tables of the appendices: error codes and glossary.
#include "book/blocks.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/glossary.hpp"
#include "lockstep/text.hpp"

#include <cctype>
#include <regex>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::string glossary(Site& site, const Page& page, InlineText& text, int line)
{
    std::string rows;
    for (const auto& entry : formats::read_glossary(page.source.parent_path() / "glossary.json")) {
        std::vector<std::string> names = entry.aliases;
        names.insert(names.begin(), entry.term);
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
        for (const auto& [word, label, language] :
             {std::tuple{&entry.cuda, "CUDA", "en"}, std::tuple{&entry.hip, "HIP", "en"},
              std::tuple{&entry.sycl, "SYCL", "en"}, std::tuple{&entry.chinese, "Chinese", "zh"},
              std::tuple{&entry.german, "German", "de"}})
            if (!word->empty())
                others += " " + site.theme.fill("glossary-tongue", {{"TONGUE", label},
                                                                    {"LANGUAGE", language},
                                                                    {"WORD", text.html(*word, line)}});
        site.definitions[entry.term] = text.html(entry.definition, line);
        rows += site.theme.fill("glossary-entry", {{"ANCHOR", slug(entry.term)},
                                                   {"TERM", title_of(entry.term)},
                                                   {"DEFINITION", site.definitions[entry.term]},
                                                   {"LINK", link},
                                                   {"TONGUES", others}});
    }
    return site.theme.fill("glossary", {{"ENTRIES", rows}});
}

} // namespace lockstep::book
