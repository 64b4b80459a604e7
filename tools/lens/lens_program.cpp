// A program under the lens: what it is told, what it printed, how it ended.
#include "lens/lens_program.hpp"

#include "base/oclgrind_log.hpp"
#include "base/pocket_log.hpp"
#include "base/simulator.hpp"
#include "base/status.hpp"
#include "base/terminal.hpp"
#include "lens/identity.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// A program as the shell would find it. @throws Failure saying why there is none.
std::string find_executable(const std::string& name, const std::string& command)
{
    if (name.find('/') == std::string::npos) {
        const fs::path found = find_program(name);
        if (!found.empty()) return found.string();
        throw Failure(fmt::format("There is no program '{}'.", name),
                      fs::exists(name)
                          ? fmt::format("{} -- ./{}", command, name)
                          : fmt::format("the program's path, for example {} -- ./a.out", command));
    }
    if (!fs::exists(name)) throw Failure(fmt::format("There is no program {}.", name));
    if (fs::is_directory(name)) throw Failure(fmt::format("{} is a folder, not a program.", name));
    if (access(name.c_str(), X_OK) != 0)
        throw Failure(fmt::format("{} cannot be executed.", name), fmt::format("chmod +x {}", name));
    return fs::absolute(name).string();
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

std::vector<CheckerProblem> problems_in(const ProcessResult& process, CountedBy by)
{
    return by == CountedBy::pocket ? parse_pocket_log(process.error) : parse_oclgrind_log(process.error);
}

void print_problems(const std::vector<CheckerProblem>& problems, CountedBy by, bool quiet)
{
    constexpr std::size_t most = 5;
    const char* const who = by == CountedBy::pocket ? "Pocket" : "Oclgrind";
    std::FILE* stream = quiet ? stderr : stdout;
    for (std::size_t i = 0; i < std::min(problems.size(), most); ++i)
        fmt::print(stream, "{}\n",
                   styled(fmt::format("{}: {}", who, explain(problems[i], "the kernel")), Style::bad));
    if (problems.size() > most) fmt::print(stream, "{}: and {} more\n", who, problems.size() - most);
    if (std::ranges::any_of(problems, [](const CheckerProblem& problem) {
            return problem.what.find("Undefined external function: llvm.") != std::string::npos;
        }))
        fmt::print(
            stream,
            "Its compiler makes such calls of plain code, and less of them when it does not optimise.\n"
            "  try: the same again behind OCLGRIND_BUILD_OPTIONS=-cl-opt-disable\n");
    if (!problems.empty()) fmt::print(stream, "What follows was counted all the same.\n\n");
}

} // namespace

CountedBy executed_by(const LensArguments& arguments)
{
    if (arguments.by) return *arguments.by;
    if (std::getenv("LOCKSTEP_SIMULATOR") != nullptr) return wanted_simulator();
    return find_program("oclgrind").empty() ? CountedBy::pocket : CountedBy::oclgrind;
}

void add_lens_options(CLI::App& command, LensArguments& arguments)
{
    command
        .add_option("--device", arguments.devices,
                    "the profile of a GPU (default h200), or the path of one; may be given several times")
        ->type_name("NAME")
        ->allow_extra_args(false);
    add_output_options(command, arguments.output);
    command
        .add_option_function<unsigned>(
            "--groups", [&arguments](unsigned groups) { arguments.groups = groups; },
            "count only that many work-groups of each launch, evenly spread, and scale the counts to all: "
            "estimates; since the others are run all the same, this saves about a tenth of the time")
        ->type_name("N")
        ->check(CLI::Range(1U, 1U << 30U));
    command
        .add_flag("--skip-others", arguments.skip_others,
                  "do not run the work-groups that --groups leaves uncounted: a launch takes N groups' time, "
                  "but what "
                  "the program computes is wrong, so its own status is passed over")
        ->needs("--groups");
    command.add_flag("--caches", arguments.caches,
                     "ask the model of the GPU's caches, too: how much comes from where");
    command
        .add_option_function<std::vector<std::string>>(
            "--registers",
            [&arguments](const std::vector<std::string>& words) {
                for (const std::string& word : words) arguments.registers.tell(word);
            },
            "a work-item's registers, as the vendor's compiler tells them: N of every kernel, KERNEL=N of "
            "one; "
            "occupancy, caches and forecast then count them")
        ->type_name("[KERNEL=]N")
        ->allow_extra_args(false);
    command.add_flag("--as-vendor", arguments.as_vendor,
                     "tell a program the names of the GPU and its vendor, too: libraries then take what they "
                     "have tuned for it, and may rely on work-items that run together");
    command
        .add_option_function<std::uint64_t>(
            "--memory", [&arguments](std::uint64_t bytes) { arguments.memory_bytes = bytes; },
            "tell a program that the GPU has so much global memory, such as 16MiB (default, and the most: "
            "4GiB); benchmarks size their work by it")
        ->type_name("SIZE")
        ->transform(CLI::AsSizeValue(false).description(""))
        ->check(CLI::Range(std::uint64_t{1} << 10U, most_global_bytes).description(""));
    command
        .add_option_function<std::string>(
            "--by",
            [&arguments](const std::string& by) {
                arguments.by = by == "pocket" ? CountedBy::pocket : CountedBy::oclgrind;
            },
            "who executes the program: oclgrind, or pocket, Lockstep's own device (default: pocket where "
            "Oclgrind is not installed)")
        ->type_name("NAME")
        ->check(CLI::IsMember({"oclgrind", "pocket"}));
    command.add_flag("--verbose", arguments.verbose, "show what the program prints, on standard error");
}

LensRequest lens_request(const LensArguments& arguments, const LensHome& home)
{
    LensRequest request{.program = {},
                        .profiles = {},
                        .groups = arguments.groups,
                        .limits = {.time = std::chrono::hours{24}, .memory_bytes = std::size_t{1} << 40U},
                        .show_progress = isatty(STDERR_FILENO) == 1,
                        .keep_interrupted = true,
                        .caches = arguments.caches,
                        .registers = arguments.registers,
                        .skip_others = arguments.skip_others};
    for (const std::string& device : arguments.devices)
        request.profiles.push_back(find_profile(home.devices, device));
    if (request.profiles.empty()) request.profiles.push_back(find_profile(home.devices, "h200"));
    return request;
}

void take_program(LensRequest& request, const std::vector<std::string>& words, const LensArguments& arguments,
                  const LensHome& home)
{
    request.program = words;
    request.program.front() = find_executable(words.front(), home.command);
    request.answers = arguments.as_vendor ? Answers::vendor : Answers::profile;
    if (arguments.memory_bytes) request.global_bytes = *arguments.memory_bytes;
}

int run_and_tell(const LensTools& tools, const LensRequest& request, const LensArguments& arguments,
                 const LensOutcome& outcome, const std::string& title)
{
    if (tools.by == CountedBy::pocket && (arguments.as_vendor || arguments.memory_bytes))
        throw Failure(fmt::format("{} has a program see another device than Pocket, on which this counts.",
                                  arguments.as_vendor ? "--as-vendor" : "--memory"),
                      "the same without it");
    LensResult result = run_under_lens(tools, request);
    if (request.answers == Answers::simulator && beyond_interpreter(result.process)) { // it may run twice
        LensRequest again = request;
        again.unoptimised = true;
        result = run_under_lens(tools, again);
    }
    const ProcessResult& process = result.process;
    const bool quiet = arguments.output.json == "-";
    if (arguments.verbose || !process.ok()) show_output(process);
    if (!result.counts) {
        if (!process.ok()) {
            fmt::print(stderr, "The program {} before a kernel had run.\n", ended(process));
            return check_failed;
        }
        if (!arguments.verbose) show_output(process);
        throw Failure("No kernel ran: is it an OpenCL program?", "a program that enqueues a kernel");
    }
    const std::vector<CheckerProblem> problems = problems_in(process, tools.by);
    print_problems(problems, tools.by, quiet);
    const bool met = outcome.tell(*result.counts, title + " under the lens");
    std::fflush(stdout);
    if (result.interrupted) {
        fmt::print(stderr, "\nInterrupted; this is what was counted of the launches that had ended.\n");
        return interrupted;
    }
    if (!process.ok())
        fmt::print(stderr, "\nThe program {}; this is what it did up to {}.\n", ended(process),
                   process.signal != 0 ? "shortly before" : "there");
    if (request.skip_others && process.signal == 0) {
        if (!process.ok())
            fmt::print(stderr, "With --skip-others its results are wrong, so that counts as no failure.\n");
        return met ? done : check_failed;
    }
    return met && process.ok() && problems.empty() ? done : check_failed;
}

} // namespace lockstep::tool
