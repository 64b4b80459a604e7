// Derives the book's order from its folders; only parts and planned titles come from book/outline.json.
#include "base/text.hpp"
#include "book/model.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;
using nlohmann::json;

/// The number at the start of a name like "03-first-kernel"; 0 when it has none.
int leading_number(const std::string& name)
{
    std::size_t digits = 0;
    while (digits < name.size() && digits < 6 &&
           std::isdigit(static_cast<unsigned char>(name[digits])) != 0) {
        ++digits;
    }
    return digits == 0 || digits >= name.size() || name[digits] != '-' ? 0
                                                                       : std::stoi(name.substr(0, digits));
}

std::string without_number(const std::string& name)
{
    return leading_number(name) == 0 ? name : name.substr(name.find('-') + 1);
}

json read_json(const fs::path& file, std::vector<Problem>& problems)
{
    try {
        return json::parse(read_text(file));
    } catch (const json::exception& error) {
        problems.push_back({file, 0, fmt::format("This is not valid JSON ({}). Repair it.", error.what())});
    } catch (const Failure&) {
        problems.push_back({file, 0, "This file is missing or cannot be read. Write it."});
    }
    return json::object();
}

std::vector<Exercise> read_exercises(const fs::path& folder, std::vector<Problem>& problems)
{
    std::vector<Exercise> exercises;
    for (const auto& entry : sorted_entries(folder)) {
        const std::string name = entry.filename().string();
        if (!fs::is_directory(entry) || leading_number(name) == 0) {
            continue;
        }
        const fs::path file = entry / "exercise.json";
        const json data = read_json(file, problems);
        Exercise exercise;
        exercise.folder = entry;
        exercise.slug = name;
        exercise.number = leading_number(name);
        try {
            exercise.title = data.value("title", without_number(name));
            exercise.points = data.value("points", 0);
            exercise.minutes = data.value("minutes", 0);
            exercise.edit = data.value("edit", std::vector<std::string>{});
            exercise.hints = data.value("hints", std::vector<std::string>{});
        } catch (const json::exception& error) {
            problems.push_back(
                {file, 0, fmt::format("A field has the wrong type ({}). Repair it.", error.what())});
        }
        exercises.push_back(std::move(exercise));
    }
    std::stable_sort(exercises.begin(), exercises.end(),
                     [](const Exercise& a, const Exercise& b) { return a.number < b.number; });
    return exercises;
}

void read_outline(const fs::path& source, Book& book, std::vector<Problem>& problems)
{
    const fs::path file = source / "book" / "outline.json";
    const json outline = read_json(file, problems);
    try {
        book.title = outline.value("title", "Lockstep");
        book.subtitle = outline.value("subtitle", "");
        book.summary = outline.value("summary", "");
        for (const json& entry : outline.value("parts", json::array())) {
            book.parts.push_back({entry.at("number"), entry.at("title"), entry.value("summary", "")});
            for (const json& planned : entry.at("chapters")) {
                Chapter chapter;
                chapter.slug = planned.at("slug");
                chapter.title = planned.at("title");
                chapter.number = leading_number(chapter.slug);
                chapter.part = book.parts.size() - 1;
                book.chapters.push_back(std::move(chapter));
            }
        }
    } catch (const json::exception& error) {
        problems.push_back(
            {file, 0,
             fmt::format("A field is missing or has the wrong type ({}). Repair it.", error.what())});
    }
}

/// Fills in the chapters whose folders exist. A folder the outline does not know joins the part it falls into.
void find_chapters(const fs::path& source, Book& book, std::vector<Problem>& problems)
{
    for (const auto& folder : sorted_entries(source / "chapters")) {
        const std::string slug = folder.filename().string();
        if (!fs::is_directory(folder) || leading_number(slug) == 0 || !fs::exists(folder / "lesson.md")) {
            continue;
        }
        auto at = std::find_if(book.chapters.begin(), book.chapters.end(),
                               [&](const Chapter& chapter) { return chapter.slug == slug; });
        if (at == book.chapters.end()) {
            const int number = leading_number(slug);
            at = std::find_if(book.chapters.begin(), book.chapters.end(),
                              [&](const Chapter& chapter) { return chapter.number >= number; });
            Chapter chapter;
            chapter.slug = slug;
            chapter.number = number;
            if (book.parts.empty()) {
                book.parts.push_back({"I", "Chapters", ""});
            }
            chapter.part = at != book.chapters.end() ? at->part : book.parts.size() - 1;
            if (at != book.chapters.end() && at->number == number) {
                problems.push_back({folder, 0,
                                    fmt::format("Chapter {} is planned as '{}' in book/outline.json. Rename "
                                                "one of them.",
                                                number, at->slug)});
            }
            at = book.chapters.insert(at, std::move(chapter));
        }
        at->folder = folder;
        at->title = markdown_title(folder / "lesson.md");
        if (at->title.empty()) {
            problems.push_back(
                {folder / "lesson.md", 1, "The first line is no title. Begin the lesson with '# Title'."});
        }
        at->exercises = read_exercises(source / "exercises" / slug, problems);
    }
}

void add_pages(const fs::path& folder, Kind kind, Book& book)
{
    char letter = 'A';
    for (const auto& file : sorted_entries(folder)) {
        if (file.extension() != ".md") {
            continue;
        }
        Page page;
        page.kind = kind;
        page.source = file;
        page.title = markdown_title(file);
        page.file = without_number(file.stem().string()) + ".html";
        if (kind == Kind::appendix) {
            page.prefix = std::string(1, letter++);
            page.label = "Appendix " + page.prefix;
        }
        book.pages.push_back(std::move(page));
    }
}

void add_chapter_pages(Book& book)
{
    for (const Chapter& chapter : book.chapters) {
        if (!chapter.written()) {
            continue;
        }
        Page page;
        page.kind = Kind::chapter;
        page.file = chapter.slug + ".html";
        page.title = chapter.title;
        page.label = fmt::format("Chapter {}", chapter.number);
        page.prefix = std::to_string(chapter.number);
        page.source = chapter.folder / "lesson.md";
        page.chapter = &chapter;
        book.pages.push_back(std::move(page));
        for (const Exercise& exercise : chapter.exercises) {
            Page task;
            task.kind = Kind::exercise;
            task.file = fmt::format("{}-{}.html", chapter.slug, exercise.slug);
            task.title = exercise.title;
            task.label = fmt::format("Exercise {}.{}", chapter.number, exercise.number);
            task.source = exercise.folder / "README.md";
            task.chapter = &chapter;
            task.exercise = &exercise;
            book.pages.push_back(std::move(task));
        }
    }
}

} // namespace

std::string markdown_title(const fs::path& file)
{
    const std::vector<std::string> lines = split_lines(read_text(file));
    if (lines.empty() || !lines[0].starts_with("# ")) {
        return {};
    }
    return std::string(trim(std::string_view(lines[0]).substr(2)));
}

Book read_book(const fs::path& source, std::vector<Problem>& problems)
{
    Book book;
    read_outline(source, book, problems);
    find_chapters(source, book, problems);
    Page cover;
    cover.kind = Kind::cover;
    cover.file = "index.html";
    cover.title = book.title;
    book.pages.push_back(std::move(cover));
    add_pages(source / "book" / "front", Kind::front, book);
    add_chapter_pages(book);
    add_pages(source / "book" / "appendices", Kind::appendix, book);
    for (std::size_t i = 0; i < book.pages.size(); ++i) {
        book.pages[i].id = fmt::format("p{:03}", i);
    }
    return book;
}

} // namespace lockstep::book
