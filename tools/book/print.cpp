// The book on paper: every page of the site in one PDF.
#include "book/print.hpp"

#include "base/process.hpp"
#include "book/chromium.hpp"
#include "book/frame.hpp"
#include "book/taken.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

/// Pages by what they are the place of: "p017" of a page of the site, "p017-rectangles" of a heading on it.
using Places = std::map<std::string, int>;

/// What pdfinfo (poppler-utils) says.
std::string pdfinfo(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "pdfinfo");
    const tool::ProcessResult run = tool::run_process(
        {.arguments = arguments}, {.time = std::chrono::minutes(5), .output_bytes = std::size_t{64} << 20U});
    if (run.ok()) return run.output;
    throw Failure(fmt::format("pdfinfo ended with status {}: {}", run.status, trim(run.error)));
}

/// Where the links of a PDF lead: lines such as `  12 [ XYZ    6  826 null      ] "p017-rectangles"`.
Places places_in(const fs::path& pdf)
{
    Places places;
    std::istringstream lines(pdfinfo({"-dests", pdf.string()}));
    for (std::string line; std::getline(lines, line);) {
        const auto open = line.find('"');
        const auto close = line.rfind('"');
        if (open != close) places[line.substr(open + 1, close - open - 1)] = std::stoi(line);
    }
    return places;
}

std::size_t count_pages(const fs::path& pdf)
{
    const std::string text = pdfinfo({pdf.string()});
    const auto at = text.find("Pages:");
    if (at == std::string::npos) throw Failure("pdfinfo does not say how many pages were printed.");
    return std::stoul(text.substr(at + std::string_view("Pages:").size()));
}

class Printing
{
public:
    Printing(Site& site, fs::path work) : site_(site), work_(std::move(work)), chromium_(work_)
    {
        for (const Page& page : site.book.pages) ids_[page.file] = page.id;
    }

    /// @return the PDF.
    fs::path run()
    {
        std::string missing;
        formulas_ = set_formulas(site_, work_, missing);
        if (!missing.empty()) site_.notes.push_back(missing);
        const fs::path html = work_ / "book.html";
        fs::path pdf = work_ / "book.pdf";
        for (int pass = 1; pass <= most_passes; ++pass) {
            if (site_.options.progress)
                site_.options.progress(fmt::format("printing, {}. It takes minutes",
                                                   pass == 1 ? "for the page numbers" : "with page numbers"));
            told_.clear();
            write_text(html, whole());
            chromium_.print(html, pdf);
            const Places found = places_in(pdf);
            const std::set<std::string> were_behind_empty = behind_empty_;
            const Places moved = settled(found);
            const bool right =
                behind_empty_ == were_behind_empty &&
                std::ranges::all_of(told_, [&](const std::string& place) {
                    const auto was = places_.find(place);
                    const auto is = moved.find(place);
                    return was != places_.end() && is != moved.end() && was->second == is->second;
                });
            places_ = moved;
            first_ = false;
            if (right) return pdf;
        }
        throw Failure(fmt::format("The page numbers had not settled after {} prints.", most_passes),
                      "./lockstep book --pdf   (once more; if it happens again, report it)");
    }

private:
    static constexpr int most_passes = 5;

    Site& site_;
    fs::path work_;
    Chromium chromium_;
    Formulas formulas_;
    std::map<std::string, std::string> ids_; ///< of the site's pages, by their files
    bool first_ = true;                      ///< nothing was printed yet
    Places places_;                          ///< as the next print will have them
    std::set<std::string> told_;             ///< places whose numbers the last print shows
    std::set<std::string> behind_empty_;     ///< leaves before which there is an empty page

    /// Leaves that begin on a right-hand page: parts, and what follows the last of them.
    bool is_opener(std::size_t place) const
    {
        const auto& pages = site_.book.pages;
        const Kind kind = pages[place].kind;
        const bool begins = kind != pages[place - 1].kind;
        return kind == Kind::part ||
               (begins && (kind == Kind::front || kind == Kind::appendix || kind == Kind::back));
    }

    /// Decides which leaves need an empty page before them, and where that puts all that was found.
    Places settled(const Places& found)
    {
        std::map<int, int> shifts{{0, 0}}; ///< of all from a page on
        for (std::size_t place = 1; place < site_.book.pages.size(); ++place) {
            const std::string& id = site_.book.pages[place].id;
            const auto at = found.find(id);
            if (!is_opener(place) || at == found.end()) continue;
            int shift = shifts.rbegin()->second;
            if ((at->second + shift) % 2 == 0) {
                const bool there = behind_empty_.erase(id) > 0;
                if (!there) behind_empty_.insert(id);
                shift += there ? -1 : 1;
            }
            shifts[at->second] = shift;
        }
        Places moved;
        for (const auto& [id, page] : found) moved[id] = page + std::prev(shifts.upper_bound(page))->second;
        return moved;
    }

    TakenLink link(const Page& from, const std::string& target, Surroundings surroundings)
    {
        if (target.starts_with("http:") || target.starts_with("https:") || target.starts_with("mailto:"))
            return {replace_all(target, "&", "&amp;"), {}};
        const auto hash = std::min(target.find('#'), target.size());
        const auto at = ids_.find(hash == 0 ? from.file : target.substr(0, hash));
        if (at == ids_.end()) return {}; // the library's reference, which is on the site
        std::string place = at->second + (hash < target.size() ? "-" + target.substr(hash + 1) : "");
        if (!first_ && !places_.contains(place)) place = at->second; // what only a screen shows
        const auto known = places_.find(place);
        const bool hidden = !first_ && known == places_.end();
        if (surroundings == Surroundings::quiet || at->second == from.id || hidden) return {"#" + place, {}};
        told_.insert(place);
        return {"#" + place, first_ ? "888" : std::to_string(known->second)};
    }

    std::string take(const Page& page, std::string_view html, int levels)
    {
        return taken(html,
                     {.prefix = page.id + "-",
                      .pictures = "../html/",
                      .levels = levels,
                      .formulas = &formulas_,
                      .link = [&](const std::string& target,
                                  Surroundings surroundings) { return link(page, target, surroundings); },
                      .theme = &site_.theme});
    }

    /// A page's opener, with what it is numbered with in its heading, where the outline shows it.
    std::string numbered_opener(const Page& page) const
    {
        std::string html = opener(site_, page);
        const std::string number = page.kind == Kind::part ? page.label
                                   : page.kind == Kind::exercise
                                       ? fmt::format("{}.{}", page.chapter->number(), page.exercise->number())
                                       : page.prefix;
        if (number.empty()) return html;
        html = replace_all(std::move(html), site_.theme.fill("chapter-number", {{"NUMBER", number}}), "");
        return replace_all(std::move(html), "<h1>",
                           fmt::format("<h1><span class=\"{}\">{} </span>",
                                       page.kind == Kind::chapter ? "chapter-number" : "number", number));
    }

    /// How deep below the outline's top a page's title is.
    static int levels_of(const Page& page)
    {
        return page.kind == Kind::chapter ? 1 : page.kind == Kind::exercise ? 2 : 0;
    }

    /// What the sheets of a page are called: those of a chapter's exercises are alike.
    static std::string sheets_of(const Page& page)
    {
        return page.exercise != nullptr  ? fmt::format("exercises-{}", page.chapter->number())
               : page.kind == Kind::part ? "bare"
                                         : page.id;
    }

    std::string running_titles() const
    {
        std::map<std::string, std::string> rules;
        for (const Page& page : site_.book.pages) {
            const std::string sheets = sheets_of(page);
            if (page.kind == Kind::cover || sheets == "bare") continue;
            const Catalogue& catalogue = site_.book.catalogue;
            std::string left = catalogue.title;
            std::string right = page.label.empty() ? page.title : page.label + " · " + page.title;
            if (page.chapter != nullptr) {
                const PartInfo& part = catalogue.parts.at(page.chapter->part);
                left = fmt::format("Part {} · {}", part.number, part.title);
            }
            if (page.exercise != nullptr)
                right =
                    fmt::format("Exercises of chapter {} · {}", page.chapter->number(), page.chapter->title);
            const auto quoted = [](const std::string& text) {
                return replace_all(replace_all(replace_all(text, "\\", "\\\\"), "\"", "\\\""), "`", "");
            };
            rules[sheets] = site_.theme.fill(
                "running-titles", {{"SHEETS", sheets}, {"LEFT", quoted(left)}, {"RIGHT", quoted(right)}});
        }
        std::string all;
        for (const auto& [sheets, rule] : rules) all += rule + "\n";
        return all;
    }

    std::string cover_leaf(const Page& page)
    {
        constexpr std::string_view contents = "<section class=\"toc\"";
        const auto at = std::min(page.html.find(contents), page.html.size());
        const std::string_view html = page.html;
        return site_.theme.fill("leaf-cover", {{"ID", page.id},
                                               {"COVER", take(page, html.substr(0, at), 0)},
                                               {"CONTENTS", take(page, html.substr(at), 1)}});
    }

    std::string text_of(const Page& page)
    {
        constexpr std::string_view letters = "<nav class=\"index-letters\"";
        const auto at = page.html.find(letters);
        const int levels = levels_of(page);
        return at == std::string::npos ? take(page, page.html, levels)
                                       : site_.theme.fill("index-on-paper") +
                                             take(page, std::string_view(page.html).substr(at), levels);
    }

    std::string whole()
    {
        std::string leaves;
        for (const Page& page : site_.book.pages) {
            if (page.kind == Kind::cover) {
                leaves += cover_leaf(page);
                continue;
            }
            if (behind_empty_.contains(page.id)) leaves += site_.theme.fill("empty-page");
            leaves +=
                site_.theme.fill("leaf", {{"KIND", kind_name(page.kind)},
                                          {"ID", page.id},
                                          {"SHEETS", sheets_of(page)},
                                          {"OPENER", take(page, numbered_opener(page), levels_of(page))},
                                          {"TEXT", text_of(page)}});
        }
        const Catalogue& catalogue = site_.book.catalogue;
        return site_.theme.fill("printed",
                                {{"TITLE", fmt::format("{}: {}", catalogue.title, catalogue.subtitle)},
                                 {"RUNNING_TITLES", running_titles()},
                                 {"LEAVES", leaves}});
    }

    static const char* kind_name(Kind kind)
    {
        return kind == Kind::part       ? "part-leaf"
               : kind == Kind::chapter  ? "chapter-leaf"
               : kind == Kind::exercise ? "exercise-leaf"
                                        : "plain-leaf";
    }
};

} // namespace

void require_writable(const fs::path& file)
{
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (fs::is_directory(file))
        throw Failure(fmt::format("{} is a folder, and a file was to be written.", file.string()),
                      "the same command with the name of a file");
    if (!fs::is_directory(folder))
        throw Failure(fmt::format("There is no folder {} to write into.", folder.string()),
                      fmt::format("mkdir -p {}", folder.string()));
}

void deliver(const fs::path& from, const fs::path& to)
{
    std::error_code wrong;
    fs::copy_file(from, to, fs::copy_options::overwrite_existing, wrong);
    if (wrong)
        throw Failure(fmt::format("{} cannot be written: {}. What was made is in {}.", to.string(),
                                  wrong.message(), from.string()));
}

void require_printer()
{
    Chromium{{}};
    if (tool::find_program("pdfinfo").empty())
        throw Failure("pdfinfo is not installed, and it is what finds the pages that links lead to.",
                      "sudo apt install poppler-utils   (on Debian; then the same command again)");
}

std::size_t print_book(Site& site, const fs::path& work, const fs::path& pdf)
{
    fs::create_directories(work);
    const fs::path printed = Printing(site, work).run();
    const std::size_t pages = count_pages(printed);
    deliver(printed, pdf);
    return pages;
}

} // namespace lockstep::book
