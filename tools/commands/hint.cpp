// lockstep hint: what belongs to the last failure, then the exercise's hints, one more at each call.
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "commands/commands.hpp"
#include "desk/hint_text.hpp"
#include "desk/progress.hpp"
#include "desk/way.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <fmt/format.h>

#include <memory>

namespace lockstep::tool
{

namespace
{

struct HintArguments
{
    std::string exercise;
    bool again = false;
    bool all = false;
};

// The exercise that is named, or the one that `lockstep check` would take.
const ExerciseInfo& chosen(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    if (!wanted.empty()) return find_exercise(chapters, wanted);
    if (const ExerciseInfo* next = next_exercise(source_dir(), chapters, solved_exercises(source_dir())))
        return *next;
    throw Failure("Every exercise is solved; name the one whose hints you want.", "./lockstep hint 3/2");
}

int hint(const HintArguments& arguments)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ExerciseInfo& exercise = chosen(chapters, arguments.exercise);
    const HintTier tier = arguments.all ? HintTier::all : arguments.again ? HintTier::again : HintTier::next;
    fmt::print("{}", for_terminal(hint_text(source_dir(), exercise, tier, terminal_size().columns)));
    return done;
}

} // namespace

void add_hint(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<HintArguments>();
    CLI::App* command = app.add_subcommand(
        "hint", "a hint on what failed, and at each call one more (default: the next unsolved one)");
    command->add_option("exercise", arguments->exercise, "for example 3/2, saxpy or 03-first-kernel/2-saxpy");
    CLI::Option* again =
        command->add_flag("--again", arguments->again, "the hints you have seen, and no other");
    command->add_flag("--all", arguments->all, "every hint")->excludes(again);
    command->callback([arguments, &exit] { exit.status = hint(*arguments); });
}

} // namespace lockstep::tool
