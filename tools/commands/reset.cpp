// lockstep reset: the stub of an exercise again, the reader's text kept beside it.
#include "base/paths.hpp"
#include "commands/commands.hpp"
#include "desk/stub.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <fmt/format.h>

#include <memory>

namespace lockstep::tool
{

void add_reset(CLI::App& app, Exit& exit)
{
    auto exercise = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("reset", "the stub again; your text is kept beside it");
    command->add_option("exercise", *exercise, "for example 3/2, saxpy or 03-first-kernel/2-saxpy")
        ->required();
    command->callback([exercise, &exit] {
        const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
        fmt::print("{}", bring_back_stub(source_dir(), find_exercise(chapters, *exercise)));
        exit.status = done;
    });
}

} // namespace lockstep::tool
