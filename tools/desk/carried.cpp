#include "desk/carried.hpp"

#include "desk/predictions.hpp"
#include "desk/progress.hpp"
#include "desk/reader_files.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using nlohmann::json;

const char* const remedy = "save it again from the page, and take that file";

struct Work
{
    std::vector<std::pair<ReaderFile, std::string>> texts;
    formats::Progress progress;
    std::map<std::string, std::map<std::string, std::string>> guesses; ///< by page and place
    std::vector<std::string> unknown; ///< names of texts that this book does not have
};

std::vector<ReaderFile> all_files(const ReaderFiles& files, const std::vector<ChapterInfo>& chapters)
{
    std::vector<ReaderFile> all;
    const auto add = [&](std::vector<ReaderFile> some) { all.insert(all.end(), some.begin(), some.end()); };
    for (const ChapterInfo& chapter : chapters) {
        if (chapter.written()) add(files.of(chapter));
        for (const ExerciseInfo& exercise : chapter.exercises) add(files.of(exercise));
    }
    return all;
}

bool is_exercise(const std::vector<ChapterInfo>& chapters, const std::string& id)
{
    return std::ranges::any_of(chapters, [&](const ChapterInfo& chapter) {
        return std::ranges::any_of(chapter.exercises,
                                   [&](const ExerciseInfo& exercise) { return exercise.id == id; });
    });
}

// The pages that have guesses, chapters' and exercises'.
std::vector<std::string> pages_of(const std::vector<ChapterInfo>& chapters)
{
    std::vector<std::string> pages;
    for (const ChapterInfo& chapter : chapters) {
        pages.push_back(chapter.slug + ".html");
        for (const ExerciseInfo& exercise : chapter.exercises)
            pages.push_back(fmt::format("{}-{}.html", chapter.slug, exercise.name));
    }
    return pages;
}

// The whole file, checked before anything is written.
Work read_work(const fs::path& file, const ReaderFiles& files, const std::vector<ChapterInfo>& chapters)
{
    if (!fs::is_regular_file(file))
        throw Failure(fmt::format("There is no file {}.", file.string()),
                      "./lockstep import FILE, with the file that a page has saved");
    if (fs::file_size(file) > most_carried_bytes)
        throw Failure(fmt::format("{} is larger than {} MiB, which no reader's work is.", file.string(),
                                  most_carried_bytes >> 20U),
                      remedy);
    const auto root = formats::JsonReader::read(file, remedy);
    if (root.text_or("lockstep", "") != "work")
        root.refuse("is no work that a page or ./lockstep export has saved");
    Work work;
    if (const auto texts = root.find("texts"))
        for (const auto& [name, text] : texts->members()) {
            const auto found = files.look_up(name);
            if (!found)
                work.unknown.push_back(name);
            else if (text.text().size() > most_file_bytes || text.text().find('\0') != std::string::npos)
                text.refuse("is no text of a kernel or a program");
            else
                work.texts.emplace_back(*found, text.text());
        }
    if (const auto progress = root.find("progress")) work.progress = formats::progress_of(*progress);
    std::erase_if(work.progress.exercises,
                  [&](const auto& entry) { return !is_exercise(chapters, entry.first); });
    const std::vector<std::string> pages = pages_of(chapters);
    if (const auto guesses = root.find("predictions"))
        for (const auto& [page, places] : guesses->members()) {
            if (std::ranges::find(pages, page) == pages.end()) continue;
            for (const auto& [place, text] : places.members())
                if (place.size() <= 20 && text.text().size() <= most_prediction_bytes)
                    work.guesses[page][place] = text.text();
        }
    return work;
}

// The name beside a file under which its other text goes; that of one that has this text already, if there is one.
fs::path name_beside(const fs::path& file, const std::string& text)
{
    for (int number = 1;; ++number) {
        fs::path name = file;
        name.replace_filename(
            fmt::format("{}.your-{}{}", file.stem().string(), number, file.extension().string()));
        if (!fs::exists(fs::symlink_status(name))) return name;
        if (fs::is_regular_file(name) && read_bytes(name) == text) return name;
    }
}

std::string take_text(const ReaderFiles& files, const ReaderFile& file, const std::string& text)
{
    const FileText there = files.read(file);
    if (there.text == text) return "";
    if (there.version.empty() || files.as_in_book(file) == there.text) {
        files.save(file, text, there.version);
        return fmt::format("{} is yours from the file.\n", file.name);
    }
    const fs::path beside = name_beside(file.path, text);
    if (!fs::exists(beside)) replace_text(beside, text);
    return fmt::format("{} has work of yours, which stays. The file's text lies beside it: {}\n", file.name,
                       beside.filename().string());
}

// What a file's progress adds to an exercise's.
formats::ExerciseProgress merged(formats::ExerciseProgress mine, const formats::ExerciseProgress& other)
{
    if (other.best && (!mine.best || other.best->cost() < mine.best->cost())) mine.best = other.best;
    mine.hints = std::max(mine.hints, other.hints);
    if (!other.solved) return mine;
    if (!mine.solved) mine.broken = other.broken;
    mine.solved = true;
    const bool earlier =
        !other.first_solved.empty() && (mine.first_solved.empty() || other.first_solved < mine.first_solved);
    if (earlier) mine.first_solved = other.first_solved;
    return mine;
}

} // namespace

std::string carried_work(const fs::path& source, const std::vector<ChapterInfo>& chapters)
{
    const ReaderFiles files{source, chapters};
    json texts = json::object();
    for (const ReaderFile& file : all_files(files, chapters)) {
        if (file.exercise == nullptr && !fs::exists(file.path)) continue; // no copy: it is the book's
        const FileText there = files.read(file);
        if (!there.version.empty() && files.as_in_book(file) != there.text) texts[file.name] = there.text;
    }
    json guesses = json::object();
    for (const std::string& page : pages_of(chapters))
        if (json of_page = predictions_of(source, page); !of_page.empty()) guesses[page] = std::move(of_page);
    const json work{{"lockstep", "work"},
                    {"texts", texts},
                    {"progress", json::parse(formats::text_of(load_progress(source)))},
                    {"predictions", guesses}};
    return work.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string take_over_work(const fs::path& source, const std::vector<ChapterInfo>& chapters,
                           const fs::path& file)
{
    const ReaderFiles files{source, chapters};
    const Work work = read_work(file, files, chapters);
    std::string told;
    for (const auto& [mine, text] : work.texts) told += take_text(files, mine, text);
    std::size_t solved = 0;
    const std::string trouble = change_progress(source, [&](formats::Progress& progress) {
        if (progress.way.empty()) progress.way = work.progress.way;
        for (const auto& [id, other] : work.progress.exercises) {
            const formats::ExerciseProgress before = progress.of(id);
            progress.exercises[id] = merged(before, other);
            solved += progress.exercises[id].solved && !before.solved ? 1U : 0U;
        }
        return true;
    });
    if (!trouble.empty()) told += trouble + "\n";
    std::size_t guesses = 0;
    for (const auto& [page, places] : work.guesses) {
        const json mine = predictions_of(source, page);
        for (const auto& [place, text] : places)
            if (!text.empty() && !mine.contains(place)) {
                keep_prediction(source, page, place, text);
                ++guesses;
            }
    }
    for (const std::string& name : work.unknown) told += fmt::format("{} is no file of this book.\n", name);
    return told + fmt::format("{} exercise{} more {} solved, and {} guess{} came along.\n", solved,
                              solved == 1 ? "" : "s", solved == 1 ? "is" : "are", guesses,
                              guesses == 1 ? "" : "es");
}

} // namespace lockstep::tool
