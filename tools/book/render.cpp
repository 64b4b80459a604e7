// Renders the whole book. These are the passes over its texts, in the order in which render() makes them:
//
//   outline     read_book      which pages there are and in what order, from book/outline.json and the folders
//   preprocess  preprocess     a lesson's lines, once: blocks, code and references become tokens, the rest stays Markdown
//   Doxygen     render_*       every lesson's Markdown, and the public headers, become HTML
//   own HTML    own_html       a lesson's HTML, once, tag by tag: Doxygen's frame goes, blocks leave their paragraphs, headings
//                              and tables become the book's, quotes are set, and tokens become what they stand for
//   reference   own_reference  a header's HTML, once, tag by tag: links lead to the book's pages, and noise goes
//   sections    read_sections  a page's HTML, once: its text by headings, for the search, and its words, for the reading time
//   frame       framed         the page is put into book/theme/page.html, with side bar and neighbours
//   links       check_links    every finished file, once: no link, anchor or picture may lead nowhere
//   taken       taken          where it was asked for: the pages' HTML leaves the site, into a PDF (print_book) or an e-book (write_epub)
//
// The book's own HTML is in the templates of book/theme.
#include "book/assets.hpp"
#include "book/doxygen.hpp"
#include "book/epub.hpp"
#include "book/frame.hpp"
#include "book/links.hpp"
#include "book/own_html.hpp"
#include "book/page_markdown.hpp"
#include "book/preprocess.hpp"
#include "book/print.hpp"
#include "book/reference.hpp"
#include "book/search.hpp"
#include "book/ways.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include "base/process.hpp"
#include "lockstep/failure.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

void tell(const Site& site, std::string_view step)
{
    if (site.options.progress) site.options.progress(step);
}

void draw_figures(Site& site, const fs::path& work)
{
    const fs::path& program = site.options.figures_program;
    const fs::path folder = work / "figures";
    fs::create_directories(folder);
    if (program.empty() || !fs::exists(program)) return;
    const tool::ProcessResult run =
        tool::run_process({.arguments = {program.string(), folder.string()}, .folder = work}, {});
    if (!run.ok()) {
        throw Failure(fmt::format("The figures could not be drawn: {} {} failed. It said: {}",
                                  program.string(), folder.string(), trim(run.error)));
    }
}

void preprocess_pages(Site& site, const fs::path& folder)
{
    fs::create_directories(folder);
    for (Page& page : site.book.pages) {
        if (!page.source.empty()) {
            page.markdown = preprocess(site, page);
            if (!page.markdown.empty()) write_text(folder / (page.id + ".md"), page.markdown);
        }
    }
    if (site.error_page.empty() && !site.options.errors.empty())
        site.notes.emplace_back("No appendix shows the error codes (\\errorcodes).");
}

/// The lessons' pages out of Doxygen's files.
void take_pages(Site& site, const fs::path& doxygen)
{
    for (Page& page : site.book.pages) {
        const fs::path file = doxygen / (page.id + ".html");
        if (page.kind != Kind::cover && fs::exists(file)) page.html = own_html(site, page, read_text(file));
    }
}

void write_pages(Site& site, const fs::path& html)
{
    auto& pages = site.book.pages;
    pages.front().html = cover(site);
    for (const Page& page : pages)
        if (!page.markdown.empty()) write_text(html / markdown_file(page), page_markdown(site, page));
    for (std::size_t i = 0; i < pages.size(); ++i)
        write_text(html / pages[i].file,
                   framed(site, pages[i], neighbours_of(site, i), on_ways(site, pages[i])));
}

/// Names and bytes of all files of the site, which a browser can be asked to keep (theme/alone/offline.js).
void write_list(const fs::path& html)
{
    std::uintmax_t bytes = 0;
    std::vector<std::string> names;
    for (const auto& file : fs::recursive_directory_iterator(html)) {
        if (!file.is_regular_file()) continue;
        bytes += file.file_size();
        names.push_back(fs::relative(file.path(), html).generic_string());
    }
    std::sort(names.begin(), names.end());
    write_text(html / "files.json", nlohmann::json{{"bytes", bytes}, {"files", names}}.dump() + "\n");
}

void put_in_place(const fs::path& fresh, const fs::path& place, const fs::path& old)
{
    fs::remove_all(old);
    if (fs::exists(place)) fs::rename(place, old);
    fs::rename(fresh, place);
    fs::remove_all(old);
}

void require_what_is_asked(const BookOptions& options)
{
    fs::create_directories(options.build / "book");
    for (const fs::path& file : {options.pdf, options.epub})
        if (!file.empty()) require_writable(file);
    if (!options.pdf.empty()) require_printer();
}

BookResult render(Site& site)
{
    require_what_is_asked(site.options);
    const auto start = std::chrono::steady_clock::now();
    const fs::path work = site.options.build / "book";
    const fs::path html = work / "html.new";
    fs::remove_all(html);
    for (const char* folder : {"markdown", "reference"}) {
        fs::remove_all(work / folder);
        fs::create_directories(work / folder);
    }
    fs::create_directories(html);

    tell(site, "drawing the figures");
    draw_figures(site, work);
    tell(site, "reading the lessons");
    site.book = read_book(site.options.source, site.problems);
    const bool of_class =
        fs::exists(site.options.source / "lab.json"); // which has some of the chapters alone
    site.ways = read_ways(site.options.source, site.book.catalogue.chapters,
                          [&](const fs::path& file, const Failure& what) {
                              if (!of_class) site.problem(file, 0, sentence_of(what));
                          });
    announce_reference(site);
    preprocess_pages(site, work / "markdown" / "pages");
    site.stop_if_wrong();
    tell(site, "running Doxygen");
    render_markdown(site, work / "markdown");
    render_headers(site, work / "reference");
    take_pages(site, work / "markdown" / "html");
    site.stop_if_wrong();
    tell(site, "framing the pages");
    const std::size_t count = site.book.pages.size() + write_reference(site, work / "reference", html);
    for (Page& page : site.book.pages) read_sections(page);
    find_words_in_passing(site);
    write_pages(site, html);
    write_assets(site, html, work / "reference");
    tell(site, "checking the links");
    check_links(site, html);
    site.stop_if_wrong();
    write_list(html);
    put_in_place(html, work / "html", work / "html.old");

    BookResult result;
    if (!site.options.pdf.empty()) result.sheets = print_book(site, work / "print", site.options.pdf);
    if (!site.options.epub.empty()) {
        tell(site, "making the e-book");
        write_epub(site, work / "print", site.options.epub);
    }
    result.index = work / "html" / "index.html";
    result.pages = count;
    result.notes = site.notes;
    for (const auto& file : fs::recursive_directory_iterator(work / "html"))
        result.bytes += file.is_regular_file() ? file.file_size() : 0;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace

BookResult render_book(const BookOptions& options)
{
    BookOptions absolute = options;
    absolute.source = fs::absolute(options.source).lexically_normal();
    absolute.build = fs::absolute(options.build).lexically_normal();
    Site site(absolute);
    try {
        return render(site);
    } catch (const fs::filesystem_error& error) {
        throw Failure(fmt::format(
            "The book cannot be written: {} ({}). Make {} writable, or give another build folder.",
            error.path1().string(), error.code().message(), absolute.build.string()));
    }
}

} // namespace lockstep::book
