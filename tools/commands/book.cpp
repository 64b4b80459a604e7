// `lockstep book`: renders the book and says where it is.
#include "capture/chapter_counts.hpp"
#include "commands/book_rendering.hpp"
#include "commands/commands.hpp"

#include <memory>

namespace lockstep::tool
{

void add_book(CLI::App& app, Exit& exit)
{
    const auto target = std::make_shared<BookTarget>();
    target->lens = chapter_counts;
    CLI::App* command = app.add_subcommand("book", "render the book");
    command->add_flag("--open", target->open, "show it in the browser");
    command->add_option("--source", target->source, "root of the tree to render")
        ->check(CLI::ExistingDirectory);
    command->add_option("--out", target->out, "build folder to render into");
    command->callback([target, &exit] { exit.status = render_checkout(*target); });
}

} // namespace lockstep::tool
