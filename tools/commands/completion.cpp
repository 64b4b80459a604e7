// lockstep completion: what makes the Tab key complete commands, options and exercises, written from the command line itself.
#include "base/paths.hpp"
#include "commands/commands.hpp"
#include "desk/way.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::tool
{

namespace
{

// An option or a positional argument.
struct Word
{
    std::vector<std::string> names; ///< "--json"; none: it is positional
    std::string what;
    bool takes_value = false;
    bool takes_file = false;
};

struct CompletedCommand
{
    std::string name;
    std::string what;
    std::vector<Word> words = {};
    bool exercises = false; ///< it is about exercises
    bool chapters = false;  ///< it is about chapters
    bool ways = false;      ///< it is about ways through the book
};

bool is_about(const CLI::App& command, const char* subject)
{
    return std::ranges::any_of(command.get_options(), [&](const CLI::Option* option) {
        return option->get_positional() && option->get_name(true, false) == subject;
    });
}

std::vector<Word> words_of(const CLI::App& command)
{
    std::vector<Word> words;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_group().empty() || option->get_lnames().empty()) continue;
        Word word{
            .names = {}, .what = option->get_description(), .takes_value = option->get_expected_max() > 0};
        for (const std::string& name : option->get_lnames()) word.names.push_back("--" + name);
        static constexpr std::array files{"FILE", "DIR"};
        word.takes_file = std::ranges::find(files, option->get_type_name()) != files.end();
        words.push_back(std::move(word));
    }
    for (const CLI::App* group : command.get_subcommands({})) // groups of options have no name
        if (group->get_name().empty())
            for (Word& word : words_of(*group)) words.push_back(std::move(word));
    return words;
}

std::vector<CompletedCommand> commands_of(const CLI::App& app)
{
    std::vector<CompletedCommand> commands{{"start", "install what is missing, build, render the book"},
                                           {"test", "build everything and run every test"},
                                           {"doctor", "what is installed, and what brings what is not"},
                                           {"update", "bring a newer book; what you have written stays"},
                                           {"help", "the commands, or the help of one"}};
    for (const CLI::App* command : app.get_subcommands({}))
        if (!command->get_group().empty())
            commands.push_back({command->get_name(), command->get_description(), words_of(*command),
                                is_about(*command, "exercise") || is_about(*command, "subject"),
                                is_about(*command, "chapter") || is_about(*command, "subject"),
                                command->get_name() == "way"});
    return commands;
}

// What exercises and chapters are called where they are typed: "3/2", "3".
struct Subjects
{
    std::vector<std::string> exercises;
    std::vector<std::string> chapters;
    std::vector<std::string> ways;
};

Subjects subjects()
{
    Subjects all;
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    for (const Way& way : ways_of(source_dir(), chapters)) all.ways.push_back(way.name);
    for (const ChapterInfo& chapter : chapters) {
        all.chapters.push_back(std::to_string(chapter.number()));
        for (const ExerciseInfo& exercise : chapter.exercises) all.exercises.push_back(exercise.short_name());
    }
    return all;
}

// In single quotes, for both shells.
std::string quoted(const std::string& text)
{
    return "'" + replace_all(text, "'", "'\\''") + "'";
}

std::string names_in(const std::vector<CompletedCommand>& commands)
{
    std::vector<std::string> names;
    for (const CompletedCommand& command : commands) names.push_back(command.name);
    return fmt::format("{}", fmt::join(names, " "));
}

std::string bash_script(const std::vector<CompletedCommand>& commands, const Subjects& all)
{
    std::string cases;
    for (const CompletedCommand& command : commands) {
        std::vector<std::string> words;
        for (const Word& word : command.words)
            words.insert(words.end(), word.names.begin(), word.names.end());
        if (command.chapters) words.emplace_back("$chapters");
        if (command.exercises) words.emplace_back("$exercises");
        if (command.ways) words.insert(words.end(), all.ways.begin(), all.ways.end());
        if (!words.empty())
            cases += fmt::format("        {}) words=\"{}\" ;;\n", command.name, fmt::join(words, " "));
    }
    return fmt::format(R"(# Completion of ./lockstep for bash: source <(./lockstep completion bash)
_lockstep() {{
    local words='' word=${{COMP_WORDS[COMP_CWORD]}}
    local chapters='{}'
    local exercises='{}'
    if [ "$COMP_CWORD" -eq 1 ] || {{ [ "$COMP_CWORD" -eq 2 ] && [ "${{COMP_WORDS[1]}}" = help ]; }}; then
        words='{}'
    else
        case ${{COMP_WORDS[1]}} in
{}        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _lockstep lockstep ./lockstep
)",
                       fmt::join(all.chapters, " "), fmt::join(all.exercises, " "), names_in(commands),
                       cases);
}

// What _arguments asks of an option: '--json[what it does]:file:_files'.
std::string zsh_word(const Word& word)
{
    std::string what = word.what;
    for (const char* special : {"\\", "[", "]", ":"})
        what = replace_all(what, special, std::string{"\\"} + special);
    std::string lines;
    for (const std::string& name : word.names)
        lines += fmt::format(" \\\n                {}", quoted(fmt::format("{}[{}]{}", name, what,
                                                                           word.takes_file    ? ":file:_files"
                                                                           : word.takes_value ? ":value: "
                                                                                              : "")));
    return lines;
}

std::string zsh_script(const std::vector<CompletedCommand>& commands, const Subjects& all)
{
    std::string list;
    std::string cases;
    for (const CompletedCommand& command : commands) {
        list +=
            fmt::format("\n        {}", quoted(command.name + ":" + replace_all(command.what, ":", "\\:")));
        std::string arguments;
        for (const Word& word : command.words) arguments += zsh_word(word);
        std::vector<std::string> about;
        if (command.chapters) about.insert(about.end(), all.chapters.begin(), all.chapters.end());
        if (command.exercises) about.insert(about.end(), all.exercises.begin(), all.exercises.end());
        if (command.ways) about.insert(about.end(), all.ways.begin(), all.ways.end());
        arguments += fmt::format(
            " \\\n                {}",
            quoted(about.empty() ? "*:file:_files" : fmt::format("*: :({})", fmt::join(about, " "))));
        cases += fmt::format("        {})\n            _arguments{} ;;\n", command.name, arguments);
    }
    return fmt::format(R"(#compdef lockstep
# Completion of ./lockstep for zsh: source <(./lockstep completion zsh)
_lockstep() {{
    local -a commands
    commands=({})
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{}    esac
}}
compdef _lockstep lockstep ./lockstep
)",
                       list, cases);
}

} // namespace

void add_completion(CLI::App& app, Exit&)
{
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand(
        "completion", "lets the Tab key complete commands: source <(./lockstep completion bash)");
    command->add_option("shell", *shell, "bash or zsh")->required()->check(CLI::IsMember({"bash", "zsh"}));
    command->callback([shell, &app] {
        const std::vector<CompletedCommand> commands = commands_of(app);
        fmt::print("{}",
                   *shell == "bash" ? bash_script(commands, subjects()) : zsh_script(commands, subjects()));
    });
}

} // namespace lockstep::tool
