// The index: what the texts define and mark, the kernels of their listings, the kernel language, the error codes, and the words
// of others that lead to the book's.
#include "book/back_matter.hpp"

#include "book/blocks.hpp"
#include "html/html.hpp"
#include "lockstep/formats/glossary.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::book
{
namespace
{

bool is_code(std::string_view entry)
{
    return entry.find('`') != std::string_view::npos;
}

/// What entries are sorted by: case, underscores and other signs do not count, and a hyphen counts as a space.
std::string sort_key(std::string_view entry)
{
    std::string key;
    for (const char c : lower(entry))
        key += std::isalnum(static_cast<unsigned char>(c)) != 0 ? std::string(1, c)
               : c == ' ' || c == '-'                           ? " "
                                                                : "";
    return std::string(trim(key));
}

/// The key without the plural of its last word: two entries that share it are one thing.
std::string identity(std::string_view entry)
{
    std::string key = sort_key(entry);
    if (!is_code(entry) && key.size() > 3 && key.ends_with('s') && !key.ends_with("ss") &&
        !key.ends_with("us"))
        key.pop_back();
    return key;
}

struct Entry
{
    std::string name;
    std::vector<const IndexMark*> places;
    std::map<std::string, std::vector<const IndexMark*>> aspects; ///< by what they are called
    std::set<std::string> see;                                    ///< names of other entries
};

/// The words that others use for a thing, without what only comments on them.
std::vector<std::string> words_of(const std::string& field)
{
    static const std::regex separator("[,;]( or)? |$");
    static const std::regex comment(
        R"(^(a|the|none|close|several|used|offset|queue) |^(none|deprecated|the same)$|\d|×| (or|of|is|with) )");
    std::vector<std::string> words;
    for (std::sregex_token_iterator at(field.begin(), field.end(), separator, -1), end; at != end; ++at) {
        std::string word = std::regex_replace(at->str(), std::regex(R"( and others$| \(.*$|^or )"), "");
        if (!word.empty() && !std::regex_search(word, comment)) words.push_back(word);
    }
    return words;
}

/// Names of an interface, as opposed to words.
std::string as_code(const std::string& word)
{
    static const std::regex name(R"(^\w*(_|::|[a-z][A-Z])\w*$)");
    return std::regex_search(word, name) ? fmt::format("`{}`", word) : word;
}

class Index
{
public:
    Index(Site& site, InlineText& text, int line) : site_(site), text_(text), line_(line) {}

    void add_glossary(std::vector<formats::GlossaryEntry> glossary)
    {
        glossary_ = std::move(glossary);
        for (const auto& entry : glossary_) {
            names_.try_emplace(identity(entry.term), entry.term);
            for (const std::string& alias : entry.aliases) names_.try_emplace(identity(alias), entry.term);
        }
    }

    void add_marks()
    {
        for (const bool code : {false, true}) // names in code may become a side of a word
            for (const IndexMark& mark : site_.index_marks)
                if (is_code(mark.entry) == code) add(mark);
    }

    /// The words of the glossary that have no entry, and names without their prefix.
    void add_references()
    {
        for (const auto& entry : glossary_) {
            for (const std::string& alias : entry.aliases)
                if (lower(alias).substr(0, 3) != lower(entry.term).substr(0, 3)) refer(alias, entry.term, "");
        }
        for (const auto& entry : glossary_)
            for (const auto& [field, language] :
                 {std::tuple{&entry.cuda, "CUDA"}, std::tuple{&entry.hip, "HIP"},
                  std::tuple{&entry.sycl, "SYCL"}})
                for (const std::string& word : words_of(*field)) refer(as_code(word), entry.term, language);
        add_bare_names();
        for (auto& [key, reference] : references_) {
            if (!reference.languages.empty())
                reference.entry.name += fmt::format(" ({})", fmt::join(reference.languages, ", "));
            entries_.emplace(key, std::move(reference.entry));
        }
    }

    std::string html() const
    {
        std::map<std::pair<std::string, std::string>, std::pair<std::string, std::string>>
            sorted; // letter and entry, by key
        for (const auto& [key, entry] : entries_) {
            const std::string order = sort_key(entry.name);
            const bool is_letter = std::isalpha(static_cast<unsigned char>(order[0])) != 0;
            const std::string letter =
                is_letter
                    ? std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(order[0]))))
                    : "0–9";
            sorted[{order, key}] = {letter, html_of(key, entry)};
        }
        std::string letters;
        std::string groups;
        std::string items;
        for (auto at = sorted.begin(); at != sorted.end();) {
            const std::string& letter = at->second.first;
            items += at->second.second;
            if (++at != sorted.end() && at->second.first == letter) continue;
            letters += site_.theme.fill("index-letter", {{"ANCHOR", slug(letter)}, {"LETTER", letter}});
            groups += site_.theme.fill("index-group",
                                       {{"ANCHOR", slug(letter)}, {"LETTER", letter}, {"ENTRIES", items}});
            items.clear();
        }
        return site_.theme.fill("index", {{"LETTERS", letters}, {"GROUPS", groups}});
    }

private:
    struct Reference
    {
        Entry entry;
        std::vector<std::string> languages;
    };

    Site& site_;
    InlineText& text_;
    int line_;
    std::vector<formats::GlossaryEntry> glossary_;
    std::map<std::string, std::string>
        names_; ///< the glossary's terms, by what they and their other names are identified by
    std::map<std::string, Entry> entries_;
    std::map<std::string, Reference> references_;

    void add(const IndexMark& mark)
    {
        const auto known = is_code(mark.entry) ? names_.end() : names_.find(identity(mark.entry));
        const std::string name = known == names_.end() ? mark.entry : known->second;
        Entry& entry = entries_[identity(name)];
        if (entry.name.empty()) entry.name = name;
        const bool word_in_code = is_code(name) && !is_code(entry.name);
        if (entry.name != name && !word_in_code) {
            site_.problem(*mark.page, mark.line,
                          fmt::format("The index has '{}' and '{}'. Write it here as it is written there.",
                                      name, entry.name));
        }
        const std::string aspect = mark.aspect.empty() && word_in_code ? name : mark.aspect;
        (aspect.empty() ? entry.places : entry.aspects[aspect]).push_back(&mark);
    }

    void refer(const std::string& name, const std::string& target, const std::string& language)
    {
        const std::string key = identity(name);
        if (entries_.contains(key) || !entries_.contains(identity(target))) return;
        Reference& reference = references_[key];
        if (reference.entry.name.empty()) reference.entry.name = name;
        reference.entry.see.insert(target);
        if (!language.empty() &&
            std::ranges::find(reference.languages, language) == reference.languages.end())
            reference.languages.push_back(language);
    }

    /// `EnqueueNDRangeKernel` leads to `clEnqueueNDRangeKernel`, and `clEnqueueMapBuffer` to the method `enqueueMapBuffer`.
    void add_bare_names()
    {
        static const std::regex function("`cl([A-Z]\\w+)`");
        static const std::regex method("`(create|enqueue)(\\w+)`");
        std::vector<std::pair<std::string, std::string>> found;
        std::smatch parts;
        for (const auto& [key, entry] : entries_) {
            if (std::regex_match(entry.name, parts, function))
                found.emplace_back("`" + parts[1].str() + "`", entry.name);
            if (std::regex_match(entry.name, parts, method)) {
                std::string verb = parts[1].str();
                verb[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(verb[0])));
                found.emplace_back(fmt::format("`cl{}{}`", verb, parts[2].str()), entry.name);
            }
        }
        for (const auto& [name, target] : found) refer(name, target, "");
    }

    std::string places(const std::vector<const IndexMark*>& marks) const
    {
        std::vector<std::string> links;
        for (const IndexMark* mark : marks)
            links.push_back(
                site_.theme.fill("index-place", {{"CLASS", mark->defines ? " class=\"defines\"" : ""},
                                                 {"HREF", mark->href},
                                                 {"TITLE", title_of(mark->page->title)},
                                                 {"PLACE", mark->place}}));
        return links.empty() ? "" : fmt::format(" {}", fmt::join(links, ", "));
    }

    std::string html_of(const std::string& key, const Entry& entry) const
    {
        std::string aspects;
        for (const auto& [name, marks] : entry.aspects)
            aspects += site_.theme.fill("index-aspect",
                                        {{"NAME", text_.html(name, line_)}, {"PLACES", places(marks)}});
        std::vector<std::string> see;
        for (const std::string& target : entry.see)
            see.push_back(site_.theme.fill(
                "index-see", {{"ANCHOR", slug(identity(target))}, {"NAME", text_.html(target, line_)}}));
        const std::string references =
            see.empty() ? ""
                        : site_.theme.fill("index-references",
                                           {{"TARGETS", fmt::format("{}", fmt::join(see, ", "))}});
        return site_.theme.fill(
            "index-entry",
            {{"ANCHOR", slug(key)},
             {"NAME", text_.html(entry.name, line_)},
             {"PLACES", places(entry.places)},
             {"REFERENCES", references},
             {"ASPECTS", aspects.empty() ? "" : site_.theme.fill("index-aspects", {{"ASPECTS", aspects}})}});
    }
};

void add_error_codes(Site& site)
{
    const auto at = std::ranges::find(site.book.pages, site.error_page, &Page::file);
    if (at == site.book.pages.end()) return;
    for (const ErrorRow& row : site.options.errors)
        site.index_marks.push_back({fmt::format("`{}` ({})", row.name, row.code), "",
                                    fmt::format("{}#{}", at->file, row.name), place_of(*at), &*at, 0});
}

} // namespace

std::string place_of(const Page& page)
{
    return page.exercise != nullptr ? page.exercise->short_name()
           : page.prefix.empty()    ? title_of(page.title)
                                    : page.prefix;
}

std::vector<IndexMark> kernels_of(std::string_view code, const Page& page, const std::string& label, int line)
{
    static const std::regex definition(R"(\bkernel\s+(__attribute__\(\(.*\)\)\s+)?void\s+(\w+)\s*\()");
    std::vector<IndexMark> marks;
    std::set<std::string> seen;
    const std::string text(code);
    for (std::sregex_iterator at(text.begin(), text.end(), definition), end; at != end; ++at) {
        const auto line_begin = text.rfind('\n', static_cast<std::size_t>(at->position())) + 1;
        const auto before = text.rfind('\n', line_begin < 2 ? 0 : line_begin - 2);
        const std::string_view above =
            std::string_view(text).substr(before == std::string::npos ? 0 : before, line_begin);
        if (above.find("#define") != std::string_view::npos) continue; // a name that the macro is given
        const bool is_macro =
            std::ranges::none_of((*at)[2].str(), [](unsigned char c) { return std::islower(c) != 0; });
        if (is_macro || !seen.insert((*at)[2].str()).second) continue;
        marks.push_back({fmt::format("`{}` (kernel, {})", (*at)[2].str(), page.title), "",
                         fmt::format("{}#{}", page.file, slug(label)), label, &page, line});
    }
    return marks;
}

std::string index_of_terms(Site& site, InlineText& text, int line)
{
    add_error_codes(site);
    Index index(site, text, line);
    const auto words = site.options.source / "book" / "appendices" / "glossary.json";
    if (std::filesystem::exists(words)) index.add_glossary(formats::read_glossary(words));
    index.add_marks();
    index.add_references();
    return index.html();
}

} // namespace lockstep::book
