// lockstep hint: an exercise's hints, one more at each call.
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace lockstep::tool
{

namespace
{

struct Arguments
{
    std::string exercise;
    bool again = false;
    bool all = false;
};

// The exercise that is named, or the one that `lockstep check` would take.
const ExerciseInfo& chosen(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    if (!wanted.empty()) return find_exercise(chapters, wanted);
    const std::set<std::string> solved = solved_exercises(source_dir());
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises)
            if (!solved.contains(exercise.id)) return exercise;
    throw Failure("Every exercise is solved; name the one whose hints you want.", "./lockstep hint 3/2");
}

// The text in lines of at most this many letters, each after the first indented.
std::string wrapped(const std::string& text, std::size_t indent)
{
    constexpr std::size_t widest = 92;
    std::string result;
    std::size_t column = indent;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        // Of a letter's bytes only the first counts.
        const auto letters = static_cast<std::size_t>(std::count_if(word.begin(), word.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        }));
        if (begin > 0 && column + 1 + letters > widest) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (begin > 0) {
            result += ' ';
            ++column;
        }
        result += word;
        column += letters;
        begin = end + 1;
    }
    return result;
}

void show(const ExerciseInfo& exercise, std::size_t first, std::size_t end)
{
    for (std::size_t i = first; i < end; ++i)
        fmt::print("  {} {}\n", styled(fmt::format("{} of {}", i + 1, exercise.hints.size()), Style::faint),
                   wrapped(exercise.hints[i], 9));
}

int hint(const Arguments& arguments)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ExerciseInfo& exercise = chosen(chapters, arguments.exercise);
    const std::size_t all = exercise.hints.size();
    fmt::print("{}  {}\n", styled(exercise.id, Style::strong), exercise.title);
    if (all == 0) fmt::print("  This exercise has no hints.\n");
    const std::size_t before = std::min(hints_seen(source_dir(), exercise.id), all);
    const bool next = !arguments.again && !arguments.all;
    const std::size_t seen = arguments.all ? all : next ? std::min(before + 1, all) : before;
    if (seen != before) record_hints_seen(source_dir(), exercise.id, seen);
    // Whoever asks on when there is no other gets to see them all once more.
    show(exercise, next && before < all ? before : 0, seen);
    if (seen < all)
        fmt::print("\n{} more: ./lockstep hint {}{}\n", all - seen, exercise.short_name(),
                   seen > 1 && next
                       ? fmt::format("   (those before: ./lockstep hint {} --again)", exercise.short_name())
                       : "");
    else
        fmt::print("\nThere is no other. The solution, with comments on why it is as it is: "
                   "solutions/{}/{}\n",
                   exercise.id, exercise.edit.front());
    return done;
}

} // namespace

void add_hint(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand(
        "hint", "a hint on an exercise, and at each call one more (default: the next unsolved one)");
    command->add_option("exercise", arguments->exercise, "for example 3/2, saxpy or 03-first-kernel/2-saxpy");
    CLI::Option* again =
        command->add_flag("--again", arguments->again, "the hints you have seen, and no other");
    command->add_flag("--all", arguments->all, "every hint")->excludes(again);
    command->callback([arguments, &exit] { exit.status = hint(*arguments); });
}

} // namespace lockstep::tool
