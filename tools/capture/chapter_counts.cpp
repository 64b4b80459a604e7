// The lens on a chapter's program, for the book's pictures.
#include "capture/chapter_counts.hpp"

#include "base/paths.hpp"
#include "book/book.hpp"
#include "book/lens_figure.hpp"
#include "check/checkout_lens.hpp"
#include "check/engine.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::optional<LensTools> lens_tools()
{
    try {
        return checkout_lens_tools(build_dir(), false, CountedBy::pocket);
    } catch (const Failure&) {
        return std::nullopt;
    }
}

std::vector<fs::path> code_of(const fs::path& chapter)
{
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator{chapter}) {
        const fs::path extension = entry.path().extension();
        if (extension == ".cl" || extension == ".cpp" || extension == ".hpp") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

// What the counts depend on: files with their times and sizes.
Json stamps_of(const std::vector<fs::path>& files)
{
    Json stamps = Json::array();
    for (const fs::path& file : files)
        stamps.push_back(
            {file.string(), fs::last_write_time(file).time_since_epoch().count(), fs::file_size(file)});
    return stamps;
}

std::optional<formats::LensReports> kept_counts(const fs::path& file, const Json& stamps)
try {
    const auto kept = formats::JsonReader::read(file, "");
    if (kept.at("stamps").raw() != stamps) return std::nullopt;
    return formats::lens_reports_of(kept.at("counts"));
} catch (const Failure&) { // none, or another version's: they are counted again
    return std::nullopt;
}

void keep_counts(const fs::path& file, const Json& kept)
{
    std::error_code ignored; // without the kept counts the next rendering counts again
    fs::create_directories(file.parent_path(), ignored);
    try {
        replace_text(file, kept.dump());
    } catch (const Failure&) {
    }
}

} // namespace

std::optional<formats::LensReports> chapter_counts(const std::string& slug,
                                                   const std::set<std::string>& devices)
{
    const fs::path chapter = source_dir() / "chapters" / slug;
    const fs::path program = build_dir() / "chapters" / slug;
    const std::optional<LensTools> tools = lens_tools();
    if (!tools || !fs::exists(program)) return {};
    if (fs::last_write_time(program) < fs::last_write_time(chapter / "main.cpp")) return {};

    LensRequest request{};
    request.limits = {.time = std::chrono::minutes{10}, .memory_bytes = std::size_t{1} << 40U};
    for (const std::string& device : devices)
        request.profiles.push_back(checkout_profile(source_dir(), device));
    std::vector<fs::path> files = code_of(chapter);
    files.insert(files.end(), {program, tools->pocket});
    files.insert(files.end(), request.profiles.begin(), request.profiles.end());
    const Json stamps = stamps_of(files);
    const fs::path file = build_dir() / "lens-counts" / (slug + ".json");
    if (auto kept = kept_counts(file, stamps)) return kept;

    const ScratchFolder scratch;
    request.program = {program.string()};
    request.folder = scratch.path();
    const LensResult result = run_under_lens(*tools, request);
    if (!result.process.ok() || !result.counts)
        throw Failure(fmt::format("The program of {} does not run under the lens. It said: {}{}", slug,
                                  result.process.output, result.process.error),
                      fmt::format("./lockstep lens {}", slug));
    keep_counts(file, {{"stamps", stamps}, {"counts", formats::json_of(*result.counts)}});
    return result.counts;
}

void record_chapter_lens(const std::string& slug, const fs::path& folder)
try {
    const auto figures = book::lens_figures_in(folder / "lesson.md");
    if (figures.empty()) return;
    const auto counts = chapter_counts(slug, book::devices_of(figures));
    if (!counts)
        throw Failure("The lens cannot run here, so the lesson's lens pictures were not captured.",
                      "./lockstep doctor");
    const std::string text = formats::recording_text(book::recording_of(*counts, figures));
    if (text.size() > book::most_recorded_bytes)
        throw Failure(fmt::format("The lens's counts for the lesson have {} bytes; {} are allowed.",
                                  text.size(), book::most_recorded_bytes),
                      "draw fewer or smaller requests in the lesson");
    const fs::path file = folder / book::lens_recording;
    write_text(file, text);
    fmt::print("captured {}\n", file.string());
} catch (const Failure& error) {
    throw Failure(fmt::format("{}/lesson.md: {}", slug, error.what()));
}

bool chapter_lens_holds(const std::string& slug, const fs::path& folder)
try {
    const auto figures = fs::exists(folder / "lesson.md") ? book::lens_figures_in(folder / "lesson.md")
                                                          : std::vector<book::LensFigure>{};
    if (figures.empty()) return true;
    const fs::path file = folder / book::lens_recording;
    const std::string again = fmt::format("Type: ./lockstep run --capture {}", slug);
    if (!fs::exists(file)) {
        fmt::print("The lesson draws what the lens counts, but there is no {}. {}\n", file.string(), again);
        return false;
    }
    const auto counts = chapter_counts(slug, book::devices_of(figures));
    if (!counts) {
        fmt::print("{} is not checked: the lens cannot run here.\n", file.string());
        return true;
    }
    if (read_text(file) == formats::recording_text(book::recording_of(*counts, figures))) return true;
    fmt::print("{} is not what the lens counts now. {}\n", file.string(), again);
    return false;
} catch (const Failure& error) {
    fmt::print("{}/lesson.md: {}\n", slug, error.what());
    return false;
}

} // namespace lockstep::tool
