// `lockstep book`: renders the book and says where it is.
#include "book/book.hpp"

#include "base/paths.hpp"
#include "commands/chapter_counts.hpp"
#include "commands/commands.hpp"
#include "lens/picture.hpp"

#include <lockstep/error.hpp>

#include <cstdio>
#include <memory>

#include <unistd.h>

#include <fmt/format.h>

namespace lockstep::tool
{
namespace
{

struct Wanted
{
    bool open = false;
    std::string source = source_dir().string();
    std::string out = build_dir().string();
};

std::vector<book::ErrorRow> error_rows()
{
    std::vector<book::ErrorRow> rows;
    for (const ErrorEntry& entry : error_catalogue())
        rows.push_back({entry.code, entry.name, entry.meaning, entry.cause, entry.next});
    return rows;
}

/// Shows a page in the system's browser; does nothing where there is none.
void open_page(const std::string& page)
{
    if (fork() == 0) {
        if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(127);
        for (const char* opener : {"xdg-open", "open", "wslview"})
            execlp(opener, opener, page.c_str(), nullptr);
        _exit(127);
    }
}

int render(const Wanted& wanted)
{
    book::BookOptions options;
    options.source = wanted.source;
    options.design = own_source_dir() / "book";
    options.build = wanted.out;
    options.figures_program = build_dir() / "bin" / "figures";
    options.errors = error_rows();
    options.lens_picture = [](const auto& device, const auto& line, const std::string& name) {
        return lens_picture(device, line, {.name = name});
    };
    if (std::filesystem::equivalent(options.source, tool::source_dir())) options.lens = chapter_counts;
    const bool on_terminal = isatty(STDERR_FILENO) != 0;
    if (on_terminal)
        options.progress = [](std::string_view step) { fmt::print(stderr, "\r\033[K{} …", step); };
    try {
        const book::BookResult result = render_book(options);
        if (on_terminal) fmt::print(stderr, "\r\033[K");
        for (const std::string& note : result.notes) fmt::print(stderr, "note: {}\n", note);
        fmt::print("The book: {} pages, {:.1f} MB, rendered in {:.1f} s.\nOpen {}\n", result.pages,
                   static_cast<double>(result.bytes) / 1e6, result.seconds, result.index.string());
        if (wanted.open) open_page(result.index.string());
        return done;
    } catch (const Failure& error) {
        if (on_terminal) fmt::print(stderr, "\r\033[K");
        fmt::print(stderr, "{}\n", error.what());
        return wrong_usage;
    }
}

} // namespace

void add_book(CLI::App& app, Exit& exit)
{
    const auto wanted = std::make_shared<Wanted>();
    CLI::App* command = app.add_subcommand("book", "render the book");
    command->add_flag("--open", wanted->open, "show it in the browser");
    command->add_option("--source", wanted->source, "root of the tree to render")
        ->check(CLI::ExistingDirectory);
    command->add_option("--out", wanted->out, "build folder to render into");
    command->callback([wanted, &exit] { exit.status = render(*wanted); });
}

} // namespace lockstep::tool
