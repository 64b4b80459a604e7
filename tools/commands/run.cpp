// lockstep run: builds and runs one chapter's program; captures or verifies what it prints.
#include "base/build.hpp"
#include "base/paths.hpp"
#include "capture/captures.hpp"
#include "capture/timelines.hpp"
#include "commands/commands.hpp"
#include "lockstep/failure.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <memory>

namespace lockstep::tool
{

namespace
{

struct RunArguments
{
    std::string chapter;
    std::vector<std::string> rest;
    bool capture = false;
    bool verify = false;
    std::string name;
};

Status status_of(Verified verified)
{
    return verified == Verified::same ? done : verified == Verified::lacking ? skipped : check_failed;
}

int run(const RunArguments& arguments)
{
    const ChapterProgram chapter = locate_chapter(arguments.chapter);
    if (arguments.verify) return status_of(verify_chapter(chapter));
    build_target(build_dir(), chapter.target);
    if (arguments.capture) {
        capture_chapter(chapter, arguments.name);
        return done;
    }
    forget_timeline(chapter.work);
    const ProcessResult process = run_chapter_program(chapter, arguments.rest);
    std::fflush(stdout);
    fmt::print(stderr, "{}", with_own_names(process.error, chapter.info));
    if (process.signal != 0)
        throw Failure(fmt::format("The program crashed (signal {}).", process.signal),
                      "look for an index beyond the end of an array");
    if (process.ok() && !pictures_in(chapter.work).empty())
        fmt::print("\nThe program's pictures are in {}\n", chapter.work.string());
    if (process.ok()) draw_timeline(chapter.work);
    return process.status;
}

} // namespace

void add_run(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<RunArguments>();
    CLI::App* command = app.add_subcommand("run", "build and run one chapter's program");
    command->add_option("chapter", arguments->chapter, "for example 3, 03-first-kernel or 3/picture")
        ->required();
    command->add_option("arguments", arguments->rest, "after --, for the program");
    command->add_flag("--capture", arguments->capture,
                      "write what it prints to the chapter's output.txt, keeping the marks");
    command->add_option("--as", arguments->name, "with --capture: write output.NAME.txt")->type_name("NAME");
    command->add_flag("--verify", arguments->verify, "compare what it prints with the chapter's output.txt");
    command->callback([arguments, &exit] { exit.status = run(*arguments); });
}

} // namespace lockstep::tool
