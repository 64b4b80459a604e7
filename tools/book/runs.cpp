#include "book/runs.hpp"

#include "lockstep/files.hpp"
#include "lockstep/formats/captured_output.hpp"
#include "lockstep/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lockstep::book
{

namespace
{

namespace fs = std::filesystem;
using nlohmann::json;

// What pocket/page/pack.mjs says of the engine; nothing where none was built.
json engine_of(const Site& site)
{
    const fs::path list = site.options.engine / "runs.json";
    if (site.options.engine.empty() || !fs::exists(list)) return json::object();
    return json::parse(read_text(list), nullptr, false);
}

bool runs(const json& engine, const Page& page)
{
    if (page.kind != Kind::chapter || !engine.is_object() || !engine.contains("chapters")) return false;
    const json& chapters = engine["chapters"];
    return std::find(chapters.begin(), chapters.end(), page.chapter->slug) != chapters.end();
}

// Whether the chapter's program takes smaller sizes on a device that is simulated, as Pocket is.
bool is_small_there(const ChapterInfo& chapter)
{
    const std::vector<fs::path> files = sorted_entries(chapter.folder);
    return std::any_of(files.begin(), files.end(), [](const fs::path& file) {
        if (file.extension() != ".cpp" && file.extension() != ".hpp") return false;
        const std::string text = read_text(file);
        return contains(text, "is_simulator(") || contains(text, ".simulated");
    });
}

// The files that the chapter's program reads: kernels by their names in the tree, which are edited, and what these include.
json data_of(const Site& site, const Page& page, const json& engine)
{
    const ChapterInfo& chapter = *page.chapter;
    json data{{"chapter", chapter.slug},          {"files", json::object()},
              {"besides", json::object()},        {"editor", engine.value("editor", false)},
              {"small", is_small_there(chapter)}, {"captured", nullptr}};
    for (const fs::path& file : sorted_entries(chapter.folder)) {
        if (file.extension() == ".cl")
            data["files"][site.shown(file)] = read_text(file);
        else if (file.extension() == ".clh" || file.extension() == ".h")
            data["besides"][file.filename().string()] = read_text(file);
    }
    // Beside other sizes the book's lines would mislead.
    if (const fs::path output = chapter.folder / "output.txt"; fs::exists(output) && !data["small"]) {
        const CapturedOutput capture = read_captured_output(output);
        data["captured"] = {{"header", capture.header}, {"lines", capture.lines}};
    }
    return data;
}

} // namespace

std::string run_scripts(const Site& site, const Page& page)
{
    const json engine = engine_of(site);
    if (!runs(engine, page)) return "";
    // No text may end the element that holds it.
    const std::string data = replace_all(data_of(site, page, engine).dump(), "<", "\\u003c");
    return "\n" + site.theme.fill("run-scripts", {{"DATA", data}});
}

void copy_engine(const Site& site, const fs::path& html)
{
    const json engine = engine_of(site);
    const auto& pages = site.book.pages;
    if (!std::any_of(pages.begin(), pages.end(), [&](const Page& page) { return runs(engine, page); }))
        return;
    fs::create_directories(html / "run");
    for (const fs::path& file : sorted_entries(site.options.engine))
        fs::copy_file(file, html / "run" / file.filename(), fs::copy_options::overwrite_existing);
}

} // namespace lockstep::book
