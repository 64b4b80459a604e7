// lockstep step: one sub-group of a chapter's or an exercise's kernel, step by step, on a terminal or as text.
#include "base/paths.hpp"
#include "base/screen.hpp"
#include "check/checkout_lens.hpp"
#include "commands/commands.hpp"
#include "commands/own_launch.hpp"
#include "commands/subject.hpp"
#include "lockstep/failure.hpp"
#include "step/jumps.hpp"
#include "step/recording.hpp"
#include "step/stepper.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

namespace lockstep::tool
{

namespace
{

struct StepArguments
{
    std::string subject;
    std::vector<std::string> rest;
    bool solution = false;
    std::string kernel, group = "0", profile = "h200", at, print, own, options, json;
    std::optional<std::size_t> launch;
    std::size_t sub_group = 0;
    std::optional<unsigned> width;
};

/// The first and the last step of "3..9", "3..", "..9" or "3". @throws Failure
std::pair<std::size_t, std::size_t> range_of(const StepHistory& history, const std::string& text)
{
    const std::size_t last = history.steps() - 1;
    const std::size_t mark = text.find("..");
    const auto number = [&](const std::string& digits, std::size_t otherwise) {
        if (digits.empty()) return otherwise;
        const auto step = step_at(history, digits);
        if (!step)
            throw Failure(fmt::format("There is no step '{}'.", digits), "--print 0..9, or --print ..");
        return *step;
    };
    const std::size_t from = number(text.substr(0, mark), 0);
    return {from, mark == std::string::npos ? from : number(text.substr(mark + 2), last)};
}

void print_sentences(const StepHistory& history, std::size_t from, std::size_t to)
{
    for (std::size_t step = from; step <= to; ++step) {
        fmt::print("{}\n       {}\n", step_line(history, step), lane_squares(history, step));
        for (const Json& number : history.step(step).value("find", Json::array()))
            fmt::print("{}",
                       history.about()["findings"][number.get<std::size_t>()]["told"].get<std::string>());
    }
}

/// The sub-group in which something was found: the shown one, if it has a part in it.
StepChoice with_finding(const StepHistory& history, const StepChoice& choice)
{
    StepChoice there = choice;
    there.launch = history.about()["launch"].get<std::size_t>();
    there.kernel = history.about()["kernel"].get<std::string>();
    const Json& findings = history.about()["findings"];
    if (findings.empty() ||
        std::ranges::any_of(findings, [](const Json& one) { return one.contains("step"); }))
        return there;
    for (unsigned d = 0; d < 3; ++d) there.group[d] = findings[0]["group"][d].get<std::size_t>();
    there.sub_group = findings[0]["sub_group"].get<std::size_t>();
    return there;
}

std::size_t first_step(const StepHistory& history, const std::string& at)
{
    if (at.empty()) return 0;
    if (const std::optional<std::size_t> step = step_at(history, at)) return *step;
    throw Failure(at == "finding" ? "Pocket found nothing wrong in this launch."
                                  : fmt::format("No step of this sub-group is '{}'.", at),
                  "leave --at out, and look with the keys d, w, c and f");
}

/// What is run, with the folder that it needs.
Command command_of(const StepArguments& arguments, const ScratchFolder& scratch)
{
    LensRequest request;
    if (arguments.own.empty())
        prepare_subject({arguments.subject, arguments.solution, arguments.rest}, "", scratch, request);
    else
        prepare_own_launch({.subject = arguments.subject,
                            .kernel = arguments.kernel,
                            .words = arguments.own,
                            .options = arguments.options},
                           scratch, request);
    return {.arguments = request.program, .environment = request.environment, .folder = request.folder};
}

int step_through(const StepArguments& arguments)
{
    const LensTools tools = checkout_lens_tools(build_dir(), true, CountedBy::pocket);
    StepChoice choice{.kernel = arguments.kernel,
                      .launch = arguments.launch,
                      .group = group_of(arguments.group),
                      .sub_group = arguments.sub_group,
                      .width = arguments.width,
                      .profile = checkout_profile(own_source_dir(), arguments.profile)};
    const ScratchFolder scratch;
    const Command program = command_of(arguments, scratch);
    if (!choice.launch && arguments.at != "finding") choice.launch = 0;
    if (!arguments.json.empty()) {
        choice.to_end = true;
        record(program, tools.pocket, choice, arguments.json);
        return done;
    }
    const Record again = [&](const StepChoice& wanted) {
        return record_steps(program, tools.pocket, wanted);
    };
    StepHistory history = again(choice);
    if (arguments.at == "finding") {
        const StepChoice there = with_finding(history, choice);
        if (there.group != choice.group || there.sub_group != choice.sub_group) history = again(there);
        choice = there;
    }
    const std::size_t first = first_step(history, arguments.at);
    if (arguments.print.empty() && can_draw())
        return step_on_screen(std::move(history), choice, first, again);
    fmt::print("{}: {} steps\n", title_of(history), history.steps());
    std::istringstream ranges{arguments.print};
    for (std::string range; std::getline(ranges, range, ',');) {
        const auto [from, to] = range_of(history, range);
        print_sentences(history, from, to);
    }
    if (arguments.print.empty())
        print_sentences(history, first, arguments.at.empty() ? history.steps() - 1 : first);
    return done;
}

} // namespace

void add_step(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<StepArguments>();
    CLI::App* command = app.add_subcommand("step", "one sub-group of a kernel, step by step, lane by lane");
    command
        ->add_option("subject", arguments->subject,
                     "a chapter or an exercise: 11, 11-divergence, 11/1; with --own a file, too")
        ->required();
    command->footer(
        "lockstep step [OPTIONS] CHAPTER|EXERCISE [-- ARGUMENTS]\n"
        "It executes on Pocket, the book's own device. Where standard output is no terminal, each\n"
        "step is a sentence. --own '64.8/32.4;64xindex;4' launches 64 x 8 work-items in groups of 32 x 4;\n"
        "an argument is a number, or of a pointer 64xindex, 64xzero, 64xone, 64xrandom, or 1,2,3.");
    command->add_option("--kernel", arguments->kernel, "which kernel; else the first that is launched")
        ->type_name("NAME");
    command->add_option("--launch", arguments->launch, "which of its launches, the first is 0")
        ->type_name("N");
    command->add_option("--group", arguments->group, "which work-group: 3, or 1,0 of a grid")
        ->type_name("X[,Y[,Z]]");
    command->add_option("--sub-group", arguments->sub_group, "which sub-group of it, the first is 0")
        ->type_name("N");
    command->add_option("--width", arguments->width, "work-items of a sub-group: 4 to 64; else the profile's")
        ->check(CLI::Range(4U, 64U))
        ->type_name("N");
    command->add_option("--profile", arguments->profile, "the GPU by whose rules is counted (h200)")
        ->type_name("NAME");
    command
        ->add_option("--at", arguments->at,
                     "begin there: a step's number, line:12, divergence, waste, conflict, finding, end")
        ->type_name("STEP");
    command->add_option("--print", arguments->print, "print these steps, a sentence each: 0..9, or 2,7,50..")
        ->type_name("FROM..TO");
    CLI::Option* own =
        command
            ->add_option("--own", arguments->own,
                         "launch the kernel once, by yourself: its sizes and arguments, such as "
                         "'64.8/32.4;64xindex;4'")
            ->type_name("WORDS");
    command->add_option("--options", arguments->options, "of such a launch: what it is built with, -D N=4")
        ->needs(own)
        ->type_name("OPTIONS");
    command->add_option("--json", arguments->json, "write the recording to a file, and show nothing")
        ->type_name("FILE");
    command->add_flag("--solution", arguments->solution, "of an exercise the book's solution, not your file");
    command->callback([arguments, &exit] {
        if (exit.program) arguments->rest = *exit.program;
        exit.status = step_through(*arguments);
    });
}

} // namespace lockstep::tool
