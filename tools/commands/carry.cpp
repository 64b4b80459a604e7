// lockstep export and import: a reader's work as one file, from a page that runs without a server to a clone and back.
#include "base/output.hpp"
#include "base/paths.hpp"
#include "commands/commands.hpp"
#include "desk/carried.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <fmt/format.h>

#include <memory>

namespace lockstep::tool
{

void add_export(CLI::App& app, Exit& exit)
{
    auto file = std::make_shared<std::string>("lockstep-work.json");
    CLI::App* command = app.add_subcommand("export", "your work as one file, for pages in a browser");
    command->add_option("file", *file, "where to write it; - prints it")->capture_default_str();
    command->callback([file, &exit] {
        write_output(*file, carried_work(source_dir(), load_catalogue(source_dir())));
        if (*file != "-")
            fmt::print("Your texts, what you solved and your guesses are in {}. A page of the book loads it: "
                       "\"Your work\", at its foot.\n",
                       *file);
        exit.status = done;
    });
}

void add_import(CLI::App& app, Exit& exit)
{
    auto file = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("import", "takes over the work that a page has saved as a file");
    command->add_option("file", *file, "what the page saved: lockstep-work.json")->required();
    command->callback([file, &exit] {
        fmt::print("{}", take_over_work(source_dir(), load_catalogue(source_dir()), *file));
        exit.status = done;
    });
}

} // namespace lockstep::tool
