// The reference: Doxygen's pages of the library's and the lens's headers, in the book's frame.
#include "book/reference.hpp"

#include "book/blocks.hpp"
#include "book/frame.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

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
    std::string_view space;
    std::string_view introduction; ///< the fragment that says what they are for
};

constexpr std::array header_sets{
    HeaderSet{"lib/include", "lockstep", "lockstep", "reference-lockstep"},
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
    if (name.ends_with("-members.html")) {
        return false;
    }
    for (std::string_view prefix :
         {"namespacelockstep", "classlockstep", "structlockstep", "unionlockstep"}) {
        if (name.starts_with(prefix)) {
            return true;
        }
    }
    return name.ends_with("_8hpp.html");
}

std::string between(const std::string& text, std::string_view open, std::string_view close)
{
    const auto first = text.find(open);
    if (first == std::string::npos) {
        return {};
    }
    const auto last = text.rfind(close);
    return last == std::string::npos ? "" : text.substr(first + open.size(), last - first - open.size());
}

std::string title_in(const std::string& html, const fs::path& source)
{
    const auto first = html.find("<div class=\"title\">");
    const auto last = html.find("</div>", first);
    if (first == std::string::npos || last == std::string::npos) {
        return "Reference";
    }
    std::string title = html.substr(first + 19, last - first - 19);
    title = plain_text(std::regex_replace(title, std::regex("<div.*"), ""));
    for (const HeaderSet& headers : header_sets)
        if (title.starts_with(fmt::format("{} Namespace", headers.space)))
            return fmt::format("Everything in {}, by name", headers.space);
    title = std::regex_replace(title, std::regex(" (Class|Struct|Union|File)( Template)? Reference.*"), "");
    return title.ends_with(".hpp") ? included_name(source, title) : title;
}

/// Links to Doxygen's pages become links to the book's; links to pages that the book leaves out become plain text.
std::string own_links(const std::string& html)
{
    static const std::regex link(R"re(<a ([^>]*)href="([^"#]*)(#[^"]*)?"([^>]*)>([\s\S]*?)</a>)re");
    std::string out;
    auto rest = html.cbegin();
    for (std::sregex_iterator at(html.begin(), html.end(), link), none; at != none; ++at) {
        const std::smatch& parts = *at;
        out.append(rest, parts[0].first);
        rest = parts[0].second;
        const std::string file = parts[2].str();
        if (file.starts_with("http") || file.empty()) {
            out += parts[0].str();
        } else if (is_content(file)) {
            out += fmt::format("<a {}href=\"api-{}{}\"{}>{}</a>", parts[1].str(), file, parts[3].str(),
                               parts[4].str(), parts[5].str());
        } else {
            out += parts[5].str();
        }
    }
    out.append(rest, html.cend());
    return out;
}

std::string without_noise(std::string html)
{
    html =
        std::regex_replace(html, std::regex(R"re(<a name="[^"]*" id="([^"]*)"></a>)re"), "<a id=\"$1\"></a>");
    html =
        std::regex_replace(html, std::regex(R"re(<a id="([^"]*)" name="[^"]*"></a>)re"), "<a id=\"$1\"></a>");
    html = std::regex_replace(html, std::regex(R"(<p class="reference">[\s\S]*?</p>)"), "");
    html = std::regex_replace(html, std::regex(R"re(<span class="permalink">[\s\S]*?</span>)re"), "");
    html =
        std::regex_replace(html, std::regex(R"re(<tr class="[^"]*inherit[^"]*"[^>]*>[\s\S]*?</tr>)re"), "");
    html = replace_all(std::move(html), "<table class=\"memberdecls\">",
                       "<div class=\"table-scroll\" tabindex=\"0\"><table class=\"memberdecls\">");
    return html;
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
    if (lines.empty() || !lines[0].starts_with("//")) {
        return {};
    }
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
    if (fs::exists(html / everything))
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
    if (reference_folders(site.options.source).empty()) {
        return;
    }
    char letter = 'A';
    for (const Page& page : site.book.pages) {
        letter = page.kind == Kind::appendix ? static_cast<char>(letter + 1) : letter;
    }
    Page page;
    page.kind = Kind::reference;
    page.id = "reference";
    page.file = first_page;
    page.title = "Library reference";
    page.prefix = std::string(1, letter);
    page.label = "Appendix " + page.prefix;
    site.book.pages.push_back(std::move(page));
}

std::size_t write_reference(Site& site, const fs::path& work, const fs::path& html)
{
    Page& index = site.book.pages.back();
    if (index.kind != Kind::reference) {
        return 0;
    }
    std::size_t count = 0;
    for (const auto& file : sorted_entries(work / "html")) {
        const std::string name = file.filename().string();
        if (file.extension() != ".html" || !is_content(name)) {
            continue;
        }
        const std::string raw = read_text(file);
        Page page = index;
        page.file = "api-" + name;
        page.title = title_in(raw, site.options.source);
        std::string text = between(raw, "<div class=\"contents\">", "</div><!-- contents -->");
        page.html = without_noise(own_links(text));
        const bool closes_table = page.html.find("memberdecls") != std::string::npos;
        if (closes_table) {
            page.html = std::regex_replace(
                page.html, std::regex(R"re((<table class="memberdecls">[\s\S]*?</table>))re"), "$1</div>");
        }
        write_text(html / page.file, framed(site, page, {&index, nullptr}));
        ++count;
    }
    index.html.clear();
    for (const HeaderSet& headers : header_sets)
        if (fs::exists(headers_of(site.options.source, headers))) index.html += index_of(site, headers, html);
    return count;
}

} // namespace lockstep::book
