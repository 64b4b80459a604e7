// The `lockstep` program: reads the command line and hands over to one command.
#include "commands.hpp"

#include "check/process.hpp"
#include "lockstep/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace
{

using namespace lockstep::tool;

int run(int argc, char** argv)
{
    CLI::App app{"Lockstep: an OpenCL textbook whose every page runs.", "lockstep"};
    app.require_subcommand(0, 1);
    Exit exit;
    add_devices(app, exit);
    add_list(app, exit);
    add_run(app, exit);
    add_check(app, exit);
    add_book(app, exit);
    add_prove(app, exit);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) // --help
            return app.exit(error);
        fmt::print(stderr, "{}\n  try: lockstep --help\n", error.what());
        return wrong_usage;
    }
    if (app.get_subcommands().empty()) return show_welcome(app);
    return exit.status;
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
    } catch (const cl::Error& error) {
        fmt::print(stderr, "{}\n", lockstep::describe(error));
        return wrong_usage;
    } catch (const std::exception& error) {
        fmt::print(stderr, "lockstep stopped: {}\n", error.what());
        return wrong_usage;
    }
}
