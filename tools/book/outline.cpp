// The pages of the book, in the order of its catalogue.
#include "book/model.hpp"
#include "book/site.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

void add_pages(const fs::path& folder, Kind kind, Book& book)
{
    char letter = 'A';
    for (const auto& file : sorted_entries(folder)) {
        if (file.extension() != ".md") continue;
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

/// The page that opens a part, where its text is written: the part's number and title are the outline's.
void add_part_page(const fs::path& source, std::size_t index, Book& book)
{
    Page page;
    page.source = source / "book" / "parts" / fmt::format("part-{}.md", index + 1);
    if (!fs::exists(page.source)) return;
    page.kind = Kind::part;
    page.part = &book.catalogue.parts[index];
    page.file = fmt::format("part-{}.html", index + 1);
    page.title = page.part->title;
    page.label = "Part " + page.part->number;
    book.pages.push_back(std::move(page));
}

void add_chapter_pages(const fs::path& source, Book& book)
{
    std::size_t opened = 0; // parts
    for (const ChapterInfo& chapter : book.catalogue.chapters) {
        if (!chapter.written()) continue;
        for (; opened <= chapter.part; ++opened) add_part_page(source, opened, book);
        Page page;
        page.kind = Kind::chapter;
        page.file = chapter.slug + ".html";
        page.title = chapter.title;
        page.label = fmt::format("Chapter {}", chapter.number());
        page.prefix = std::to_string(chapter.number());
        page.source = chapter.folder / "lesson.md";
        page.chapter = &chapter;
        book.pages.push_back(std::move(page));
        for (const ExerciseInfo& exercise : chapter.exercises) {
            Page task;
            task.kind = Kind::exercise;
            task.file = fmt::format("{}-{}.html", chapter.slug, exercise.name);
            task.title = exercise.title;
            task.label = fmt::format("Exercise {}.{}", chapter.number(), exercise.number());
            task.source = exercise.folder / "README.md";
            task.chapter = &chapter;
            task.exercise = &exercise;
            book.pages.push_back(std::move(task));
        }
    }
}

} // namespace

Book read_book(const fs::path& source, std::vector<Problem>& problems)
{
    Book book;
    book.catalogue = read_catalogue(source, [&](const fs::path& file, const Failure& what) {
        problems.push_back({file, 0, sentence_of(what)});
    });
    Page cover;
    cover.kind = Kind::cover;
    cover.file = "index.html";
    cover.title = book.catalogue.title;
    book.pages.push_back(std::move(cover));
    add_pages(source / "book" / "front", Kind::front, book);
    add_chapter_pages(source, book);
    add_pages(source / "book" / "appendices", Kind::appendix, book);
    add_pages(source / "book" / "back", Kind::back, book);
    for (std::size_t i = 0; i < book.pages.size(); ++i) book.pages[i].id = fmt::format("p{:03}", i);
    return book;
}

} // namespace lockstep::book
