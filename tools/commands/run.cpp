// lockstep run: builds and runs one chapter's program; captures or verifies what it prints.
#include "capture/captures.hpp"
#include "capture/own_names.hpp"
#include "capture/own_program.hpp"
#include "capture/timelines.hpp"
#include "commands/commands.hpp"
#include "commands/print_event.hpp"
#include "lockstep/failure.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include <unistd.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct RunArguments
{
    std::string chapter;
    std::vector<std::string> words; ///< behind the chapter; there should be none
    std::vector<std::string> rest;  ///< for the program
    bool capture = false;
    bool verify = false;
    bool events = false;
    std::string name;
};

Status status_of(Verified verified)
{
    return verified == Verified::same ? done : verified == Verified::lacking ? skipped : check_failed;
}

// Says how far the build is: to a page as events, on a terminal in one line that goes when it is done.
void build(ChapterProgram& chapter, bool events)
{
    const bool on_terminal = !events && isatty(STDERR_FILENO) != 0;
    build_chapter_program(chapter, [&](std::string_view step) {
        if (events) print_event("building", {{"step", step}});
        if (on_terminal) fmt::print(stderr, "\r\033[Kbuilding: {:.60}", step);
    });
    if (on_terminal) fmt::print(stderr, "\r\033[K");
}

// The pictures that were made since then.
std::vector<std::string> pictures_since(const fs::path& folder, fs::file_time_type begin)
{
    std::vector<std::string> names;
    for (const fs::path& picture : pictures_in(folder))
        if (fs::last_write_time(picture) >= begin) names.push_back(picture.filename().string());
    return names;
}

// A word behind the chapter is a program of that chapter, or an argument whose "--" was left out.
void refuse(const ChapterProgram& chapter, const std::vector<std::string>& words)
{
    const std::string number = std::to_string(chapter.info.number());
    const std::string& word = words.front();
    if (std::filesystem::exists(chapter.info.folder / (word + ".cpp")))
        throw Failure(
            fmt::format("'{}' is a program of chapter {}: join the two with a slash.", word, number),
            fmt::format("./lockstep run {}/{}", number, word));
    throw Failure(fmt::format("'{}' is for the program, so it comes after --.", word),
                  fmt::format("./lockstep run {} -- {}", number, fmt::join(words, " ")));
}

int run(const RunArguments& arguments)
{
    ChapterProgram chapter = locate_chapter(arguments.chapter);
    if (!arguments.words.empty()) refuse(chapter, arguments.words);
    if (arguments.verify) return status_of(verify_chapter(chapter));
    build(chapter, arguments.events);
    if (arguments.capture) {
        capture_chapter(chapter, arguments.name);
        return done;
    }
    forget_timeline(chapter.work);
    const fs::file_time_type begin = fs::file_time_type::clock::now();
    const ProcessResult process = run_chapter_program(chapter, arguments.rest);
    std::fflush(stdout);
    fmt::print(stderr, "{}", with_own_names(process.error, chapter));
    if (process.signal != 0)
        throw Failure(fmt::format("The program crashed (signal {}).", process.signal),
                      "look for an index beyond the end of an array");
    const std::vector<std::string> pictures = pictures_since(chapter.work, begin);
    if (arguments.events)
        print_event("pictures", {{"chapter", chapter.info.slug}, {"names", pictures}});
    else if (process.ok() && !pictures.empty())
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
    command->add_option("arguments", arguments->words, "after --, for the program");
    command->add_flag("--capture", arguments->capture,
                      "write what it prints to the chapter's output.txt, keeping the marks");
    command->add_option("--as", arguments->name, "with --capture: write output.NAME.txt")->type_name("NAME");
    command->add_flag("--events", arguments->events,
                      "print a line of JSON for each step of the build, and one with the pictures made");
    command->add_flag("--verify", arguments->verify, "compare what it prints with the chapter's output.txt");
    command->callback([arguments, &exit] {
        if (exit.program) arguments->rest = *exit.program;
        exit.status = run(*arguments);
    });
}

} // namespace lockstep::tool
