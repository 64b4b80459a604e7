// Reading the ways through the book, and counting what they take.
#include "lockstep/formats/ways.hpp"

#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

namespace lockstep
{

namespace
{

namespace fs = std::filesystem;
using formats::JsonReader;

struct MarkdownHeading
{
    std::size_t level = 0; ///< 0: the line is none
    std::string title;
    std::string anchor;
};

// "### Sizes to try {#try-sizes}"; without an id the title's letters and digits, as in the page.
MarkdownHeading heading_of(const std::string& line)
{
    const std::size_t level = line.find_first_not_of('#');
    if (level == 0 || level > 4 || level == std::string::npos || line[level] != ' ') return {};
    const std::size_t brace = std::min(line.find("{#"), line.size());
    MarkdownHeading heading{
        .level = level, .title = std::string{trim(line.substr(level, brace - level))}, .anchor = {}};
    if (brace < line.size()) {
        heading.anchor = line.substr(brace + 2, line.find('}', brace) - brace - 2);
        return heading;
    }
    for (const char c : heading.title)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            heading.anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (c != '\'' && !heading.anchor.empty() && heading.anchor.back() != '-')
            heading.anchor += '-';
    while (heading.anchor.ends_with('-')) heading.anchor.pop_back();
    return heading;
}

std::optional<std::string> title_of_section(const fs::path& markdown, const std::string& anchor)
{
    for (const std::string& line : split_lines(read_text(markdown)))
        if (MarkdownHeading heading = heading_of(line); heading.level > 1 && heading.anchor == anchor)
            return heading.title;
    return {};
}

// A page that is no chapter: book/front/1-preface.md for "preface".
std::optional<fs::path> other_page(const fs::path& source, const std::string& name)
{
    for (const char* folder : {"front", "appendices"})
        for (const fs::path& file : sorted_entries(source / "book" / folder))
            if (file.extension() == ".md" && without_number(file.stem().string()) == name) return file;
    return {};
}

const ChapterInfo* chapter_of(const std::vector<ChapterInfo>& chapters, const std::string& number)
{
    const auto found = std::ranges::find_if(chapters, [&](const ChapterInfo& chapter) {
        return chapter.written() && std::to_string(chapter.number()) == number;
    });
    return found == chapters.end() ? nullptr : &*found;
}

class Reader
{
public:
    Reader(const fs::path& source, const std::vector<ChapterInfo>& chapters)
        : source_(source), chapters_(chapters)
    {
    }

    // Adds what a step names: "preface", "2#the-platform-model", "3", "3/2", or "3/core" for the chapter's core exercises.
    void add(const JsonReader& step, Way& way) const
    {
        const std::string text = step.text();
        if (const auto slash = text.find('/'); slash != std::string::npos)
            return add_exercises(step, text.substr(0, slash), text.substr(slash + 1), way);
        const std::string name = text.substr(0, text.find('#'));
        const std::string section = name.size() < text.size() ? text.substr(name.size() + 1) : "";
        WayStep read{.page = name, .section = section, .exercise = {}, .name = {}, .title = {}};
        fs::path markdown;
        if (const ChapterInfo* chapter = chapter_of(chapters_, name)) {
            read.page = chapter->slug;
            read.title = chapter->title;
            if (section.empty()) read.name = name;
            markdown = chapter->folder / "lesson.md";
        } else if (const auto page = other_page(source_, name)) {
            markdown = *page;
            read.title = markdown_title(markdown);
            read.looked_up = markdown.parent_path().filename() == "appendices";
        } else {
            step.refuse(fmt::format("names '{}', and the book has no such page", name));
        }
        if (!section.empty()) {
            const auto title = title_of_section(markdown, section);
            if (!title) step.refuse(fmt::format("names a section that '{}' does not have", name));
            read.title = fmt::format("{}, in \"{}\"", *title, read.title);
        }
        if (!read.looked_up) read.minutes = reading_minutes(read_text(markdown), section);
        way.steps.push_back(std::move(read));
    }

private:
    const fs::path& source_;
    const std::vector<ChapterInfo>& chapters_;

    void add_exercises(const JsonReader& step, const std::string& number, const std::string& which,
                       Way& way) const
    {
        const ChapterInfo* chapter = chapter_of(chapters_, number);
        const std::size_t before = way.steps.size();
        if (chapter != nullptr)
            for (const ExerciseInfo& exercise : chapter->exercises)
                if (which == "core" ? exercise.core : std::to_string(exercise.number()) == which)
                    way.steps.push_back({.page = fmt::format("{}-{}", chapter->slug, exercise.name),
                                         .section = {},
                                         .exercise = exercise.id,
                                         .name = exercise.short_name(),
                                         .title = exercise.title,
                                         .minutes = exercise.minutes});
        if (way.steps.size() == before)
            step.refuse(fmt::format("names '{}/{}', and the book has no such exercise", number, which));
    }
};

} // namespace

std::string WayStep::address() const
{
    return page + ".html" + (section.empty() ? "" : "#" + section);
}

int Way::minutes() const
{
    int sum = 0;
    for (const WayStep& step : steps) sum += step.minutes;
    return sum;
}

std::vector<const WayStep*> Way::exercises() const
{
    std::vector<const WayStep*> found;
    for (const WayStep& step : steps)
        if (!step.exercise.empty()) found.push_back(&step);
    return found;
}

std::vector<Way> read_ways(const fs::path& source, const std::vector<ChapterInfo>& chapters,
                           const Complaint& complain)
{
    const fs::path file = source / "book" / "outline.json";
    std::vector<Way> ways;
    if (!fs::exists(file)) return ways;
    try {
        const auto list =
            JsonReader::read(file, R"(write a page, "2#section", "3", "3/2" or "3/core")").find("ways");
        if (!list) return ways;
        const Reader reader{source, chapters};
        for (const JsonReader& entry : list->list()) {
            ways.push_back({.name = entry.at("name").text(),
                            .title = entry.at("title").text(),
                            .summary = entry.at("summary").text(),
                            .steps = {}});
            for (const JsonReader& step : entry.at("steps").list()) {
                try {
                    reader.add(step, ways.back());
                } catch (const Failure& failure) {
                    complain(file, failure);
                }
            }
        }
    } catch (const Failure& failure) {
        complain(file, failure);
    }
    return ways;
}

int reading_minutes(std::string_view markdown, std::string_view section)
{
    constexpr int words_a_minute = 65;
    constexpr int minutes_a_listing = 2; // or for a program that is run, with its output
    int words = 0;
    int listings = 0;
    std::size_t inside = section.empty() ? 1 : 0; // the level of the section's heading
    for (const std::string& line : split_lines(markdown)) {
        if (const MarkdownHeading heading = heading_of(line); heading.level > 0 && !section.empty()) {
            if (heading.anchor == section)
                inside = heading.level;
            else if (heading.level <= inside)
                inside = 0;
        }
        if (inside == 0) continue;
        if (line.starts_with("\\snippet") || line.starts_with("\\output")) ++listings;
        if (line.starts_with('\\')) continue;
        bool in_word = false;
        for (const char c : line) {
            words += c != ' ' && !in_word ? 1 : 0;
            in_word = c != ' ';
        }
    }
    return std::max(5, (words / words_a_minute + minutes_a_listing * listings + 2) / 5 * 5);
}

} // namespace lockstep
