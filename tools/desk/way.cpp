// Following a way through the book.
#include "desk/way.hpp"

#include "base/terminal.hpp"
#include "desk/progress.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace lockstep::tool
{

namespace fs = std::filesystem;

namespace
{

// What is read between the exercise before a step and that step: "chapter 11, Divergence".
std::string titles_before(const Way& way, std::size_t step)
{
    std::size_t first = step;
    while (first > 0 && way.steps[first - 1].exercise.empty()) --first;
    std::vector<std::string> titles;
    for (std::size_t i = first; i < step; ++i)
        titles.push_back(way.steps[i].name.empty()
                             ? way.steps[i].title
                             : fmt::format("chapter {}, {}", way.steps[i].name, way.steps[i].title));
    return fmt::format("{}", fmt::join(titles, ", and "));
}

} // namespace

std::vector<Way> ways_of(const fs::path& source, const std::vector<ChapterInfo>& chapters)
{
    std::vector<Way> ways = read_ways(source, chapters, [](const fs::path&, const Failure&) {});
    std::erase_if(ways, [](const Way& way) { return way.steps.empty(); });
    return ways;
}

const Way& find_way(const std::vector<Way>& ways, const std::string& name)
{
    std::vector<std::string> names;
    for (const Way& way : ways) {
        if (lower(name) == way.name) return way;
        names.push_back(way.name);
    }
    if (names.empty()) throw Failure("This folder has no way through the book.", "./lockstep list");
    const std::string meant = nearest(lower(name), names);
    throw Failure(fmt::format("There is no way '{}'.{} The ways are: {}.", name,
                              meant.empty() ? "" : fmt::format(" Did you mean '{}'?", meant),
                              fmt::join(names, ", ")),
                  fmt::format("./lockstep way {}", meant.empty() ? names.front() : meant));
}

std::optional<Way> followed_way(const fs::path& source, const std::vector<ChapterInfo>& chapters)
{
    const std::string name = load_progress(source).way;
    if (name.empty()) return {};
    for (Way& way : ways_of(source, chapters))
        if (way.name == name) return std::move(way);
    return {};
}

WayProgress progress_on(const Way& way, const std::set<std::string>& solved)
{
    WayProgress progress{.next = way.steps.size()};
    std::size_t behind_solved = 0; // what is read before an exercise that is solved has been read
    for (std::size_t i = 0; i < way.steps.size(); ++i) {
        const WayStep& step = way.steps[i];
        if (step.exercise.empty()) continue;
        ++progress.exercises;
        if (solved.contains(step.exercise)) {
            ++progress.solved;
            if (progress.next == way.steps.size()) behind_solved = i + 1;
        } else if (progress.next == way.steps.size()) {
            progress.next = behind_solved;
        }
    }
    if (progress.exercises > 0 && progress.solved == progress.exercises) progress.next = behind_solved;
    for (std::size_t i = progress.next; i < way.steps.size(); ++i)
        if (!solved.contains(way.steps[i].exercise)) progress.minutes_left += way.steps[i].minutes;
    return progress;
}

std::string told(const Way& way, const WayProgress& progress)
{
    if (progress.exercises == 0) return fmt::format("\"{}\"", way.title);
    const std::string left = progress.minutes_left == 0 ? "nothing is left"
                             : progress.minutes_left < 100
                                 ? fmt::format("about {} minutes left", progress.minutes_left)
                                 : fmt::format("about {} hours left", (progress.minutes_left + 30) / 60);
    return fmt::format("{} of {} exercises of \"{}\" solved, {}", progress.solved, progress.exercises,
                       way.title, left);
}

std::string in_hours(int minutes)
{
    return minutes == 0    ? ""
           : minutes < 100 ? fmt::format("{} min", minutes)
                           : fmt::format("{}.{} h", minutes / 60, minutes % 60 / 6);
}

std::string steps_text(const Way& way, const std::set<std::string>& solved)
{
    const WayProgress progress = progress_on(way, solved);
    std::string page = styled(told(way, progress), Style::strong) + "\n";
    for (std::size_t i = 0; i < way.steps.size(); ++i) {
        const WayStep& step = way.steps[i];
        const bool is_solved = solved.contains(step.exercise);
        std::string line = fmt::format("{} {} {:<5} {:<58} {:>7}", i == progress.next ? "▸" : " ",
                                       is_solved               ? styled("✓", Style::good)
                                       : step.exercise.empty() ? " "
                                                               : "·",
                                       step.name, step.title, in_hours(step.minutes));
        line.erase(line.find_last_not_of(' ') + 1);
        page += line + "\n";
    }
    if (progress.next < way.steps.size() && progress.exercises > 0) {
        const WayStep& next = way.steps[progress.next];
        page += next.exercise.empty()
                    ? fmt::format("\nNext: read {}   ./lockstep book --live --open\n", next.title)
                    : fmt::format("\nNext: {}   ./lockstep watch {}\n", next.title, next.name);
    } else if (progress.exercises > 0) {
        page += "\nYou have come to its end. The others: ./lockstep way\n";
    }
    return page;
}

std::string to_read_before(const Way& way, const std::string& exercise)
{
    const auto step = std::ranges::find(way.steps, exercise, &WayStep::exercise);
    if (step == way.steps.end()) return "";
    return titles_before(way, static_cast<std::size_t>(step - way.steps.begin()));
}

std::string end_of_way(const Way& way, const std::set<std::string>& solved, const std::string& exercise)
{
    const std::vector<const WayStep*> steps = way.exercises();
    const bool on_it = std::ranges::find(steps, exercise, &WayStep::exercise) != steps.end();
    const bool all =
        std::ranges::all_of(steps, [&](const WayStep* step) { return solved.contains(step->exercise); });
    if (!on_it || !all) return "";
    const std::string rest = titles_before(way, way.steps.size());
    return rest.empty()
               ? fmt::format("You have come to the end of \"{}\".", way.title)
               : fmt::format("All exercises of \"{}\" are solved. Now read to its end: {}.", way.title, rest);
}

const ExerciseInfo* next_exercise(const fs::path& source, const std::vector<ChapterInfo>& chapters,
                                  const std::set<std::string>& solved, const std::string& after)
{
    if (const auto way = followed_way(source, chapters)) {
        std::vector<const WayStep*> steps = way->exercises();
        const auto behind = std::ranges::find(steps, after, &WayStep::exercise);
        if (behind != steps.end()) std::ranges::rotate(steps, behind + 1);
        for (const WayStep* step : steps)
            if (!solved.contains(step->exercise)) return &find_exercise(chapters, step->exercise);
    }
    return next_unsolved(chapters, solved, after);
}

} // namespace lockstep::tool
