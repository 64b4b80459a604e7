// lockstep solution: the book's solution beside the reader's file, once the exercise is solved.
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "commands/commands.hpp"
#include "desk/solution_text.hpp"

#include <fmt/format.h>

#include <memory>

namespace lockstep::tool
{

void add_solution(CLI::App& app, Exit& exit)
{
    auto wanted = std::make_shared<std::string>();
    auto give_up = std::make_shared<bool>(false);
    CLI::App* command =
        app.add_subcommand("solution", "the book's solution beside your file, once you have solved it");
    command->add_option("exercise", *wanted, "for example 3/2, saxpy or 03-first-kernel/2-saxpy")->required();
    command->add_flag("--give-up", *give_up, "before it is solved, too");
    command->callback([wanted, give_up, &exit] {
        const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
        for (const std::string& line :
             solution_text(source_dir(), find_exercise(chapters, *wanted), *give_up, terminal_size().columns))
            fmt::print("{}\n", line);
        exit.status = done;
    });
}

} // namespace lockstep::tool
