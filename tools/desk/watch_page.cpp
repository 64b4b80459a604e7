// The pages of `lockstep watch`.
#include "desk/watch_page.hpp"

#include "base/terminal.hpp"
#include "desk/verdict_text.hpp"
#include "desk/way.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace lockstep::tool
{

namespace
{

constexpr std::size_t head_rows = 6; // what stands above the body
constexpr std::size_t foot_rows = 3; // a rule, the note, the keys

std::string mark_of(ExerciseState standing)
{
    return standing == ExerciseState::solved    ? styled("✓", Style::good)
           : standing == ExerciseState::broken  ? styled("!", Style::bad)
           : standing == ExerciseState::changed ? styled("~", Style::strong)
                                                : "·";
}

std::string rule(std::size_t columns)
{
    std::string text;
    for (std::size_t i = 0; i < columns; ++i) text += "─";
    return styled(text, Style::faint);
}

const ChapterInfo& chapter_of(const WatchState& state)
{
    return *std::ranges::find(*state.chapters, state.exercise->chapter, &ChapterInfo::slug);
}

// The chapter's exercises with their marks, the present one in brackets.
std::string chapter_line(const WatchState& state)
{
    const ChapterInfo& chapter = chapter_of(state);
    std::string text = fmt::format("{:02}  {}  ", chapter.number(), styled(chapter.title, Style::strong));
    for (const ExerciseInfo& exercise : chapter.exercises) {
        const std::string mark = mark_of(state.exercise_states.of.at(exercise.id));
        const bool here = &exercise == state.exercise;
        text += fmt::format(" {}{}{}{}", here ? "[" : " ", exercise.number(), mark, here ? "]" : " ");
    }
    return text;
}

// `left` and, if there is room for it, `right` at the end of the line.
std::string apart(const std::string& left, const std::string& right, std::size_t columns)
{
    const std::size_t used = columns_of(left) + columns_of(right);
    return used + 2 > columns ? left : left + std::string(columns - used, ' ') + right;
}

std::vector<std::string> verdict_lines(const WatchState& state, std::size_t columns)
{
    std::string text;
    if (!state.trouble.empty())
        text = state.trouble;
    else if (state.report)
        text = stages_text(*state.report, fmt::format("exercises/{}/", state.exercise->id)) +
               (state.report->lacking ? "" : "\n" + printed_text(*state.report));
    return fitted(text, columns);
}

// The part of the lines that fits, with a word on what is above and below.
void add_body(std::vector<std::string>& page, const std::vector<std::string>& lines, std::size_t& scroll,
              std::size_t rows)
{
    scroll = std::min(scroll, lines.size() > rows ? lines.size() - rows : 0);
    const std::size_t end = std::min(lines.size(), scroll + rows);
    for (std::size_t i = scroll; i < end; ++i) page.push_back(lines[i]);
    if (end < lines.size())
        page.back() =
            styled(fmt::format("    … {} more lines: arrow down", lines.size() - end + 1), Style::faint);
    while (page.size() < head_rows + rows) page.emplace_back();
}

void add_list(std::vector<std::string>& page, WatchState& state, std::size_t rows, std::size_t columns)
{
    const std::vector<const ExerciseInfo*> found = found_exercises(state);
    state.selected = std::min(state.selected, found.empty() ? 0 : found.size() - 1);
    const std::size_t first = state.selected - std::min(state.selected, rows / 2);
    const std::size_t begin = std::min(first, found.size() > rows ? found.size() - rows : 0);
    for (std::size_t i = begin; i < std::min(found.size(), begin + rows); ++i) {
        const ExerciseInfo& exercise = *found[i];
        const std::string line = fmt::format("{} {} {:<6} {}", i == state.selected ? ">" : " ",
                                             mark_of(state.exercise_states.of.at(exercise.id)),
                                             exercise.short_name(), exercise.title);
        const std::string right = fmt::format("{:>3} points {:>4} min", exercise.points, exercise.minutes);
        page.push_back(i == state.selected ? styled(apart(line, right, columns), Style::strong)
                                           : apart(line, right, columns));
    }
    if (found.empty()) page.push_back("  Nothing is called so.");
    while (page.size() < head_rows + rows) page.emplace_back();
}

std::string note_line(const WatchState& state)
{
    switch (state.view) {
    case WatchState::View::list:
        return fmt::format("Search: {}_", state.search);
    case WatchState::View::asking:
        return "Put the stub back? Your text is kept beside it.";
    case WatchState::View::text:
    case WatchState::View::verdict:
        break;
    }
    if (state.checking_for_s)
        return (*state.checking_for_s == 0 ? "Checking …"
                                           : fmt::format("Checking … {} s", *state.checking_for_s)) +
               (state.builds_tests ? "   The first time, its tests are built." : "");
    return state.unrecorded.empty() ? state.note : state.unrecorded;
}

std::string key_line(const WatchState& state, std::size_t columns)
{
    if (state.view == WatchState::View::asking) return "y yes   any other key: no";
    if (state.view == WatchState::View::list)
        return columns < 70 ? "type to search  arrows  Enter take  Esc back"
                            : "type to search   arrows choose   Enter take it   Esc back";
    const std::string own = state.view == WatchState::View::verdict ? "" : "Esc back  ";
    return columns < 75 ? own + "t task h hint n next l list s solution r reset q quit"
                        : own + "t task   h hint   n next   l list   s solution   r reset   q quit";
}

} // namespace

std::vector<const ExerciseInfo*> found_exercises(const WatchState& state)
{
    std::vector<const ExerciseInfo*> found;
    const std::string wanted = lower(state.search);
    for (const ChapterInfo& chapter : *state.chapters)
        for (const ExerciseInfo& exercise : chapter.exercises)
            if (lower(fmt::format("{} {} {} {}", exercise.short_name(), exercise.title, exercise.id,
                                  chapter.title))
                    .find(wanted) != std::string::npos)
                found.push_back(&exercise);
    return found;
}

std::string edited_files(const ExerciseInfo& exercise)
{
    return fmt::format("exercises/{}/{}", exercise.id, fmt::join(exercise.edit, ", "));
}

std::string progress_line(const WatchState& state)
{
    if (state.way) {
        std::set<std::string> solved;
        for (const auto& [id, standing] : state.exercise_states.of)
            if (counts_as_solved(standing)) solved.insert(id);
        return told(*state.way, progress_on(*state.way, solved));
    }
    std::string bar;
    std::size_t solved = 0;
    std::size_t exercises = 0;
    int earned = 0;
    int points = 0;
    for (const ChapterInfo& chapter : *state.chapters) {
        std::size_t of_chapter = 0;
        std::size_t to_solve = 0;
        for (const ExerciseInfo& exercise : chapter.exercises) {
            const bool counts = counts_as_solved(state.exercise_states.of.at(exercise.id));
            if (exercise.optional && !counts) continue;
            ++to_solve;
            of_chapter += counts ? 1U : 0U;
            earned += counts ? exercise.points : 0;
            points += exercise.points;
        }
        solved += of_chapter;
        exercises += to_solve;
        if (to_solve == 0) continue;
        bar += of_chapter == to_solve ? "█" : of_chapter > 0 ? "▒" : "░";
    }
    return fmt::format("{} {} of {} solved, {} of {} points", bar, solved, exercises, earned, points);
}

std::vector<std::string> watch_page(WatchState& state, const TerminalSize& size)
{
    if (size.rows < head_rows + foot_rows + 3 || size.columns < 30)
        return {"This terminal is too small.", "Make it larger, or q quits."};
    const std::size_t rows = size.rows - head_rows - foot_rows;
    std::vector<std::string> page;
    page.push_back(size.columns < 70 ? progress_line(state)
                                     : styled("Lockstep", Style::strong) + "  " + progress_line(state));
    page.push_back(chapter_line(state));
    page.push_back(rule(size.columns));
    page.push_back(
        apart(fmt::format("{}  {}", styled(state.exercise->short_name(), Style::strong),
                          styled(state.exercise->title, Style::strong)),
              fmt::format("{} points, about {} min", state.exercise->points, state.exercise->minutes),
              size.columns));
    page.push_back("edit " + edited_files(*state.exercise));
    page.emplace_back();
    if (state.view == WatchState::View::list)
        add_list(page, state, rows, size.columns);
    else
        add_body(page,
                 state.view == WatchState::View::text ? fitted(state.text, size.columns)
                                                      : verdict_lines(state, size.columns),
                 state.scroll, rows);
    page.push_back(rule(size.columns));
    page.push_back(note_line(state));
    page.push_back(styled(key_line(state, size.columns), Style::faint));
    return page;
}

} // namespace lockstep::tool
