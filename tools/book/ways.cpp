// Ways through the book in its pages.
#include "book/ways.hpp"

#include "book/blocks.hpp"
#include "html/html.hpp"
#include "lockstep/formats/glossary.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

/// The page of a step, or nothing.
const Page* page_of_step(const Site& site, const WayStep& step)
{
    const auto found = std::ranges::find(site.book.pages, step.page + ".html", &Page::file);
    return found == site.book.pages.end() ? nullptr : &*found;
}

/// The headings of a page that belong to what a step reads of it; all, and "" for what is above them, where it reads the page.
std::set<std::string> anchors_read(const Page& page, const WayStep& step)
{
    std::set<std::string> anchors;
    if (step.section.empty()) anchors.insert("");
    int inside = step.section.empty() ? 1 : 0;
    for (const Heading& heading : page.headings) {
        if (!step.section.empty() && heading.anchor == step.section)
            inside = heading.level;
        else if (!step.section.empty() && heading.level <= inside)
            inside = 0;
        if (inside > 0) anchors.insert(heading.anchor);
    }
    return anchors;
}

/// The heading that a term is defined below; "" above the first.
std::string heading_above(const Page& page, const Term& term)
{
    const auto place = page.html.find(fmt::format("id=\"{}\"", term.href.substr(term.href.find('#') + 1)));
    std::string above;
    for (const Heading& heading : page.headings) {
        if (page.html.find(fmt::format("id=\"{}\"", heading.anchor)) > place) break;
        above = heading.anchor;
    }
    return above;
}

/// What a step shows as text, in small letters: no listings, and of a whole page nothing that leads elsewhere. What stands
/// below something else than a heading belongs to the heading above.
std::string text_read(const Page& page, const WayStep& step, const std::set<std::string>& anchors)
{
    const auto leads_elsewhere = [](const Section& section) {
        return section.title == "Further reading" || section.title == "In CUDA and HIP" ||
               section.title == "Exercises";
    };
    std::string text;
    bool inside = step.section.empty();
    for (const Section& section : page.sections) {
        if (std::ranges::find(page.headings, section.anchor, &Heading::anchor) != page.headings.end())
            inside = anchors.contains(section.anchor) && !(step.section.empty() && leads_elsewhere(section));
        if (inside) text += " " + section.title + " " + section.text;
    }
    return lower(text);
}

bool is_letter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether the text has the word, in the singular or with an s.
bool uses(const std::string& text, const std::string& word)
{
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        auto end = at + word.size();
        if (end < text.size() && text[end] == 's') ++end;
        if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end])))
            return true;
    }
    return false;
}

/// What defines a word of the glossary in the chapters; nothing where none does.
const Term* defined(const Site& site, const formats::GlossaryEntry& entry)
{
    std::vector<std::string> names = entry.aliases;
    names.insert(names.begin(), entry.term);
    for (const std::string& name : names)
        if (const auto found = site.terms.find(lower(name)); found != site.terms.end()) return &found->second;
    return nullptr;
}

std::vector<std::vector<std::string>> words_of(const Site& site, const Way& way,
                                               const std::vector<formats::GlossaryEntry>& glossary)
{
    std::vector<std::vector<std::string>> words(way.steps.size());
    std::set<std::string> known;
    for (std::size_t i = 0; i < way.steps.size(); ++i) {
        const Page* page = page_of_step(site, way.steps[i]);
        if (page == nullptr || way.steps[i].looked_up) continue;
        const std::set<std::string> anchors = anchors_read(*page, way.steps[i]);
        const std::string text = text_read(*page, way.steps[i], anchors);
        for (const formats::GlossaryEntry& entry : glossary) {
            if (known.contains(entry.term)) continue;
            const Term* term = defined(site, entry);
            const bool here =
                term != nullptr && term->page == page && anchors.contains(heading_above(*page, *term));
            const bool in_passing = !here && !entry.everyday && uses(text, lower(entry.term));
            if (in_passing) words[i].push_back(entry.term);
            if (here || in_passing) known.insert(entry.term);
        }
    }
    return words;
}

std::string link_to(const Site& site, const WayStep& step, const char* relation, const char* word)
{
    return site.theme.fill("on-way-link",
                           {{"RELATION", relation},
                            {"FILE", step.address()},
                            {"WORD", word},
                            {"TITLE", title_of((step.name.empty() ? "" : step.name + " ") + step.title)}});
}

std::string passing_box(Site& site, const std::vector<std::string>& words)
{
    std::string entries;
    for (const std::string& word : words)
        entries += site.theme.fill("in-passing-word",
                                   {{"ANCHOR", slug(word)},
                                    {"TERM", title_of(word)},
                                    {"DEFINITION", site.resolve({.text = site.definitions[word]})}});
    return entries.empty() ? "" : site.theme.fill("in-passing", {{"WORDS", entries}});
}

} // namespace

std::string way_list(const Site& site, std::string_view name)
{
    const auto way = std::ranges::find(site.ways, name, &Way::name);
    if (way == site.ways.end())
        throw Failure(fmt::format("The outline has no way '{}'.", name),
                      "add it to \"ways\" in book/outline.json");
    constexpr std::size_t long_list = 24;
    std::string steps;
    for (const WayStep& step : way->steps)
        steps += site.theme.fill("way-step",
                                 {{"CLASS", step.exercise.empty() ? "read" : "solve"},
                                  {"FILE", step.address()},
                                  {"NAME", step.name},
                                  {"TITLE", title_of(step.title)},
                                  {"MINUTES", step.minutes == 0 ? "" : fmt::format("{} min", step.minutes)}});
    const std::size_t exercises = way->exercises().size();
    const std::string time = way->minutes() == 0 ? "" : ", about " + duration(way->minutes());
    return site.theme.fill(
        "way", {{"NAME", way->name},
                {"SUMMARY", title_of(way->summary)},
                {"COST", counted(way->steps.size() - exercises, "page") +
                             (exercises == 0 ? "" : " and " + counted(exercises, "exercise")) + time},
                {"OPEN", way->steps.size() > long_list ? "" : " open"},
                {"STEPS", steps}});
}

void find_words_in_passing(Site& site)
{
    const fs::path file = site.options.source / "book" / "appendices" / "glossary.json";
    if (!fs::exists(file)) return;
    const std::vector<formats::GlossaryEntry> glossary = formats::read_glossary(file);
    for (const Way& way : site.ways) site.in_passing.push_back(words_of(site, way, glossary));
}

std::string on_ways(Site& site, const Page& page)
{
    std::string asides;
    for (std::size_t w = 0; w < site.ways.size(); ++w) {
        const std::vector<WayStep>& steps = site.ways[w].steps;
        std::vector<std::string> words;
        std::size_t first = steps.size();
        std::size_t last = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].page + ".html" != page.file || steps[i].looked_up) continue;
            first = std::min(first, i);
            last = i;
            if (w < site.in_passing.size())
                words.insert(words.end(), site.in_passing[w][i].begin(), site.in_passing[w][i].end());
        }
        if (first == steps.size()) continue;
        asides += site.theme.fill(
            "on-way",
            {{"NAME", site.ways[w].name},
             {"TITLE", title_of(site.ways[w].title)},
             {"PLACE", std::to_string(first + 1)},
             {"COUNT", std::to_string(steps.size())},
             {"SECTION", steps[first].section.empty()
                             ? ""
                             : site.theme.fill("on-way-section", {{"ANCHOR", steps[first].section}})},
             {"LINKS", (first == 0 ? "" : link_to(site, steps[first - 1], "prev", "before")) +
                           (last + 1 == steps.size() ? "" : link_to(site, steps[last + 1], "next", "next"))},
             {"PASSING", passing_box(site, words)}});
    }
    return asides;
}

} // namespace lockstep::book
