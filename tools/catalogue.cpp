// Finding chapters and exercises in the folders.
#include "catalogue.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/lens_metrics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

std::vector<fs::path> numbered_folders(const fs::path& parent)
{
    std::vector<fs::path> folders;
    if (!fs::is_directory(parent)) return folders;
    for (const fs::directory_entry& entry : fs::directory_iterator{parent})
        if (entry.is_directory() &&
            std::isdigit(static_cast<unsigned char>(entry.path().filename().string()[0])) != 0)
            folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    return folders;
}

int leading_number(const std::string& name)
{
    return std::atoi(name.c_str());
}

std::string after_number(const std::string& name)
{
    const std::size_t dash = name.find('-');
    return dash == std::string::npos ? name : name.substr(dash + 1);
}

std::string title_of(const fs::path& lesson)
{
    const std::string text = read_text(lesson);
    if (!text.starts_with("# "))
        throw Failure(fmt::format("{} must begin with its title: a line '# Title'.", lesson.string()));
    return text.substr(2, text.find('\n') - 2);
}

LensTarget target_of(const nlohmann::json& json, const fs::path& file)
{
    LensTarget target{.kernel = json.at("kernel"), .metric = json.at("metric"), .min = {}, .max = {}};
    if (json.contains("min")) target.min = json.at("min").get<double>();
    if (json.contains("max")) target.max = json.at("max").get<double>();
    if (!formats::is_lens_metric(target.metric))
        throw Failure(fmt::format("{}: \"lens\" names the metric '{}', which the lens does not count.",
                                  file.string(), target.metric),
                      fmt::format("one of {}", fmt::join(formats::lens_metric_names(), ", ")));
    if (!target.min && !target.max)
        throw Failure(
            fmt::format("{}: the target for {} says neither \"min\" nor \"max\".", file.string(),
                        target.metric),
            fmt::format(R"({{"kernel": "{}", "metric": "{}", "min": 0.99}})", target.kernel, target.metric));
    return target;
}

void load_lens(const nlohmann::json& json, const fs::path& file, ExerciseInfo& info)
{
    if (!info.wants("lens") && !json.contains("lens")) return;
    if (!info.wants("lens") || !json.contains("lens"))
        throw Failure(
            fmt::format(R"({}: the check "lens" and its targets belong together; one is missing.)",
                        file.string()),
            R"("checks": ["correct", "clean", "lens"], "lens": {"device": "h200", "targets": [...]})");
    const nlohmann::json& lens = json.at("lens");
    info.lens_device = lens.at("device");
    for (const nlohmann::json& target : lens.at("targets"))
        info.lens_targets.push_back(target_of(target, file));
    if (info.lens_targets.empty()) throw Failure(fmt::format("{}: \"lens\" has no target.", file.string()));
}

ExerciseInfo load_exercise(const std::string& chapter, const fs::path& folder)
{
    const fs::path file = folder / "exercise.json";
    try {
        const nlohmann::json json = nlohmann::json::parse(read_text(file));
        ExerciseInfo info;
        info.chapter = chapter;
        info.name = folder.filename().string();
        info.id = chapter + "/" + info.name;
        info.folder = folder;
        info.title = json.at("title");
        info.points = json.at("points");
        info.minutes = json.at("minutes");
        info.edit = json.at("edit").get<std::vector<std::string>>();
        info.hints = json.at("hints").get<std::vector<std::string>>();
        info.checks = json.at("checks").get<std::vector<std::string>>();
        info.sanitizer = json.value("sanitizer", "");
        load_lens(json, file, info);
        if (info.edit.empty()) throw Failure(fmt::format("{}: \"edit\" names no file.", file.string()));
        return info;
    } catch (const nlohmann::json::exception& error) {
        throw Failure(fmt::format("{} is malformed: {}", file.string(), error.what()),
                      "compare it with another exercise's");
    }
}

} // namespace

bool ExerciseInfo::wants(std::string_view check) const
{
    return std::find(checks.begin(), checks.end(), check) != checks.end();
}

std::string ExerciseInfo::short_name() const
{
    return fmt::format("{}/{}", leading_number(chapter), leading_number(name));
}

int ChapterInfo::number() const
{
    return leading_number(slug);
}

std::vector<ChapterInfo> load_catalogue(const fs::path& source)
{
    std::vector<ChapterInfo> chapters;
    for (const fs::path& folder : numbered_folders(source / "chapters")) {
        ChapterInfo chapter;
        chapter.slug = folder.filename().string();
        chapter.folder = folder;
        chapter.title = title_of(folder / "lesson.md");
        for (const fs::path& exercise : numbered_folders(source / "exercises" / chapter.slug))
            chapter.exercises.push_back(load_exercise(chapter.slug, exercise));
        chapters.push_back(std::move(chapter));
    }
    return chapters;
}

const ChapterInfo& find_chapter(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    const bool number = !wanted.empty() && std::all_of(wanted.begin(), wanted.end(),
                                                       [](unsigned char c) { return std::isdigit(c) != 0; });
    for (const ChapterInfo& chapter : chapters)
        if (chapter.slug == wanted || after_number(chapter.slug) == wanted ||
            (number && chapter.number() == leading_number(wanted)))
            return chapter;
    std::string list;
    for (const ChapterInfo& chapter : chapters)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", chapter.slug);
    throw Failure(fmt::format("There is no chapter '{}'. The chapters are: {}.", wanted, list),
                  "./lockstep list");
}

const ExerciseInfo& find_exercise(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    std::string cleaned = wanted;
    while (cleaned.size() > 1 && cleaned.back() == '/') cleaned.pop_back();
    for (const std::string_view prefix : {"./", "exercises/"}) // what the shell completes
        if (cleaned.starts_with(prefix)) cleaned = cleaned.substr(prefix.size());
    std::vector<const ExerciseInfo*> found;
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises) {
            const std::string padded =
                fmt::format("{:02}/{}", chapter.number(), leading_number(exercise.name));
            if (cleaned == exercise.id || cleaned == exercise.short_name() || cleaned == padded ||
                cleaned == exercise.name || cleaned == after_number(exercise.name))
                found.push_back(&exercise);
        }
    if (found.size() == 1) return *found.front();
    if (found.empty()) throw Failure(fmt::format("There is no exercise '{}'.", wanted), "./lockstep list");
    std::string list;
    for (const ExerciseInfo* exercise : found)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", exercise->id);
    throw Failure(fmt::format("'{}' could be any of {}.", wanted, list), "the full name of one of them");
}

} // namespace lockstep::tool
