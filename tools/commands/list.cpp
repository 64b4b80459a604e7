// lockstep list: chapters and exercises with what is solved; and the page shown without a command.
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "commands/commands.hpp"
#include "desk/progress.hpp"
#include "desk/way.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace lockstep::tool
{

namespace
{

struct Progress
{
    std::size_t exercises = 0;
    std::size_t solved = 0;
    int points = 0;
    int earned = 0;
    std::size_t core = 0;
    std::size_t core_solved = 0;
    const ExerciseInfo* next = nullptr; ///< the first unsolved one that is not optional
};

Progress progress_in(const std::vector<ChapterInfo>& chapters, const ExerciseStates& exercise_states)
{
    Progress progress;
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises) {
            const bool is_solved = counts_as_solved(exercise_states.of.at(exercise.id));
            if (exercise.optional && !is_solved) continue;
            ++progress.exercises;
            progress.points += exercise.points;
            progress.solved += is_solved ? 1U : 0U;
            progress.earned += is_solved ? exercise.points : 0;
            progress.core += exercise.core ? 1U : 0U;
            progress.core_solved += exercise.core && is_solved ? 1U : 0U;
            if (!is_solved && progress.next == nullptr) progress.next = &exercise;
        }
    return progress;
}

std::string mark_of(ExerciseState standing)
{
    switch (standing) {
    case ExerciseState::solved:
        return styled("✓", Style::good);
    case ExerciseState::broken:
        return styled("!", Style::bad);
    case ExerciseState::changed:
        return styled("~", Style::strong);
    case ExerciseState::open:
        break;
    }
    return "·";
}

const char* word_for(ExerciseState standing)
{
    return standing == ExerciseState::solved    ? "solved"
           : standing == ExerciseState::broken  ? "broken"
           : standing == ExerciseState::changed ? "changed"
                                                : "open";
}

// What the marks that call for something mean, and what to type.
std::string legend(const std::vector<ChapterInfo>& chapters, const ExerciseStates& exercise_states)
{
    std::string broken;
    std::string changed;
    std::string first_changed;
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises) {
            const ExerciseState standing = exercise_states.of.at(exercise.id);
            if (standing == ExerciseState::broken) broken += " " + exercise.short_name();
            if (standing != ExerciseState::changed) continue;
            if (first_changed.empty()) first_changed = exercise.short_name();
            changed += fmt::format(" {} ({})", exercise.short_name(),
                                   fmt::join(exercise_states.changed_files.at(exercise.id), ", "));
        }
    std::string text;
    if (!broken.empty())
        text += fmt::format("\n{} solved once, and broken when last checked:{}   ./lockstep check{}\n",
                            mark_of(ExerciseState::broken), broken, broken);
    if (!changed.empty())
        text += fmt::format("\n{} solved, and changed by the book since:{}   ./lockstep check {}\n",
                            mark_of(ExerciseState::changed), changed, first_changed);
    return text;
}

std::string bar(const Progress& progress)
{
    constexpr std::size_t width = 30;
    const std::size_t full = progress.exercises == 0 ? 0 : width * progress.solved / progress.exercises;
    std::string text;
    for (std::size_t i = 0; i < width; ++i) text += i < full ? "█" : "░";
    const std::string core =
        progress.core == 0 ? "" : fmt::format(", {} of {} core", progress.core_solved, progress.core);
    return fmt::format("{} {} of {} solved, {} of {} points{}", text, progress.solved, progress.exercises,
                       progress.earned, progress.points, core);
}

// "  silver"; empty where nothing was counted.
std::string medal_of(const ExerciseInfo& exercise, const formats::Progress& kept)
{
    const std::optional<Score> best = kept.of(exercise.id).best;
    return best && exercise.par ? fmt::format("  {}", medal_name(medal_for(*best, *exercise.par))) : "";
}

nlohmann::json as_json(const std::vector<ChapterInfo>& chapters, const ExerciseStates& exercise_states,
                       const formats::Progress& kept)
{
    nlohmann::json list = nlohmann::json::array();
    for (const ChapterInfo& chapter : chapters) {
        nlohmann::json exercises = nlohmann::json::array();
        for (const ExerciseInfo& exercise : chapter.exercises)
            exercises.push_back(
                {{"id", exercise.id},
                 {"title", exercise.title},
                 {"points", exercise.points},
                 {"minutes", exercise.minutes},
                 {"core", exercise.core},
                 {"optional", exercise.optional},
                 {"kernel_set",
                  exercise.kernel_set ? nlohmann::json(exercise.kernel_set->file) : nlohmann::json()},
                 {"par", exercise.par ? nlohmann::json(to_json(*exercise.par)) : nlohmann::json()},
                 {"medal", trim(medal_of(exercise, kept))},
                 {"solved", counts_as_solved(exercise_states.of.at(exercise.id))},
                 {"standing", word_for(exercise_states.of.at(exercise.id))}});
        list.push_back({{"chapter", chapter.slug}, {"title", chapter.title}, {"exercises", exercises}});
    }
    return {{"chapters", list}};
}

int list(bool json, bool all)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ExerciseStates standing = exercise_states(source_dir(), chapters);
    const formats::Progress kept = load_progress(source_dir());
    if (json) {
        fmt::print("{}\n", as_json(chapters, standing, kept).dump(2));
        return done;
    }
    if (const auto way = all ? std::nullopt : followed_way(source_dir(), chapters)) {
        fmt::print("{}{}\nAll exercises: ./lockstep list --all\n",
                   for_terminal(steps_text(*way, solved_exercises(source_dir()))),
                   for_terminal(legend(chapters, standing)));
        return done;
    }
    for (const ChapterInfo& chapter : chapters) {
        fmt::print("{}\n", styled(fmt::format("{:02}  {}", chapter.number(), chapter.title), Style::strong));
        for (const ExerciseInfo& exercise : chapter.exercises)
            fmt::print("  {} {:<5} {:<50} {:>3} points {:>4} min{}\n", mark_of(standing.of.at(exercise.id)),
                       exercise.short_name(),
                       exercise.title + (exercise.core       ? " (core)"
                                         : exercise.optional ? " (optional)"
                                                             : ""),
                       exercise.points, exercise.minutes, medal_of(exercise, kept));
    }
    fmt::print("{}\n{}\n", for_terminal(legend(chapters, standing)), bar(progress_in(chapters, standing)));
    return done;
}

} // namespace

void add_list(CLI::App& app, Exit& exit)
{
    auto json = std::make_shared<bool>(false);
    auto all = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("list", "chapters and exercises, and what is solved");
    command->add_flag("--json", *json, "as JSON");
    command->add_flag("--all", *all, "those beside the way that you follow, too");
    command->callback([json, all, &exit] { exit.status = list(*json, *all); });
}

int show_welcome(const CLI::App& app)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    Progress progress = progress_in(chapters, exercise_states(source_dir(), chapters));
    const auto way = followed_way(source_dir(), chapters);
    if (way) progress.next = next_exercise(source_dir(), chapters, solved_exercises(source_dir()));
    const auto entry = [](const std::string& name, const std::string& what) {
        return fmt::format("  {:<10} {}\n", name, what);
    };
    std::string page = app.get_description() + "\n\n" +
                       entry("start", "install what is missing, build, render the book") +
                       entry("test", "build everything and run every test") +
                       entry("doctor", "what is installed, and what brings what is not") +
                       entry("update", "bring a newer book; what you have written stays");
    for (const CLI::App* command : app.get_subcommands({}))
        if (!command->get_group().empty()) page += entry(command->get_name(), command->get_description());
    page += fmt::format("\n{}\n", bar(progress));
    if (way) page += told(*way, progress_on(*way, solved_exercises(source_dir()))) + "   ./lockstep way\n";
    if (progress.next != nullptr)
        page += fmt::format("Next: {}   ./lockstep check {}\n", progress.next->title,
                            progress.next->short_name());
    fmt::print("{}", for_terminal(page));
    return done;
}

} // namespace lockstep::tool
