// The book as an e-book: EPUB 3.
#include "book/epub.hpp"

#include "book/blocks.hpp"
#include "book/epub_archive.hpp"
#include "book/frame.hpp"
#include "book/taken.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <set>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

/// Colours and fonts by the names that the theme has for them; not every reading system knows such names.
class ThemeNames
{
public:
    explicit ThemeNames(const fs::path& design)
    {
        for (const fs::path& file : {design / "theme" / "1-base.css", design / "figures" / "figures.css"})
            for (const std::string& line : split_lines(read_text(file))) read(trim(line));
    }

    /// The text with each var(--name) that the theme defines as what it is.
    std::string spelled_out(std::string_view text) const
    {
        constexpr std::string_view open = "var(--";
        std::string out;
        for (auto at = text.find(open); at != std::string_view::npos; at = text.find(open)) {
            const auto name_end = text.find_first_of(",)", at);
            const auto end = end_of(text, at);
            const auto known = values_.find(text.substr(at + 4, name_end - at - 4));
            out += text.substr(0, at);
            out +=
                known != values_.end() ? spelled_out(known->second) : std::string(text.substr(at, end - at));
            text.remove_prefix(end);
        }
        return out.append(text);
    }

private:
    std::map<std::string, std::string, std::less<>> values_;

    void read(std::string_view line)
    {
        const auto colon = line.find(": ");
        if (!line.starts_with("--") || colon == std::string_view::npos || !line.ends_with(';')) return;
        // The first is that of light pages. Values go into attributes, too.
        values_.try_emplace(
            std::string(line.substr(0, colon)),
            replace_all(std::string(line.substr(colon + 2, line.size() - colon - 3)), "\"", "'"));
    }

    static std::size_t end_of(std::string_view text, std::size_t at)
    {
        int depth = 0;
        for (; at < text.size(); ++at) {
            depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
            if (text[at] == ')' && depth == 0) return at + 1;
        }
        return text.size();
    }
};

class Ebook
{
public:
    Ebook(Site& site, Formulas formulas)
        : site_(site), names_(site.options.design), formulas_(std::move(formulas))
    {
        for (const Page& page : site.book.pages) pages_[page.file] = &page;
    }

    std::map<std::string, std::string> files()
    {
        const Catalogue& catalogue = site_.book.catalogue;
        std::string items;
        std::string spine;
        for (const Page& page : site_.book.pages) {
            const std::string text = page_text(page);
            std::string properties = has(text, "<svg") ? "svg" : "";
            if (has(text, "<math")) properties += properties.empty() ? "mathml" : " mathml";
            items += item(page.id, file_of(page), "application/xhtml+xml", properties);
            spine += site_.theme.fill("ebook-itemref", {{"ID", page.id}});
            put(file_of(page), filled_page(page.title, text));
        }
        for (const auto& [file, name] : site_.images) {
            items += item("image-" + slug(name), "images/" + name, "image/png", "");
            put("images/" + name, read_bytes(file));
        }
        put("style.css",
            names_.spelled_out(read_text(site_.options.design / "theme" / "ebook" / "style.css")));
        put("cover.svg", cover_picture());
        put("nav.xhtml", filled_page("Contents", nav()));
        put("package.opf",
            site_.theme.fill("ebook-package", {{"IDENTIFIER", identifier()},
                                               {"TITLE", fmt::format("{}: {}", title_of(catalogue.title),
                                                                     title_of(catalogue.subtitle))},
                                               {"SUMMARY", title_of(catalogue.summary)},
                                               {"MODIFIED", now()},
                                               {"ITEMS", items},
                                               {"SPINE", spine}}));
        files_["META-INF/container.xml"] = site_.theme.fill("ebook-container");
        return std::move(files_);
    }

private:
    Site& site_;
    ThemeNames names_;
    Formulas formulas_;
    std::map<std::string, const Page*> pages_; ///< by their files in the site
    std::map<std::string, std::string> files_;

    static bool has(const std::string& text, std::string_view part)
    {
        return text.find(part) != std::string::npos;
    }
    static std::string file_of(const Page& page) { return fs::path(page.file).stem().string() + ".xhtml"; }

    void put(const std::string& name, std::string text) { files_["book/" + name] = std::move(text); }

    std::string item(const std::string& id, const std::string& file, const std::string& type,
                     const std::string& properties) const
    {
        return site_.theme.fill(
            "ebook-item",
            {{"ID", id},
             {"FILE", file},
             {"TYPE", type},
             {"PROPERTIES", properties.empty() ? "" : fmt::format(" properties=\"{}\"", properties)}});
    }

    std::string filled_page(const std::string& title, const std::string& text) const
    {
        return site_.theme.fill("ebook-page", {{"TITLE", title_of(title)}, {"TEXT", text}});
    }

    TakenLink link(const std::string& target) const
    {
        if (target.starts_with("http:") || target.starts_with("https:") || target.starts_with("mailto:"))
            return {replace_all(target, "&", "&amp;"), {}};
        if (target.starts_with('#')) return {target, {}};
        const auto hash = std::min(target.find('#'), target.size());
        const auto at = pages_.find(target.substr(0, hash));
        return at == pages_.end() ? TakenLink{} : TakenLink{file_of(*at->second) + target.substr(hash), {}};
    }

    std::string page_text(const Page& page) const
    {
        const std::string html = page.kind == Kind::cover
                                     ? page.html
                                     : opener(site_, page) + "<div class=\"prose\">" + page.html + "</div>";
        return names_.spelled_out(
            taken(html, {.prefix = "",
                         .pictures = "",
                         .levels = 0,
                         .mathml = true,
                         .formulas = &formulas_,
                         .link = [&](const std::string& target, Surroundings) { return link(target); },
                         .theme = &site_.theme}));
    }

    std::string cover_picture() const
    {
        const std::string& html = site_.book.pages.front().html;
        const auto first = html.find('>', html.find("<svg class=\"cover-art\"")) + 1;
        const Catalogue& catalogue = site_.book.catalogue;
        return site_.theme.fill("ebook-cover",
                                {{"TITLE", title_of(catalogue.title)},
                                 {"SUBTITLE", title_of(catalogue.subtitle)},
                                 {"CELLS", html.substr(first, html.find("</svg>", first) - first)}});
    }

    std::string entry(const Page& page, const std::string& below = {}) const
    {
        const std::string label = page.label.empty() ? "" : page.label + ": ";
        return site_.theme.fill(
            "ebook-entry",
            {{"FILE", file_of(page)}, {"TITLE", label + title_of(page.title)}, {"BELOW", below}});
    }

    std::string below(const std::string& entries) const
    {
        return entries.empty() ? "" : site_.theme.fill("ebook-below", {{"ENTRIES", entries}});
    }

    std::string chapters_of(const PartInfo& part) const
    {
        std::string chapters;
        for (const Page& page : site_.book.pages) {
            if (page.kind != Kind::chapter || &site_.book.catalogue.parts.at(page.chapter->part) != &part)
                continue;
            std::string exercises;
            for (const Page& task : site_.book.pages)
                if (task.kind == Kind::exercise && task.chapter == page.chapter) exercises += entry(task);
            chapters += entry(page, below(exercises));
        }
        return chapters;
    }

    std::string nav() const
    {
        std::string before;
        std::string behind;
        const Page* first = &site_.book.pages.front();
        for (const Page& page : site_.book.pages) {
            const bool is_before = page.kind == Kind::cover || page.kind == Kind::front;
            if (page.kind == Kind::chapter && first->kind != Kind::chapter) first = &page;
            if (is_before)
                before += entry(page);
            else if (page.kind != Kind::part && page.chapter == nullptr)
                behind += entry(page);
        }
        for (const PartInfo& part : site_.book.catalogue.parts) {
            const std::string chapters = chapters_of(part);
            const Page* page = opener_of(site_, part);
            if (page != nullptr)
                before += entry(*page, below(chapters));
            else if (!chapters.empty())
                before += site_.theme.fill("ebook-heading", {{"TITLE", fmt::format("Part {}: {}", part.number,
                                                                                   title_of(part.title))},
                                                             {"BELOW", below(chapters)}});
        }
        return site_.theme.fill("ebook-nav", {{"ENTRIES", before + behind},
                                              {"COVER", file_of(site_.book.pages.front())},
                                              {"FIRST", file_of(*first)}});
    }

    /// One book, one name, whatever its version: where it is from, or else its title.
    std::string identifier() const
    {
        return site_.options.repository.empty() ? "urn:lockstep:" + slug(site_.book.catalogue.title)
                                                : escape_html(site_.options.repository);
    }

    static std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }
};

} // namespace

void write_epub(Site& site, const fs::path& work, const fs::path& epub)
{
    fs::create_directories(work);
    std::string missing;
    Formulas formulas = set_formulas(site, work, missing);
    if (!missing.empty()) site.notes.push_back(missing);
    write_epub_archive(epub, Ebook(site, std::move(formulas)).files());
}

} // namespace lockstep::book
