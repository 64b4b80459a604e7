// The reference: Doxygen's pages of the library's and the lens's headers, in the book's frame.
#include "book/reference.hpp"

#include "book/blocks.hpp"
#include "book/frame.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

constexpr std::string_view first_page = "library-reference.html";

/// Headers that belong together: where they are, what an #include calls their folder, and their namespace.
struct HeaderSet
{
    std::string_view folder;
    std::string_view included_from;
    std::string_view space;        ///< empty: no page lists it
    std::string_view introduction; ///< the fragment that says what they are for
};

constexpr std::array header_sets{
    HeaderSet{"lib/include", "lockstep", "lockstep", "reference-lockstep"},
    HeaderSet{"harness/include", "lockstep", "",
              "reference-harness"}, // of a namespace that is listed already
    HeaderSet{"lens/include", "lockstep/lens", "lockstep::lens", "reference-lockstep-lens"}};

fs::path headers_of(const fs::path& source, const HeaderSet& headers)
{
    return source / headers.folder / headers.included_from;
}

/// "profile.hpp" as an #include names it, by the folder that has such a header.
std::string included_name(const fs::path& source, const std::string& header)
{
    for (const HeaderSet& headers : header_sets)
        if (fs::exists(headers_of(source, headers) / header))
            return fmt::format("{}/{}", headers.included_from, header);
    return header;
}

/// Doxygen's pages that hold documentation, as opposed to indexes that the book does not show.
bool is_content(const std::string& name)
{
    if (name.ends_with("-members.html")) return false;
    for (std::string_view prefix : {"namespacelockstep", "classlockstep", "structlockstep", "unionlockstep"})
        if (name.starts_with(prefix)) return true;
    return name.ends_with("_8hpp.html");
}

std::string between(const std::string& text, std::string_view open, std::string_view close)
{
    const auto first = text.find(open);
    if (first == std::string::npos) return {};
    const auto last = text.rfind(close);
    return last == std::string::npos ? "" : text.substr(first + open.size(), last - first - open.size());
}

std::string title_in(const std::string& html, const fs::path& source)
{
    const auto first = html.find("<div class=\"title\">");
    const auto last = html.find("</div>", first);
    if (first == std::string::npos || last == std::string::npos) return "Reference";
    std::string title = html.substr(first + 19, last - first - 19);
    title = plain_text(std::regex_replace(title, std::regex("<div.*"), ""));
    for (const HeaderSet& headers : header_sets)
        if (title.starts_with(fmt::format("{} Namespace", headers.space)))
            return fmt::format("Everything in {}, by name", headers.space);
    title = std::regex_replace(title, std::regex(" (Class|Struct|Union|File)( Template)? Reference.*"), "");
    return title.ends_with(".hpp") ? included_name(source, title) : title;
}

/// The tag that closes an element which the book leaves out; empty for one that it shows.
std::string_view end_of_noise(std::string_view tag)
{
    const bool inherited =
        tag.starts_with("tr ") && attribute(tag, "class").find("inherit") != std::string::npos;
    return inherited                           ? "</tr>"
           : tag == "p class=\"reference\""    ? "</p>"
           : tag == "span class=\"permalink\"" ? "</span>"
                                               : "";
}

/// Doxygen's text of a page becomes the book's in one walk over its tags: links lead to the book's pages, those to pages
/// that it leaves out become plain text; anchors lose their second name; references, permalinks and inherited members are
/// left out; tables of members can scroll.
std::string own_reference(std::string_view html)
{
    std::string out;
    bool in_lost_link = false;
    bool in_members = false;
    std::size_t at = 0;
    for (auto open = html.find('<'); open != std::string_view::npos; open = html.find('<', at)) {
        out += html.substr(at, open - at);
        at = std::min(html.find('>', open), html.size() - 1) + 1;
        const std::string_view tag = html.substr(open + 1, at - open - 2);
        const std::string target = tag.starts_with("a ") ? attribute(tag, "href") : "";
        const std::string file = target.substr(0, target.find('#'));
        if (const auto close = end_of_noise(tag); !close.empty()) {
            at = std::min(html.find(close, at), html.size() - close.size()) + close.size();
        } else if (!file.empty() && !file.starts_with("http")) {
            in_lost_link = !is_content(file);
            out += in_lost_link ? "" : replace_all(fmt::format("<{}>", tag), "href=\"", "href=\"api-");
        } else if (tag == "/a" && in_lost_link) {
            in_lost_link = false;
        } else if (tag.starts_with("a ") && tag.find(" name=\"") != std::string_view::npos) {
            out += fmt::format("<a id=\"{}\">", attribute(tag, "id"));
        } else {
            const bool opens = tag == "table class=\"memberdecls\"";
            const bool closes = tag == "/table" && in_members;
            out += opens ? "<div class=\"table-scroll\" tabindex=\"0\">" : "";
            out += html.substr(open, at - open);
            out += closes ? "</div>" : "";
            in_members = opens || (in_members && !closes);
        }
    }
    return out.append(html.substr(at));
}

/// The page of a header, as Doxygen names it.
std::string page_of(std::string header)
{
    header = replace_all(std::move(header), "_", "__");
    return "api-" + replace_all(std::move(header), ".", "_8") + ".html";
}

/// What a header is for: its first comment line.
std::string purpose(const fs::path& header)
{
    const auto lines = split_lines(read_text(header));
    if (lines.empty() || !lines[0].starts_with("//")) return {};
    return std::string(trim(std::string_view(lines[0]).substr(lines[0].find_first_not_of('/'))));
}

/// A table of headers, with links to their pages, and a link to everything in its namespace.
std::string index_of(const Site& site, const HeaderSet& headers, const fs::path& html)
{
    const Templates& theme = site.theme;
    std::string rows;
    for (const auto& header : sorted_entries(headers_of(site.options.source, headers))) {
        if (header.extension() != ".hpp") continue;
        const std::string page = page_of(header.filename().string());
        rows += theme.fill(fs::exists(html / page) ? "reference-header" : "reference-header-alone",
                           {{"FILE", page},
                            {"NAME", fmt::format("{}/{}", headers.included_from, header.filename().string())},
                            {"PURPOSE", title_of(purpose(header))}});
    }
    std::string text =
        smart_quotes(theme.fill(headers.introduction)) + theme.fill("reference-headers", {{"ROWS", rows}});
    const std::string everything =
        fmt::format("api-namespace{}.html", replace_all(std::string(headers.space), "::", "_1_1"));
    if (!headers.space.empty() && fs::exists(html / everything))
        text +=
            theme.fill("reference-namespace", {{"FILE", everything}, {"SPACE", std::string(headers.space)}});
    return text;
}

} // namespace

std::vector<fs::path> reference_folders(const fs::path& source)
{
    std::vector<fs::path> folders;
    for (const HeaderSet& headers : header_sets)
        if (fs::exists(headers_of(source, headers))) folders.push_back(source / headers.folder);
    return folders;
}

void announce_reference(Site& site)
{
    if (reference_folders(site.options.source).empty()) return;
    char letter = 'A';
    for (const Page& page : site.book.pages)
        letter = page.kind == Kind::appendix ? static_cast<char>(letter + 1) : letter;
    Page page;
    page.kind = Kind::reference;
    page.id = "reference";
    page.file = first_page;
    page.title = "Library reference";
    page.prefix = std::string(1, letter);
    page.label = "Appendix " + page.prefix;
    auto& pages = site.book.pages;
    pages.insert(std::ranges::find(pages, Kind::back, &Page::kind), std::move(page));
}

std::size_t write_reference(Site& site, const fs::path& work, const fs::path& html)
{
    const auto at = std::ranges::find(site.book.pages, Kind::reference, &Page::kind);
    if (at == site.book.pages.end()) return 0;
    Page& index = *at;
    std::size_t count = 0;
    for (const auto& file : sorted_entries(work / "html")) {
        const std::string name = file.filename().string();
        if (file.extension() != ".html" || !is_content(name)) continue;
        const std::string raw = read_text(file);
        Page page = index;
        page.file = "api-" + name;
        page.title = title_in(raw, site.options.source);
        page.html = own_reference(between(raw, "<div class=\"contents\">", "</div><!-- contents -->"));
        write_text(html / page.file, framed(site, page, {.previous = &index}));
        ++count;
    }
    index.html.clear();
    for (const HeaderSet& headers : header_sets)
        if (fs::exists(headers_of(site.options.source, headers))) index.html += index_of(site, headers, html);
    return count;
}

} // namespace lockstep::book
