// The `lockstep-lens` program: the lens without the book, for any OpenCL program.
#include "base/process.hpp"
#include "base/status.hpp"
#include "lens/lens_home.hpp"
#include "lens/lens_program.hpp"
#include "lockstep/failure.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace
{

namespace fs = std::filesystem;
using namespace lockstep::tool;

// The file of this very program, whatever it was called by.
fs::path own_file(const std::string& called)
{
    std::error_code none;
    const fs::path running = fs::read_symlink("/proc/self/exe", none);
    if (!none) return running;
    return fs::canonical(called.find('/') == std::string::npos ? find_program(called) : fs::path{called});
}

// The program and its arguments: everything from the first word that is no option, or behind "--".
std::vector<std::string> program_in(const CLI::App& app)
{
    std::vector<std::string> words = app.remaining();
    if (!words.empty() && words.front() == "--")
        words.erase(words.begin());
    else if (!words.empty() && words.front().starts_with('-'))
        throw lockstep::Failure(fmt::format("There is no option {}.", words.front()), "lockstep-lens --help");
    if (words.empty())
        throw lockstep::Failure("There is no program to run.", "lockstep-lens -- ./my-program");
    return words;
}

int run(int argc, char** argv)
{
    CLI::App app{
        "What the kernels of an OpenCL program would do to a GPU's memory system, counted without a GPU.",
        "lockstep-lens"};
    app.footer("lockstep-lens [OPTIONS] [--] PROGRAM [ARGUMENTS]   any OpenCL program");
    app.set_version_flag("--version", "lockstep-lens " LOCKSTEP_VERSION, "show the version");
    app.prefix_command();
    LensArguments arguments;
    add_lens_options(app, arguments);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) // --help, --version
            return app.exit(error);
        throw lockstep::Failure(error.what(), "lockstep-lens --help");
    }
    const std::vector<std::string> program = program_in(app);
    const LensHome home = installed_lens(own_file(argv[0]));
    const LensOutcome outcome{arguments.output, home};
    if (arguments.by == CountedBy::oclgrind)
        throw lockstep::Failure("lockstep-lens counts on Pocket alone.", "the same without --by");
    const LensTools tools = find_lens_tools(home, CountedBy::pocket);
    LensRequest request = lens_request(arguments, home);
    take_program(request, program, arguments, home);
    return run_and_tell(tools, request, arguments, outcome, fs::path{program.front()}.filename().string());
}

} // namespace

int main(int argc, char** argv)
{
    install_interrupt_handler();
    try {
        return run(argc, argv);
    } catch (const Interrupted&) {
        fmt::print(stderr, "\nInterrupted; everything that was started has been stopped.\n");
        return interrupted;
    } catch (const lockstep::Failure& failure) {
        fmt::print(stderr, "{}\n", failure.what());
        return wrong_usage;
    } catch (const std::exception& error) {
        fmt::print(stderr, "lockstep-lens stopped: {}\n", error.what());
        return wrong_usage;
    }
}
