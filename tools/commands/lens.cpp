// lockstep lens: a chapter, an exercise or any program, run under the lens and reported on.
#include "base/paths.hpp"
#include "check/checkout_lens.hpp"
#include "commands/commands.hpp"
#include "commands/subject.hpp"
#include "lens/lens_program.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/scratch.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct BookArguments
{
    LensArguments lens;
    bool solution = false;
    std::string subject;           ///< a chapter or an exercise; empty: a program
    std::vector<std::string> rest; ///< what stands after "--"
};

int lens(const BookArguments& arguments)
{
    const LensHome home = checkout_lens();
    const LensOutcome outcome{arguments.lens.output, home};
    const LensTools tools = checkout_lens_tools(build_dir(), true, executed_by(arguments.lens));
    const ScratchFolder scratch;
    LensRequest request = lens_request(arguments.lens, home);
    const bool is_program = arguments.subject.empty();
    if (is_program)
        take_program(request, arguments.rest, arguments.lens, home);
    else
        prepare_subject({arguments.subject, arguments.solution, arguments.rest},
                        "./lockstep lens -- " + arguments.subject, scratch, request);
    return run_and_tell(tools, request, arguments.lens, outcome,
                        is_program ? fs::path{request.program.front()}.filename().string()
                                   : arguments.subject);
}

} // namespace

void add_lens(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<BookArguments>();
    CLI::App* command =
        app.add_subcommand("lens", "what a program's kernels would do to a GPU's memory system");
    command->add_option("subject", arguments->subject, "a chapter or an exercise: 12, 12-coalescing, 12/1");
    command->footer("lockstep lens [OPTIONS] CHAPTER|EXERCISE [-- ARGUMENTS]\n"
                    "lockstep lens [OPTIONS] -- PROGRAM [ARGUMENTS]   any OpenCL program");
    add_lens_options(*command, arguments->lens);
    command->add_flag("--solution", arguments->solution, "of an exercise the book's solution, not your file");
    command->callback([arguments, &exit] {
        if (exit.program) arguments->rest = *exit.program;
        if (arguments->subject.empty() && arguments->rest.empty())
            throw CLI::RequiredError("A chapter, an exercise, or a program after --,");
        exit.status = lens(*arguments);
    });
}

} // namespace lockstep::tool
