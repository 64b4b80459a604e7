// lockstep lens: a chapter, an exercise or any program, run under the lens and reported on.
#include "base/build.hpp"
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "check/engine.hpp"
#include "check/host_build.hpp"
#include "check/oclgrind_log.hpp"
#include "commands/captures.hpp"
#include "commands/commands.hpp"
#include "commands/lens_output.hpp"
#include "lens/lens_run.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/scratch.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct LensArguments
{
    std::vector<std::string> devices;
    LensOutput output;
    std::optional<unsigned> groups;
    bool solution = false;
    bool verbose = false;
    bool as_vendor = false;        ///< a program is told the vendor's and the device's name
    std::string subject;           ///< a chapter or an exercise; empty: a program
    std::vector<std::string> rest; ///< what stands after "--"
};

// A program as the shell would find it. @throws Failure saying why there is none.
std::string find_executable(const std::string& name)
{
    if (name.find('/') == std::string::npos) {
        const fs::path found = find_program(name);
        if (!found.empty()) return found.string();
        throw Failure(fmt::format("There is no program '{}'.", name),
                      fs::exists(name) ? fmt::format("./lockstep lens -- ./{}", name)
                                       : "the program's path, for example ./lockstep lens -- ./a.out");
    }
    if (!fs::exists(name)) throw Failure(fmt::format("There is no program {}.", name));
    if (fs::is_directory(name)) throw Failure(fmt::format("{} is a folder, not a program.", name));
    if (access(name.c_str(), X_OK) != 0)
        throw Failure(fmt::format("{} cannot be executed.", name), fmt::format("chmod +x {}", name));
    return fs::absolute(name).string();
}

bool is_chapter(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    try {
        find_chapter(chapters, wanted);
        return true;
    } catch (const Failure&) {
        return false;
    }
}

bool is_exercise(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    try {
        find_exercise(chapters, wanted);
        return true;
    } catch (const Failure& failure) {
        if (failure.happened().find("could be any of") != std::string::npos) throw;
        return false;
    }
}

void prepare_chapter(const LensArguments& arguments, const ScratchFolder& scratch, LensRequest& request)
{
    const ChapterProgram chapter = locate_chapter(arguments.subject);
    build_when_older(build_dir(), chapter.info.slug, chapter.program, chapter.info.folder / "main.cpp");
    request.program = {chapter.program.string()};
    request.folder = scratch.path(); // its pictures are not those of the chapter's own sizes
}

void prepare_exercise(const ExerciseInfo& exercise, bool solution, const ScratchFolder& scratch,
                      LensRequest& request)
{
    const fs::path files = solution ? source_dir() / "solutions" / exercise.id : exercise.folder;
    const std::string target = fmt::format("exercise-{}-{}", exercise.chapter, exercise.name);
    fs::path program = build_dir() / "exercises" / target;
    build_when_older(build_dir(), target,
                     exercise.host() ? program.parent_path() / fmt::format("lib{}.a", target) : program,
                     exercise.folder / "test.cpp");
    if (exercise.host()) {
        program = scratch.path() / "program";
        const HostPlaces places{.files = files, .source = source_dir(), .build = build_dir()};
        HostBuild build = preprocess_host_exercise(exercise, places, scratch.path(), {});
        if (build.ok) build = build_host_exercise(exercise, places, scratch.path(), program, "", {});
        if (!build.ok) throw Failure(build.message);
    }
    request.program = {program.string(), "--no-colors"};
    // Without targets of its own an exercise has no cases made for counting; those of the clean stage are
    // small.
    request.environment["LOCKSTEP_STAGE"] = exercise.wants("lens") ? "lens" : "clean";
    request.environment["LOCKSTEP_EXERCISE_FILES"] = fs::absolute(files).string();
}

LensRequest prepare(const LensArguments& arguments, const ScratchFolder& scratch)
{
    LensRequest request{.program = {},
                        .environment = {},
                        .folder = {},
                        .profiles = {},
                        .groups = arguments.groups,
                        .limits = {.time = std::chrono::hours{24}, .memory_bytes = std::size_t{1} << 40U},
                        .show_progress = isatty(STDERR_FILENO) == 1,
                        .keep_interrupted = true};
    for (const std::string& device : arguments.devices)
        request.profiles.push_back(find_profile(source_dir(), device));
    if (arguments.subject.empty()) {
        request.program = arguments.rest;
        request.program.front() = find_executable(arguments.rest.front());
        request.answers = arguments.as_vendor ? Answers::vendor : Answers::profile;
        return request;
    }
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    if (is_chapter(chapters, arguments.subject))
        prepare_chapter(arguments, scratch, request);
    else if (is_exercise(chapters, arguments.subject))
        prepare_exercise(find_exercise(chapters, arguments.subject), arguments.solution, scratch, request);
    else
        throw Failure(
            fmt::format("There is no chapter and no exercise '{}'.", arguments.subject),
            fmt::format("./lockstep list   (or, for a program: ./lockstep lens -- {})", arguments.subject));
    request.program.insert(request.program.end(), arguments.rest.begin(), arguments.rest.end());
    return request;
}

std::string ended(const ProcessResult& process)
{
    return process.signal != 0 ? fmt::format("crashed ({})", strsignal(process.signal))
                               : fmt::format("ended with status {}", process.status);
}

// What the program printed, on standard error, so that it never mixes with the report.
void show_output(const ProcessResult& process)
{
    fmt::print(stderr, "{}{}", process.output, process.error);
    const std::string& last = process.error.empty() ? process.output : process.error;
    if (!last.empty() && last.back() != '\n') fmt::print(stderr, "\n");
}

void print_problems(const ProcessResult& process, bool quiet)
{
    const std::vector<OclgrindProblem> problems = parse_oclgrind_log(process.error);
    constexpr std::size_t most = 5;
    std::FILE* stream = quiet ? stderr : stdout;
    for (std::size_t i = 0; i < std::min(problems.size(), most); ++i)
        fmt::print(stream, "{}\n", styled("Oclgrind: " + explain(problems[i], "the kernel"), Style::bad));
    if (problems.size() > most) fmt::print(stream, "Oclgrind: and {} more\n", problems.size() - most);
    if (!problems.empty()) fmt::print(stream, "What follows was counted all the same.\n\n");
}

std::string title_of(const LensArguments& arguments, const LensRequest& request)
{
    return fmt::format("{} under the lens", arguments.subject.empty()
                                                ? fs::path{request.program.front()}.filename().string()
                                                : arguments.subject);
}

int lens(const LensArguments& arguments)
{
    LensOutcome outcome{arguments.output}; // what cannot be meant is told before anything runs
    const LensTools tools = find_lens_tools(build_dir(), true);
    const ScratchFolder scratch;
    const LensRequest request = prepare(arguments, scratch);
    const LensResult result = run_under_lens(tools, request);
    const ProcessResult& process = result.process;
    const bool quiet = arguments.output.json == "-";
    if (arguments.verbose || !process.ok()) show_output(process);
    if (!result.counts) {
        if (!process.ok()) {
            fmt::print(stderr, "The program {} before a kernel had run.\n", ended(process));
            return check_failed;
        }
        if (!arguments.verbose) show_output(process);
        throw Failure("No kernel ran: is it an OpenCL program?",
                      "a program that enqueues a kernel, for example ./lockstep lens 3");
    }
    print_problems(process, quiet);
    const bool met = outcome.tell(*result.counts, title_of(arguments, request));
    std::fflush(stdout);
    if (result.interrupted) {
        fmt::print(stderr, "\nInterrupted; this is what was counted of the launches that had ended.\n");
        return interrupted;
    }
    if (!process.ok())
        fmt::print(stderr, "\nThe program {}; this is what it did up to {}.\n", ended(process),
                   process.signal != 0 ? "shortly before" : "there");
    return met && process.ok() && parse_oclgrind_log(process.error).empty() ? done : check_failed;
}

} // namespace

void add_lens(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<LensArguments>();
    CLI::App* command =
        app.add_subcommand("lens", "what a program's kernels would do to a GPU's memory system");
    command->add_option("subject", arguments->subject, "a chapter or an exercise: 12, 12-coalescing, 12/1");
    command->footer("lockstep lens [OPTIONS] CHAPTER|EXERCISE [-- ARGUMENTS]\n"
                    "lockstep lens [OPTIONS] -- PROGRAM [ARGUMENTS]   any OpenCL program");
    command
        ->add_option("--device", arguments->devices,
                     "the profile of a GPU (default h200), or the path of one; may be given several times")
        ->type_name("NAME")
        ->allow_extra_args(false);
    add_output_options(*command, arguments->output);
    command
        ->add_option_function<unsigned>(
            "--groups", [arguments](unsigned groups) { arguments->groups = groups; },
            "count only that many work-groups of each launch, evenly spread")
        ->type_name("N")
        ->check(CLI::Range(1U, 1U << 30U));
    command->add_flag("--solution", arguments->solution, "of an exercise the book's solution, not your file");
    command->add_flag(
        "--as-vendor", arguments->as_vendor,
        "tell a program the names of the GPU and its vendor, too: libraries then take what they "
        "have tuned for it, and may rely on work-items that run together");
    command->add_flag("--verbose", arguments->verbose, "show what the program prints, on standard error");
    command->callback([arguments, &exit] {
        if (exit.program) arguments->rest = *exit.program;
        if (arguments->subject.empty() && arguments->rest.empty())
            throw CLI::RequiredError("A chapter, an exercise, or a program after --,");
        if (arguments->devices.empty()) arguments->devices = {"h200"};
        exit.status = lens(*arguments);
    });
}

} // namespace lockstep::tool
