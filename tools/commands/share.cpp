// lockstep share and league: a solution as a card, and cards counted anew and ranked.
#include "base/paths.hpp"
#include "base/sandbox.hpp"
#include "base/terminal.hpp"
#include "commands/commands.hpp"
#include "desk/cards.hpp"
#include "desk/progress.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

#include <memory>
#include <random>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct LeagueArguments
{
    std::string folder;
    bool unsafe = false;
    std::uint64_t seed = 0;
};

int share(const std::string& wanted, const std::string& name, const std::string& out)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ExerciseInfo& exercise = find_exercise(chapters, wanted);
    const formats::Card card = make_card(exercise, name, LOCKSTEP_VERSION,
                                         {.source = source_dir(), .build = build_dir(), .limits = {}});
    std::error_code failed;
    fs::create_directories(out, failed);
    const fs::path stem =
        fs::path{out} /
        fmt::format("card-{}", exercise.name.empty() ? wanted : exercise.chapter + "-" + exercise.name);
    const std::string text = card_text(card, exercise);
    for (const auto& [ending, content] :
         {std::pair{".txt", text}, {".json", formats::text_of(card)}, {".svg", card_svg(card, exercise)}})
        replace_text(fs::path{stem.string() + ending}, content);
    fmt::print("{}\nWritten: {}.txt, .json and .svg. The .json is the card that others count again; it holds "
               "your solution.\n",
               for_terminal(text), stem.string());
    return done;
}

int league(const LeagueArguments& arguments)
{
    if (const std::string missing = arguments.unsafe ? "" : sandbox_missing(); !missing.empty())
        throw Failure(
            fmt::format("Cards hold code of others, and there is no sandbox to count them in: {}.", missing),
            "./lockstep doctor, or on a machine that is thrown away --unsafe");
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    CheckOptions options{.source = source_dir(),
                         .build = build_dir(),
                         .limits = {},
                         .sandboxed = !arguments.unsafe,
                         .seed = arguments.seed};
    while (options.seed == 0)
        options.seed = std::random_device{}(); // so that nobody knows the data beforehand
    const League counted = count_league(arguments.folder, chapters, LOCKSTEP_VERSION, options);
    fmt::print("{}", for_terminal(league_text(counted, chapters)));
    for (const auto& [id, entries] : counted)
        for (const LeagueEntry& entry : entries)
            if (!entry.score) return check_failed;
    return done;
}

} // namespace

void add_share(CLI::App& app, Exit& exit)
{
    auto exercise = std::make_shared<std::string>();
    auto name = std::make_shared<std::string>();
    auto out = std::make_shared<std::string>(".");
    CLI::App* command =
        app.add_subcommand("share", "your solution as a card: its counts, which others can count again");
    command->add_option("exercise", *exercise, "for example 20/4")->required();
    command->add_option("--name", *name, "what you are called on it");
    command->add_option("--out", *out, "the folder to write it to")->capture_default_str()->type_name("DIR");
    command->callback([exercise, name, out, &exit] { exit.status = share(*exercise, *name, *out); });
}

void add_league(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<LeagueArguments>();
    CLI::App* command = app.add_subcommand("league", "a folder of cards, counted anew and ranked");
    command->add_option("folder", arguments->folder, "where the cards are")->required()->type_name("DIR");
    command->add_flag("--unsafe", arguments->unsafe, "without a sandbox, on a machine that is thrown away");
    command
        ->add_option("--seed", arguments->seed,
                     "draw the data from this number; 0: from one that nobody knows")
        ->capture_default_str();
    command->callback([arguments, &exit] { exit.status = league(*arguments); });
}

} // namespace lockstep::tool
