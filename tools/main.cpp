// The `lockstep` program: reads the command line and hands over to one command.
#include "commands/commands.hpp"

#include "base/own_oclgrind.hpp"
#include "base/process.hpp"
#include "base/terminal.hpp"
#include "commands/pocket.hpp"
#include "lockstep/error.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iterator>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace
{

using namespace lockstep::tool;

// The command line as CLI11 wants it, the last word first. What stands after "--" is kept from it for `run`, `lens` and `step`: it is
// a program's.
std::vector<std::string> words_of(int argc, char** argv, Exit& exit)
{
    std::vector<std::string> words{argv + 1, argv + argc};
    const auto mark = std::find(words.begin(), words.end(), "--");
    if (!words.empty() && (words.front() == "run" || words.front() == "lens" || words.front() == "step") &&
        mark != words.end()) {
        exit.program.emplace(std::next(mark), words.end());
        words.erase(mark, words.end());
    }
    std::reverse(words.begin(), words.end());
    return words;
}

// CLI11 alone would print the general help for `nonsense --help`. Only a word in front can be a command.
void require_command(const CLI::App& app, const std::string& word)
{
    std::vector<std::string> names{"start", "test", "doctor", "update", "help"}; // the entry point's own
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_name() == word) return;
        if (!command->get_group().empty()) names.push_back(command->get_name());
    }
    const std::string known = fmt::format("{}", fmt::join(names, ", "));
    const std::string meant = lockstep::nearest(word, names);
    throw lockstep::Failure(fmt::format("There is no command '{}'.{} The commands are: {}.", word,
                                        meant.empty() ? "" : fmt::format(" Did you mean '{}'?", meant),
                                        known),
                            "./lockstep --help");
}

int run(int argc, char** argv)
{
    CLI::App app{"Lockstep: an OpenCL textbook whose every page runs.", "lockstep"};
    app.require_subcommand(0, 1);
    app.set_version_flag("--version", "Lockstep " LOCKSTEP_VERSION);
    Exit exit;
    add_devices(app, exit);
    add_list(app, exit);
    add_way(app, exit);
    add_run(app, exit);
    add_check(app, exit);
    add_watch(app, exit);
    add_hint(app, exit);
    add_reset(app, exit);
    add_solution(app, exit);
    add_share(app, exit);
    add_league(app, exit);
    add_export(app, exit);
    add_import(app, exit);
    add_lab(app, exit);
    add_slides(app, exit);
    add_questions(app, exit);
    add_lens(app, exit);
    add_step(app, exit);
    add_occupancy(app, exit);
    add_bench(app, exit);
    add_machines(app, exit);
    add_grade(app, exit);
    add_book(app, exit);
    add_new(app, exit);
    add_prove(app, exit);
    add_class(app, exit);
    add_completion(app, exit);
    if (argc > 1 && argv[1][0] != '-') require_command(app, argv[1]);
    try {
        app.parse(words_of(argc, argv, exit));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) { // --help, --version
            std::ostringstream text;
            const int status = app.exit(error, text, text);
            fmt::print("{}", for_terminal(text.str()));
            return status;
        }
        const bool of_command = argc > 1 && argv[1][0] != '-';
        fmt::print(stderr, "{}\n  try: ./lockstep {}--help\n", error.what(),
                   of_command ? std::string{argv[1]} + " " : "");
        return wrong_usage;
    }
    if (app.get_subcommands().empty()) return show_welcome(app);
    return exit.status;
}

} // namespace

int main(int argc, char** argv)
{
    install_interrupt_handler();
    add_oclgrind_to_path(own_oclgrind());
    try {
        find_pocket();
        return run(argc, argv);
    } catch (const Interrupted&) {
        fmt::print(stderr, "\nInterrupted; everything that was started has been stopped.\n");
        return interrupted;
    } catch (const lockstep::Failure& failure) {
        fmt::print(stderr, "{}\n", for_terminal(failure.what(), STDERR_FILENO));
        return wrong_usage;
    } catch (const cl::Error& error) {
        fmt::print(stderr, "{}\n", lockstep::describe(error));
        return wrong_usage;
    } catch (const std::exception& error) {
        fmt::print(stderr, "lockstep stopped: {}\n", error.what());
        return wrong_usage;
    }
}
