// lockstep list: chapters and exercises with what is solved; and the page shown without a command.
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <fmt/format.h>
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
    const ExerciseInfo* next = nullptr; ///< the first unsolved one
};

Progress progress_in(const std::vector<ChapterInfo>& chapters, const std::set<std::string>& solved)
{
    Progress progress;
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises) {
            const bool is_solved = solved.contains(exercise.id);
            ++progress.exercises;
            progress.points += exercise.points;
            progress.solved += is_solved ? 1U : 0U;
            progress.earned += is_solved ? exercise.points : 0;
            if (!is_solved && progress.next == nullptr) progress.next = &exercise;
        }
    return progress;
}

std::string bar(const Progress& progress)
{
    constexpr std::size_t width = 30;
    const std::size_t full = progress.exercises == 0 ? 0 : width * progress.solved / progress.exercises;
    std::string text;
    for (std::size_t i = 0; i < width; ++i) text += i < full ? "█" : "░";
    return fmt::format("{} {} of {} solved, {} of {} points", text, progress.solved, progress.exercises,
                       progress.earned, progress.points);
}

nlohmann::json as_json(const std::vector<ChapterInfo>& chapters, const std::set<std::string>& solved)
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
                 {"kernel_set",
                  exercise.kernel_set ? nlohmann::json(exercise.kernel_set->file) : nlohmann::json()},
                 {"solved", solved.contains(exercise.id)}});
        list.push_back({{"chapter", chapter.slug}, {"title", chapter.title}, {"exercises", exercises}});
    }
    return {{"chapters", list}};
}

int list(bool json)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const std::set<std::string> solved = solved_exercises(source_dir());
    if (json) {
        fmt::print("{}\n", as_json(chapters, solved).dump(2));
        return done;
    }
    for (const ChapterInfo& chapter : chapters) {
        fmt::print("{}\n", styled(fmt::format("{:02}  {}", chapter.number(), chapter.title), Style::strong));
        for (const ExerciseInfo& exercise : chapter.exercises)
            fmt::print("  {} {:<5} {:<52} {:>3} points {:>4} min\n",
                       solved.contains(exercise.id) ? styled("✓", Style::good) : "·", exercise.short_name(),
                       exercise.title, exercise.points, exercise.minutes);
    }
    fmt::print("\n{}\n", bar(progress_in(chapters, solved)));
    return done;
}

} // namespace

void add_list(CLI::App& app, Exit& exit)
{
    auto json = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("list", "chapters and exercises, and what is solved");
    command->add_flag("--json", *json, "as JSON");
    command->callback([json, &exit] { exit.status = list(*json); });
}

int show_welcome(const CLI::App& app)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const Progress progress = progress_in(chapters, solved_exercises(source_dir()));
    fmt::print("{}\n\n", app.get_description());
    fmt::print("  {:<10} {}\n", "start", "install what is missing, build, render the book");
    fmt::print("  {:<10} {}\n", "test", "build everything and run every test");
    fmt::print("  {:<10} {}\n", "doctor", "what is installed, and what brings what is not");
    for (const CLI::App* command : app.get_subcommands({}))
        if (!command->get_group().empty())
            fmt::print("  {:<10} {}\n", command->get_name(), command->get_description());
    fmt::print("\n{}\n", bar(progress));
    if (progress.next != nullptr)
        fmt::print("Next: {}   ./lockstep check {}\n", progress.next->title, progress.next->short_name());
    return done;
}

} // namespace lockstep::tool
