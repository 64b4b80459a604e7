// Finding chapters and exercises in the folders.
#include "lockstep/formats/catalogue.hpp"

#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/formats/lens_metrics.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace lockstep
{

namespace
{

namespace fs = std::filesystem;
using formats::JsonReader;

/// The folders below `parent` whose names begin with a number, in the order of their numbers.
std::vector<fs::path> numbered_folders(const fs::path& parent)
{
    std::vector<fs::path> folders;
    for (const fs::path& entry : sorted_entries(parent))
        if (leading_number(entry.filename().string()) > 0 && fs::is_directory(entry))
            folders.push_back(entry);
    std::stable_sort(folders.begin(), folders.end(), [](const fs::path& a, const fs::path& b) {
        return leading_number(a.filename().string()) < leading_number(b.filename().string());
    });
    return folders;
}

LensTarget target_of(const JsonReader& json)
{
    LensTarget target{.kernel = json.at("kernel").text(),
                      .metric = json.at("metric").text(),
                      .min = {},
                      .max = {},
                      .test_case = json.text_or("case", "")};
    if (const auto min = json.find("min")) target.min = min->number();
    if (const auto max = json.find("max")) target.max = max->number();
    if (!formats::is_lens_metric(target.metric))
        json.at("metric").refuse(fmt::format("names '{}', which the lens does not count", target.metric),
                                 fmt::format("one of {}", fmt::join(formats::lens_metric_names(), ", ")));
    if (!target.min && !target.max)
        json.refuse(
            R"(says neither "min" nor "max")",
            fmt::format(R"({{"kernel": "{}", "metric": "{}", "min": 0.99}})", target.kernel, target.metric));
    return target;
}

void read_lens(const JsonReader& json, ExerciseInfo& info)
{
    const auto lens = json.find("lens");
    if (!info.wants("lens") && !lens) return;
    if (!info.wants("lens") || !lens)
        json.at("checks").refuse(
            R"(and "lens" belong together: the check "lens" and its targets; one is missing)",
            R"("checks": ["correct", "clean", "lens"], "lens": {"device": "h200", "targets": [...]})");
    info.lens_device = lens->at("device").text();
    for (const JsonReader& target : lens->at("targets").list())
        info.lens_targets.push_back(target_of(target));
    if (info.lens_targets.empty()) lens->at("targets").refuse("has no target");
}

constexpr std::array known_needs{DeviceNeed::images};

std::vector<DeviceNeed> needs_of(const JsonReader& list)
{
    std::vector<DeviceNeed> needs;
    for (const JsonReader& entry : list.list()) {
        const std::string word = entry.text();
        const auto known = std::ranges::find(known_needs, word, name_of);
        if (known == known_needs.end()) {
            std::vector<std::string_view> words;
            words.reserve(known_needs.size());
            for (const DeviceNeed need : known_needs) words.push_back(name_of(need));
            entry.refuse(fmt::format("names '{}', which no device is asked for", word),
                         fmt::format("one of {}", fmt::join(words, ", ")));
        }
        needs.push_back(*known);
    }
    return needs;
}

/// Reads the parts and the planned chapters into `book`.
void read_outline(const fs::path& file, Catalogue& book)
{
    const JsonReader outline =
        JsonReader::read(file, "compare it with the outline in the repository's history");
    book.title = outline.text_or("title", "Lockstep");
    book.subtitle = outline.text_or("subtitle", "");
    book.summary = outline.text_or("summary", "");
    for (const JsonReader& part : outline.at("parts").list()) {
        book.parts.push_back(
            {part.at("number").text(), part.at("title").text(), part.text_or("summary", "")});
        for (const JsonReader& planned : part.at("chapters").list())
            book.chapters.push_back({.slug = planned.at("slug").text(),
                                     .title = planned.at("title").text(),
                                     .folder = {},
                                     .part = book.parts.size() - 1,
                                     .exercises = {}});
    }
}

/// The chapter of the outline with that name; one that is not planned gets its place by its number.
ChapterInfo& place_of(const fs::path& folder, Catalogue& book, const Complaint& complain)
{
    const std::string slug = folder.filename().string();
    const auto planned = std::ranges::find(book.chapters, slug, &ChapterInfo::slug);
    if (planned != book.chapters.end()) return *planned;
    const int number = leading_number(slug);
    const auto next = std::ranges::find_if(
        book.chapters, [&](const ChapterInfo& other) { return other.number() >= number; });
    if (book.parts.empty()) book.parts.push_back({"I", "Chapters", ""});
    if (next != book.chapters.end() && next->number() == number)
        complain(folder, Failure(fmt::format(
                             "Chapter {} is planned as '{}' in book/outline.json. Rename one of them.",
                             number, next->slug)));
    const std::size_t part = next != book.chapters.end() ? next->part : book.parts.size() - 1;
    return *book.chapters.insert(next,
                                 {.slug = slug, .title = {}, .folder = {}, .part = part, .exercises = {}});
}

/// False for what is left of an exercise that has moved: files of the reader's alone.
bool is_exercise(const fs::path& folder)
{
    return fs::exists(folder / "exercise.json") || fs::exists(folder / "README.md") ||
           fs::exists(folder / "test.cpp");
}

void read_chapter(const fs::path& source, const fs::path& folder, ChapterInfo& chapter,
                  const Complaint& complain)
{
    chapter.folder = folder;
    try {
        chapter.title = markdown_title(folder / "lesson.md");
    } catch (const Failure& failure) {
        complain(folder / "lesson.md", failure);
    }
    for (const fs::path& exercise : numbered_folders(source / "exercises" / chapter.slug)) {
        if (!is_exercise(exercise)) continue;
        try {
            chapter.exercises.push_back(read_exercise(exercise));
        } catch (const Failure& failure) {
            complain(exercise / "exercise.json", failure);
        }
    }
}

} // namespace

std::string_view name_of(DeviceNeed need)
{
    switch (need) {
    case DeviceNeed::images:
        break;
    }
    return "images";
}

bool ExerciseInfo::wants(std::string_view check) const
{
    return std::find(checks.begin(), checks.end(), check) != checks.end();
}

std::string ExerciseInfo::short_name() const
{
    return fmt::format("{}/{}", leading_number(chapter), leading_number(name));
}

int ExerciseInfo::number() const
{
    return leading_number(name);
}

int ChapterInfo::number() const
{
    return leading_number(slug);
}

ExerciseInfo read_exercise(const fs::path& folder)
{
    const JsonReader json = JsonReader::read(folder / "exercise.json", "compare it with another exercise's");
    ExerciseInfo info;
    info.chapter = folder.parent_path().filename().string();
    info.name = folder.filename().string();
    info.id = info.chapter + "/" + info.name;
    info.folder = folder;
    info.title = json.at("title").text();
    info.points = json.at("points").whole();
    info.minutes = json.at("minutes").whole();
    info.core = json.truth_or("core", false);
    info.optional = json.truth_or("optional", false);
    info.edit = json.at("edit").texts();
    info.hints = json.at("hints").texts();
    info.checks = json.at("checks").texts();
    info.sanitizer = json.text_or("sanitizer", "");
    if (const auto needs = json.find("needs")) info.needs = needs_of(*needs);
    read_lens(json, info);
    if (const auto set = json.find("kernel_set"))
        info.kernel_set = {.file = set->at("file").text(), .kernel = set->at("kernel").text()};
    if (const auto open = json.find("ladder"))
        info.open_rung = {.ladder = open->at("name").text(), .rung = open->at("rung").text()};
    if (info.core && info.optional) json.at("core").refuse("and \"optional\" exclude each other");
    if (const auto par = json.find("par")) info.par = score_of(*par);
    if (info.par && (info.host() || !info.wants("lens")))
        json.at("par").refuse("belongs to an exercise on kernels with targets for the lens");
    if (info.edit.empty()) json.at("edit").refuse("names no file");
    if (info.open_rung && (info.host() || info.edit.size() != 1))
        json.at("ladder").refuse("belongs to an exercise whose one file is a kernel's");
    if (info.open_rung && !info.wants("lens"))
        json.at("ladder").refuse(
            "belongs to an exercise with targets for the lens, which counts for their device");
    return info;
}

Catalogue read_catalogue(const fs::path& source, const Complaint& complain)
{
    Catalogue book;
    const fs::path outline = source / "book" / "outline.json";
    try {
        read_outline(outline, book);
    } catch (const Failure& failure) {
        complain(outline, failure);
    }
    for (const fs::path& folder : numbered_folders(source / "chapters"))
        if (fs::exists(folder / "lesson.md"))
            read_chapter(source, folder, place_of(folder, book, complain), complain);
    return book;
}

std::vector<ChapterInfo> load_catalogue(const fs::path& source)
{
    const Complaint complain = [](const fs::path&, const Failure& what) { throw what; };
    std::vector<ChapterInfo> chapters;
    for (const fs::path& folder : numbered_folders(source / "chapters")) {
        chapters.push_back(
            {.slug = folder.filename().string(), .title = {}, .folder = {}, .part = 0, .exercises = {}});
        read_chapter(source, folder, chapters.back(), complain);
    }
    return chapters;
}

std::string markdown_title(const fs::path& file)
{
    const std::string text = read_text(file);
    const std::string line = text.substr(0, text.find('\n'));
    const auto last = line.find_last_not_of(" \t");
    if (!line.starts_with("# ") || last < 2)
        throw Failure(fmt::format("{} must begin with its title: a line '# Title'.", file.string()));
    return line.substr(2, last - 1);
}

int leading_number(std::string_view name)
{
    int number = 0;
    for (const char c : name.substr(0, 6)) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0) break;
        number = 10 * number + (c - '0');
    }
    return number;
}

std::string without_number(const std::string& name)
{
    const std::size_t dash = name.find('-');
    return leading_number(name) == 0 || dash == std::string::npos ? name : name.substr(dash + 1);
}

const ChapterInfo& find_chapter(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    const bool number = !wanted.empty() && std::all_of(wanted.begin(), wanted.end(),
                                                       [](unsigned char c) { return std::isdigit(c) != 0; });
    for (const ChapterInfo& chapter : chapters)
        if (chapter.slug == wanted || without_number(chapter.slug) == wanted ||
            (number && chapter.number() == leading_number(wanted)))
            return chapter;
    std::string list;
    for (const ChapterInfo& chapter : chapters)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", chapter.slug);
    throw Failure(fmt::format("There is no chapter '{}'. The chapters are: {}.", wanted, list),
                  "./lockstep list");
}

namespace
{

// Whether a path leads to a folder or into it.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder)
{
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::canonical(path, failed);
    const std::filesystem::path room = failed ? "" : std::filesystem::canonical(folder, failed);
    return !failed && std::ranges::mismatch(room, whole).in1 == room.end();
}

} // namespace

const ExerciseInfo& find_exercise(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    std::string cleaned = wanted;
    if (std::error_code none;
        std::filesystem::exists(wanted, none)) // as the shell completes it, from anywhere
        for (const ChapterInfo& chapter : chapters)
            for (const ExerciseInfo& exercise : chapter.exercises)
                if (is_within(wanted, exercise.folder)) return exercise;
    if (const auto point = cleaned.find('.'); point != std::string::npos &&
                                              point > 0 && // as the book says it
                                              cleaned.find_first_not_of("0123456789.") == std::string::npos)
        cleaned[point] = '/';
    while (cleaned.size() > 1 && cleaned.back() == '/') cleaned.pop_back();
    for (const std::string_view prefix : {"./", "exercises/"}) // what the shell completes
        if (cleaned.starts_with(prefix)) cleaned = cleaned.substr(prefix.size());
    std::vector<const ExerciseInfo*> found;
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises) {
            const std::string padded =
                fmt::format("{:02}/{}", chapter.number(), leading_number(exercise.name));
            if (cleaned == exercise.id || cleaned == exercise.short_name() || cleaned == padded ||
                cleaned == exercise.name || cleaned == without_number(exercise.name))
                found.push_back(&exercise);
        }
    if (found.size() == 1) return *found.front();
    if (found.empty()) {
        std::vector<std::string> names;
        for (const ChapterInfo& chapter : chapters)
            for (const ExerciseInfo& exercise : chapter.exercises)
                names.insert(names.end(), {without_number(exercise.name), exercise.name, exercise.id});
        const std::string meant = nearest(cleaned, names);
        throw Failure(fmt::format("There is no exercise '{}'.{}", wanted,
                                  meant.empty() ? "" : fmt::format(" Did you mean '{}'?", meant)),
                      "./lockstep list");
    }
    std::string list;
    for (const ExerciseInfo* exercise : found)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", exercise->id);
    throw Failure(fmt::format("'{}' could be any of {}.", wanted, list), "the full name of one of them");
}

fs::path solution_reasons(const fs::path& source, const ExerciseInfo& exercise)
{
    return source / "solutions" / exercise.id / "why.md";
}

} // namespace lockstep
