// Doxygen, the engine that turns Markdown and the library's headers into HTML.
#include "book/doxygen.hpp"

#include "book/reference.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include "base/process.hpp"
#include "lockstep/failure.hpp"

#include <algorithm>
#include <cstdlib>
#include <regex>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

struct Warning
{
    fs::path file;
    int line = 0;
    std::string text;
};

/// Writes the Doxyfile from its template in book/, runs Doxygen and returns its warnings.
std::vector<Warning> run_doxygen(Site& site, const std::string& doxyfile, const std::vector<fs::path>& inputs,
                                 const fs::path& work)
{
    const fs::path& folder = site.options.design;
    std::string quoted_inputs;
    for (const fs::path& input : inputs) quoted_inputs += fmt::format("\"{}\" ", input.string());
    const fs::path form = folder / doxyfile;
    write_text(work / "Doxyfile", filled(read_text(form),
                                         {{"INPUT", quoted_inputs},
                                          {"STRIP", quoted_inputs},
                                          {"OUTPUT", fmt::format("\"{}\"", work.string())}},
                                         form.string()));
    const tool::ProcessResult run =
        tool::run_process({.arguments = {"doxygen", "Doxyfile"}, .environment = {}, .folder = work},
                          {.time = std::chrono::minutes(2)});
    if (run.status == 127) {
        throw Failure("Doxygen is not installed. Type: ./lockstep doctor");
    }
    if (!run.ok()) {
        throw Failure(fmt::format("Doxygen failed (status {}). It said: {}", run.status, trim(run.error)));
    }
    const fs::path log = work / "warnings.log";
    std::vector<Warning> warnings;
    static const std::regex shape(R"(^(.+?):(\d+): (?:warning: |error: )?(.*)$)");
    for (const std::string& line : split_lines(fs::exists(log) ? read_text(log) : "")) {
        std::smatch parts;
        if (std::regex_match(line, parts, shape)) {
            warnings.push_back({parts[1].str(), std::atoi(parts[2].str().c_str()), parts[3].str()});
        } else if (!trim(line).empty() && !warnings.empty()) {
            warnings.back().text += " " + std::string(trim(line));
        } else if (!trim(line).empty()) {
            warnings.push_back({log, 0, std::string(trim(line))});
        }
    }
    return warnings;
}

/// The text of a page between Doxygen's own frame.
std::string page_text(const fs::path& file)
{
    const std::string html = read_text(file);
    constexpr std::string_view open = "<div class=\"textblock\">";
    const auto first = html.find(open);
    const auto last = html.rfind("</div></div><!-- contents -->");
    if (first == std::string::npos || last == std::string::npos) {
        return {};
    }
    return html.substr(first + open.size(), last - first - open.size());
}

/// Headings one level down, with the page's own anchors; Doxygen's and the line breaks it adds taken out.
std::string own_headings(const Templates& theme, std::string html, Page& page)
{
    html = std::regex_replace(html, std::regex(R"(<a class="anchor" id="md_[^"]*"></a>\s*)"), "");
    html = std::regex_replace(html, std::regex("<(p|ul|ol|li|td|th) >"), "<$1>");
    html = replace_all(std::move(html), "&zwj;", "");
    static const std::regex heading(
        R"re(<h([1-5])[^>]*>\s*<a class="anchor" id="([^"]+)"></a>\s*([\s\S]*?)</h\1>)re");
    std::string out;
    auto rest = html.cbegin();
    for (std::sregex_iterator at(html.begin(), html.end(), heading), none; at != none; ++at) {
        const std::smatch& parts = *at;
        out.append(rest, parts[0].first);
        rest = parts[0].second;
        const int level = std::atoi(parts[1].str().c_str()) + 1;
        std::string anchor = parts[2].str();
        if (anchor.starts_with(page.id + "-")) {
            anchor.erase(0, page.id.size() + 1);
        }
        const std::string title(trim(parts[3].str()));
        page.headings.push_back({level, anchor, title});
        out +=
            theme.fill("heading", {{"LEVEL", std::to_string(level)}, {"ANCHOR", anchor}, {"TITLE", title}});
    }
    out.append(rest, html.cend());
    return out;
}

std::string scrollable_tables(std::string html)
{
    html = replace_all(std::move(html), "<table class=\"markdownTable\">",
                       "<div class=\"table-scroll\" tabindex=\"0\"><table class=\"markdownTable\">");
    return replace_all(std::move(html), "</table>", "</table></div>");
}

} // namespace

void render_markdown(Site& site, const fs::path& work)
{
    for (Warning& warning : run_doxygen(site, "Doxyfile.pages.in", {work / "pages"}, work)) {
        const std::string id = warning.file.stem().string();
        for (const Page& page : site.book.pages) {
            if (page.id == id) {
                warning.file = page.source;
                const auto line = static_cast<std::size_t>(std::max(warning.line, 1)) - 1;
                warning.line = line < page.line_map.size() ? page.line_map[line] : 0;
            }
        }
        site.problem(warning.file, warning.line,
                     fmt::format("Doxygen says: {}. Change the text so that it does not.", warning.text));
    }
    for (Page& page : site.book.pages) {
        if (page.kind == Kind::cover || !fs::exists(work / "html" / (page.id + ".html"))) {
            continue;
        }
        std::string html = site.unwrap_blocks(page_text(work / "html" / (page.id + ".html")));
        html = smart_quotes(own_headings(site.theme, scrollable_tables(std::move(html)), page));
        page.html = site.expand(html);
        for (Heading& heading : page.headings) {
            heading.html = smart_quotes(site.expand(heading.html));
        }
    }
}

void render_headers(Site& site, const fs::path& work)
{
    const std::vector<fs::path> folders = reference_folders(site.options.source);
    if (folders.empty()) {
        return;
    }
    for (const Warning& warning : run_doxygen(site, "Doxyfile.reference.in", folders, work)) {
        site.problem(warning.file, warning.line,
                     fmt::format("Doxygen says: {}. Mend the comment.", warning.text));
    }
}

} // namespace lockstep::book
