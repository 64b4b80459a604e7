// lockstep way: the ways through the book, and following one of them.
#include "desk/way.hpp"
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "commands/commands.hpp"
#include "desk/progress.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <memory>

namespace lockstep::tool
{

namespace
{

void show_ways(const std::vector<Way>& ways, const std::string& followed)
{
    std::string page;
    for (const Way& way : ways)
        page += fmt::format("{} {:<10} {:<28} {}\n{:13}{}\n", way.name == followed ? "▸" : " ", way.name,
                            way.title, in_hours(way.minutes()), "", wrapped(way.summary, 13, 13, 92));
    page += "\nTo follow one: ./lockstep way NAME. What list, watch, check and the pages show next is then "
            "on it.\n";
    if (!followed.empty()) page += "To leave it: ./lockstep way --leave\n";
    fmt::print("{}", for_terminal(page));
}

int follow(const std::string& name, bool leave)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const std::vector<Way> ways = ways_of(source_dir(), chapters);
    const std::string followed = load_progress(source_dir()).way;
    if (leave || !name.empty()) {
        const Way* way = leave ? nullptr : &find_way(ways, name);
        const std::string trouble = change_progress(source_dir(), [&](formats::Progress& progress) {
            progress.way = leave ? "" : way->name;
            return progress.way != followed;
        });
        if (!trouble.empty()) fmt::print(stderr, "{}\n", for_terminal(trouble, STDERR_FILENO));
        if (way != nullptr)
            fmt::print("{}", for_terminal(steps_text(*way, solved_exercises(source_dir()))));
        else
            fmt::print(
                "{}\n",
                followed.empty()
                    ? "No way is followed; nothing to leave."
                    : "The way is left, and what you solved stays solved. All exercises: ./lockstep list");
        return done;
    }
    show_ways(ways, followed);
    const auto way = followed_way(source_dir(), chapters);
    if (way) {
        fmt::print("\n");
        fmt::print("{}", for_terminal(steps_text(*way, solved_exercises(source_dir()))));
    } else if (!followed.empty()) {
        fmt::print("\nYou followed the way '{}', which this book does not have. What you solved is kept.\n",
                   followed);
    }
    return done;
}

} // namespace

void add_way(CLI::App& app, Exit& exit)
{
    auto name = std::make_shared<std::string>();
    auto leave = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand(
        "way", "a way through the book that fits your time: an evening, a weekend, a term");
    CLI::Option* word =
        command->add_option("name", *name, "the way to follow; without one all ways are shown");
    command->add_flag("--leave", *leave, "follow none")->excludes(word);
    command->callback([name, leave, &exit] { exit.status = follow(*name, *leave); });
}

} // namespace lockstep::tool
