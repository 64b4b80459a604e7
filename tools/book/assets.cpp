// Style sheets, scripts, pictures and the parts of MathJax that the site carries.
#include "book/assets.hpp"

#include "book/explore.hpp"
#include "book/runs.hpp"
#include "book/search.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/progress.hpp"
#include "lockstep/text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

/// The first of several folders that exists; empty when none does.
fs::path first_of(std::initializer_list<const char*> folders)
{
    for (const char* folder : folders)
        if (fs::exists(folder)) return folder;
    return {};
}

/// What the reader has solved, for the script that marks it; empty where nothing was ever recorded, so that a book which is
/// published is nobody's.
std::string reader_progress(Site& site)
{
    nlohmann::json pages = nlohmann::json::object();
    nlohmann::json best = nlohmann::json::object();
    std::string way;
    try {
        const formats::Progress progress =
            formats::read_progress(site.options.source / ".lockstep" / "progress.json");
        way = progress.way;
        for (const Page& page : site.book.pages)
            if (page.kind == Kind::exercise)
                if (const formats::ExerciseProgress exercise = progress.of(page.exercise->id);
                    exercise.solved) {
                    pages[page.file] = exercise.broken ? "broken" : "solved";
                    if (exercise.best)
                        best[page.file] = {exercise.best->sectors, exercise.best->passes,
                                           exercise.best->instructions};
                }
    } catch (const Failure& failure) {
        site.notes.push_back("what is solved is not shown: " + sentence_of(failure));
    }
    return (pages.empty() ? "" : fmt::format("window.lockstepProgress = {};\n", pages.dump())) +
           (best.empty() ? "" : fmt::format("window.lockstepBest = {};\n", best.dump())) +
           (way.empty() ? "" : fmt::format("window.lockstepWay = {};\n", nlohmann::json(way).dump()));
}

void carry(const fs::path& from, const fs::path& to)
{
    fs::create_directories(to.parent_path());
    fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

/// The TeX reader, the SVG writer, and the outlines of the fonts that formulas use.
void copy_mathjax(Site& site, const fs::path& html)
{
    const fs::path mathjax = mathjax_folder();
    if (mathjax.empty()) {
        site.notes.emplace_back(
            "MathJax is not installed, so formulas stay in TeX's notation. Install it (Debian: apt "
            "install libjs-mathjax) and render again.");
        write_text(html / "mathjax" / "MathJax.js", "");
        return;
    }
    carry(mathjax / "MathJax.js", html / "mathjax" / "MathJax.js");
    carry(mathjax / "config" / "TeX-AMS_SVG-full.js", html / "mathjax" / "config" / "TeX-AMS_SVG-full.js");
    const fs::path fonts = fs::path("jax") / "output" / "SVG" / "fonts" / "TeX";
    for (const char* name : {"fontdata.js", "fontdata-extra.js"})
        carry(mathjax / fonts / name, html / "mathjax" / fonts / name);
    for (const char* family : {"Main", "Math", "AMS", "Size1", "Size2", "Size3", "Size4", "Typewriter"}) {
        for (const auto& file : fs::recursive_directory_iterator(mathjax / fonts / family))
            if (file.is_regular_file())
                carry(file.path(), html / "mathjax" / fs::relative(file.path(), mathjax));
    }
    for (const fs::path& folder :
         {fs::path("jax") / "element" / "mml" / "optable", fs::path("jax") / "output" / "SVG" / "autoload"})
        for (const auto& file : fs::directory_iterator(mathjax / folder))
            carry(file.path(), html / "mathjax" / folder / file.path().filename());
}

} // namespace

fs::path mathjax_folder()
{
    return first_of({"/usr/share/javascript/mathjax", "/usr/share/mathjax2", "/usr/share/mathjax"});
}

void write_assets(Site& site, const fs::path& html, const fs::path& reference_work)
{
    const fs::path& book = site.options.design;
    const fs::path awesome = first_of({"/usr/share/doxygen-awesome-css/doxygen-awesome.css",
                                       "/usr/share/doxygen-awesome/doxygen-awesome.css",
                                       "/usr/share/javascript/doxygen-awesome-css/doxygen-awesome.css"});
    std::string css;
    std::string reference = "@layer doxygen, awesome;\n";
    if (awesome.empty()) {
        site.notes.emplace_back(
            "doxygen-awesome-css is not installed, so the library reference looks plainer. Install it "
            "(Debian: apt install doxygen-awesome-css) and render again.");
    } else {
        // Its rules come before the book's own in every case, so none of them may insist.
        write_text(html / "doxygen-awesome.css", replace_all(read_text(awesome), "!important", ""));
        reference += "@import url(doxygen-awesome.css) layer(awesome);\n";
    }
    for (const fs::path& folder : {book / "theme", book / "figures"}) {
        for (const auto& file : sorted_entries(folder))
            if (file.extension() == ".css" && file.filename() != "reference.css")
                css += read_text(file) + "\n";
    }
    write_text(html / "book.css", css);
    if (fs::exists(reference_work / "html" / "doxygen.css")) {
        write_text(html / "doxygen.css",
                   replace_all(read_text(reference_work / "html" / "doxygen.css"), "!important", ""));
        reference += "@import url(doxygen.css) layer(doxygen);\n";
    }
    if (fs::exists(book / "theme" / "reference.css"))
        reference += read_text(book / "theme" / "reference.css");
    write_text(html / "reference.css", reference);
    std::string script = reader_progress(site);
    for (const auto& file : sorted_entries(book / "theme"))
        if (file.extension() == ".js" && !is_explorer_part(file))
            script += read_text(file) + "\n";
        else if (file.filename() == "icon.svg")
            carry(file, html / "icon.svg");
    write_text(html / "book.js", script);
    for (const auto& file : sorted_entries(book / "theme" / "alone")) carry(file, html / file.filename());
    write_text(html / "search-index.js", search_index(site));
    for (const auto& [file, name] : site.images) carry(file, html / "images" / name);
    const auto& pages = site.book.pages;
    copy_engine(site, html);
    if (!site.explorers.empty()) write_text(html / explorer_script_name, site.explorers);
    if (std::any_of(pages.begin(), pages.end(), [](const Page& page) { return page.has_formulas; })) {
        fs::create_directories(html / "mathjax");
        copy_mathjax(site, html);
    }
}

} // namespace lockstep::book
