#include "book/runs.hpp"

#include "lockstep/files.hpp"
#include "lockstep/formats/captured_output.hpp"
#include "lockstep/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>

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

// The program whose kernel the first page runs.
fs::path first_program(const Site& site)
{
    return site.options.source / "chapters" / "03-first-kernel" / "picture.cpp";
}

bool runs(const Site& site, const json& engine, const Page& page)
{
    if (!engine.is_object() || !engine.contains("chapters") || !engine.contains("exercises")) return false;
    if (page.kind == Kind::exercise) return engine["exercises"].contains(page.exercise->id);
    if (page.kind == Kind::cover) return !engine["chapters"].empty() && fs::exists(first_program(site));
    const json& chapters = engine["chapters"];
    return page.kind == Kind::chapter &&
           std::find(chapters.begin(), chapters.end(), page.chapter->slug) != chapters.end();
}

// Whether the site has the engine.
bool any_runs(const Site& site, const json& engine)
{
    const auto& pages = site.book.pages;
    return std::any_of(pages.begin(), pages.end(),
                       [&](const Page& page) { return runs(site, engine, page); });
}

// Whether the chapter's program takes smaller sizes on a device that is simulated, as Pocket is.
bool is_small_there(const ChapterInfo& chapter)
{
    const std::vector<fs::path> files = sorted_entries(chapter.folder);
    return std::any_of(files.begin(), files.end(), [](const fs::path& file) {
        if (file.extension() != ".cpp" && file.extension() != ".hpp") return false;
        const std::string text = read_text(file);
        return contains(text, "is_simulator(") || contains(text, ".simulated") ||
               contains(text, "\"Pocket\"");
    });
}

// An exercise: its stub by its name in the tree, and where its tests are.
json exercise_data(const Site& site, const ExerciseInfo& exercise, const json& engine)
{
    json data{{"chapter", exercise.chapter},
              {"files", json::object()},
              {"editor", engine.value("editor", false)},
              {"captured", nullptr},
              {"exercise", engine["exercises"][exercise.id]}};
    data["exercise"].update(
        {{"id", exercise.id}, {"name", exercise.short_name()}, {"hints", exercise.hints.size()}});
    for (const std::string& file : exercise.edit)
        data["files"][site.shown(exercise.folder / file)] = read_text(exercise.folder / file);
    return data;
}

// A file of the kernel set by its name in the tree, and what it includes.
void add_kernel(const fs::path& source, const std::string& name, json& texts)
{
    static const std::regex include("include \"([\\w.-]+)\"");
    if (texts.contains(name) || !fs::exists(source / name)) return;
    const std::string text = read_text(source / name);
    texts[name] = text;
    for (std::sregex_iterator at{text.begin(), text.end(), include}; at != std::sregex_iterator{}; ++at)
        add_kernel(source, "kernels/" + (*at)[1].str(), texts);
}

// The kernels of the set that a lesson quotes: a page steps through them.
json quoted_kernels(const Site& site, const Page& page)
{
    static const std::regex quoted(R"(\\snippet (kernels/[\w.-]+\.cl) )");
    json texts = json::object();
    const std::string lesson = read_text(page.source);
    for (std::sregex_iterator at{lesson.begin(), lesson.end(), quoted}; at != std::sregex_iterator{}; ++at)
        add_kernel(site.options.source, (*at)[1].str(), texts);
    return texts;
}

// Of a chapter whose program cannot run in the page: its kernels and those that it quotes are stepped through one by one.
json kernels_alone(const Site& site, const Page& page)
{
    json data{
        {"chapter", page.chapter->slug}, {"hasProgram", false}, {"files", json::object()},
        {"captured", nullptr},           {"editor", false},     {"kernels", quoted_kernels(site, page)}};
    for (const fs::path& file : sorted_entries(page.chapter->folder))
        if (file.extension() == ".cl" || file.extension() == ".clh" || file.extension() == ".h")
            data["kernels"][site.shown(file)] = read_text(file);
    return data;
}

// The files that the chapter's program reads: kernels by their names in the tree, which are edited, and what these include.
json chapter_data(const Site& site, const Page& page, const json& engine)
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
    data["kernels"] = quoted_kernels(site, page);
    // Beside other sizes the book's lines would mislead.
    if (const fs::path output = chapter.folder / "output.txt"; fs::exists(output) && !data["small"]) {
        const CapturedOutput capture = read_captured_output(output);
        data["captured"] = {{"header", capture.header}, {"lines", capture.lines}};
    }
    return data;
}

// The kernel of the first program, without the indentation that it has in there.
json first_data(const Site& site)
{
    const std::string text = read_text(first_program(site));
    constexpr std::string_view begin = "R\"(\n";
    const std::size_t at = text.find(begin) + begin.size();
    const std::string kernel =
        replace_all("\n" + text.substr(at, text.find(")\";", at) - at), "\n    ", "\n").substr(1) + "\n";
    return {{"chapter", "03-first-kernel"},
            {"program", "03-first-kernel/picture"},
            {"files", {{"chapters/03-first-kernel/picture.cl", kernel}}},
            {"besides", json::object()},
            {"editor", false},
            {"captured", nullptr}};
}

json data_of(const Site& site, const Page& page, const json& engine)
{
    if (page.kind == Kind::chapter && !runs(site, engine, page)) return kernels_alone(site, page);
    if (page.kind == Kind::cover) return first_data(site);
    return page.kind == Kind::exercise ? exercise_data(site, *page.exercise, engine)
                                       : chapter_data(site, page, engine);
}

} // namespace

std::string run_scripts(const Site& site, const Page& page)
{
    const json engine = engine_of(site);
    if (!runs(site, engine, page) && page.kind != Kind::chapter) return "";
    const json data = data_of(site, page, engine);
    if (data.value("hasProgram", true) == false && data["kernels"].empty()) return "";
    // No text may end the element that holds it.
    const std::string text = replace_all(data.dump(), "<", "\\u003c");
    return "\n" + site.theme.fill("run-data", {{"DATA", text}}) +
           (any_runs(site, engine) ? site.theme.fill("run-scripts") : "");
}

void copy_engine(const Site& site, const fs::path& html)
{
    const json engine = engine_of(site);
    if (!any_runs(site, engine)) return;
    fs::create_directories(html / "run");
    for (const fs::path& file : sorted_entries(site.options.engine))
        fs::copy_file(file, html / "run" / file.filename(), fs::copy_options::overwrite_existing);
}

} // namespace lockstep::book
