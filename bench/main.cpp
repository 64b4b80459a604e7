// lockstep-bench: verifies and measures the ladders on the device that LOCKSTEP_DEVICE names.
#include "accuracy.hpp"
#include "climb.hpp"
#include "results.hpp"
#include "same_machine.hpp"
#include "share.hpp"
#include "sizes.hpp"
#include "turn.hpp"

#include "base/output.hpp"
#include "base/paths.hpp"
#include "base/terminal.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/files.hpp>
#include <lockstep/run.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>

namespace
{

using namespace lockstep::bench;

struct Arguments
{
    RunOptions options;
    std::optional<std::size_t> repeats;
    std::string parameters;
    std::vector<std::size_t> extent;
    std::size_t units = 0;          ///< 0: the device's own
    std::string size;               ///< of a rung that is launched once
    std::vector<std::string> sizes; ///< whose growth is asked for
    std::string json;
    std::string svg;
    std::string to;      ///< of a turn
    std::string command; ///< as it was typed
};

/// One line on a terminal that each word replaces; nothing elsewhere.
void show(const std::string& what)
{
    if (isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\033[K{}", what);
}

void list(const Workbench& workbench)
{
    nlohmann::ordered_json listed = nlohmann::ordered_json::array();
    for (const Ladder* ladder : ladders()) {
        nlohmann::ordered_json rungs = nlohmann::ordered_json::array();
        for (const Rung& rung : ladder->rungs(workbench))
            rungs.push_back({{"name", rung.name},
                             {"idea", rung.idea},
                             {"file", rung.file},
                             {"kernels", rung.kernels},
                             {"parameters", rung.candidates.front()}});
        listed.push_back({{"name", ladder->name()}, {"chapter", ladder->chapter()}, {"rungs", rungs}});
    }
    fmt::print("{}\n", listed.dump());
}

/// Of words like "scan:65536x1" and "scan:16384", a ladder and an extent or a number of elements: with what counts at that size grow. Left
/// out is what the ladder does not tell.
void list_growth(const std::vector<std::string>& words)
{
    nlohmann::ordered_json listed = nlohmann::ordered_json::object();
    for (const std::string& word : words) {
        std::istringstream text(word);
        std::string name;
        Extent extent;
        char by = 0;
        std::getline(text, name, ':') >> extent.columns;
        const Ladder& ladder = find_ladder(name);
        if (text >> by >> extent.rows; by == 0) {
            const auto with = ladder.extent_of(static_cast<double>(extent.columns));
            if (!with) continue;
            extent = *with;
        }
        if (const auto growth = ladder.growth(extent))
            listed[word] = {{"columns", extent.columns},
                            {"rows", extent.rows},
                            {"results", growth->results},
                            {"work", growth->work},
                            {"groups", growth->groups}};
    }
    fmt::print("{}\n", listed.dump());
}

std::string accuracy_text(Workbench& workbench, const Arguments& arguments)
{
    return text_of(lockstep::formats::Measurements<lockstep::formats::AccuracyRow>{
        .experiment = "",
        .origin = origin_of(workbench.device(), arguments.command),
        .rows = measure_accuracy(workbench, arguments.options.quick)});
}

void verify(Workbench& workbench, const RunOptions& options)
{
    std::size_t runs = 0;
    const std::vector<Refusal> refusals = verify_ladders(workbench, options, [&](const std::string& what) {
        ++runs;
        show(what);
    });
    show("");
    for (const Refusal& refusal : refusals) fmt::print("wrong: {}\n  {}\n", refusal.rung, refusal.why);
    fmt::print("{} runs, {} wrong\n", runs, refusals.size());
    if (!refusals.empty()) throw lockstep::Failure("Some rungs are wrong.");
}

/// @throws Failure for a ladder, case or rung that does not exist, before the limits are measured for nothing.
void require_names(const Workbench& workbench, const RunOptions& options)
{
    for (const Ladder* ladder : wanted_ladders(options)) {
        wanted_cases(*ladder, options);
        wanted_rungs(*ladder, workbench, options);
    }
}

/// Finds out before the work and not after it.
void require_writable(const std::string& file)
{
    if (file.empty() || file == "-") return;
    const bool was_there = std::filesystem::exists(file);
    const bool opened = std::ofstream(file, std::ios::app).is_open();
    if (opened && !was_there) std::filesystem::remove(file); // nothing is left of a run that is interrupted
    if (!opened)
        throw lockstep::Failure(fmt::format("The file {} cannot be written.", file),
                                "a name in a folder that exists and is yours");
}

/// The limits, found out before the long work; a file that is given again keeps its other ladders, so that it must be of this machine.
template <typename Earlier>
DeviceLimits limits_for(Workbench& workbench, const Arguments& arguments,
                        const std::optional<Earlier>& earlier)
{
    show("the device's limits");
    DeviceLimits limits(workbench, arguments.options.quick);
    if (!earlier) return limits;
    Recorded now{.origin = origin_of(workbench.device(), arguments.command), .limits = {}};
    if (!arguments.options.quick) now = recorded_now(now.origin, limits.look(), workbench.is_cpu());
    require_same_machine(now, recorded_in(*earlier), arguments.json);
    return limits;
}

void measure(Workbench& workbench, const Arguments& arguments)
{
    require_writable(arguments.json);
    require_writable(arguments.svg);
    require_names(workbench, arguments.options);
    const auto earlier = earlier_results(arguments.json);
    DeviceLimits limits = limits_for(workbench, arguments, earlier);
    const auto results = with_origin(workbench.device(), arguments.command,
                                     measure_ladders(workbench, limits, arguments.options, show));
    show("");
    if (!arguments.json.empty()) lockstep::write_output(arguments.json, text_of(joined(results, earlier)));
    if (arguments.json != "-" && arguments.svg != "-") print_results(results);
    if (!arguments.svg.empty()) lockstep::write_output(arguments.svg, chart_of(results));
    if (has_refusals(results))
        throw lockstep::Failure("Some rungs have no figure; the reason stands beside them.");
}

void measure_curves(Workbench& workbench, const Arguments& arguments)
{
    require_writable(arguments.json);
    require_names(workbench, arguments.options);
    std::optional<lockstep::formats::SizeCurves> earlier;
    if (std::filesystem::is_regular_file(arguments.json))
        earlier = lockstep::formats::parse_size_curves(lockstep::read_text(arguments.json), arguments.json);
    DeviceLimits limits = limits_for(workbench, arguments, earlier);
    const auto curves = with_earlier(measure_sizes(workbench, limits, arguments.options, show),
                                     origin_of(workbench.device(), arguments.command), earlier);
    show("");
    if (!arguments.json.empty()) lockstep::write_output(arguments.json, text_of(curves));
    if (arguments.json != "-") print_curves(curves);
}

/// A reader's machine, into a file to send.
void share_machine(Workbench& workbench, const Arguments& arguments)
{
    require_writable(arguments.json);
    // Without the folder, which may hold a person's name.
    const std::string command =
        fmt::format("lockstep bench --share {}", std::filesystem::path(arguments.json).filename().string());
    const auto recording = measure_machine(workbench, command, LOCKSTEP_VERSION, show);
    show("");
    lockstep::write_output(arguments.json, text_of(recording));
    if (arguments.json == "-") return;
    print_results(recording.results);
    fmt::print(
        "{}",
        lockstep::tool::for_terminal(fmt::format(
            "\nWritten: {}. It holds the figures above and what your machine calls itself: device, driver, "
            "processor, system; nothing of you.\nCheck it, and draw its card: ./lockstep machines --card "
            "mine.svg {}\nSend it: "
            "attach it to an issue of the kind \"A machine's recording\".\n",
            arguments.json, arguments.json)));
    if (has_refusals(recording.results))
        fmt::print("Some rungs have no figure; the reason stands beside them.\n");
}

/// {"GROUP": 256} of "GROUP=256,ROWS=4"; "-" stands for none, and nothing for whichever is the fastest.
std::optional<Parameters> parameters_of(const std::string& text)
{
    if (text.empty()) return std::nullopt;
    Parameters parameters;
    if (text == "-") return parameters;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::size_t equals = text.find('=', begin);
        if (equals >= end)
            throw lockstep::Failure(fmt::format("'{}' sets no parameters.", text), "--parameters GROUP=256");
        parameters[text.substr(begin, equals - begin)] = std::stoi(text.substr(equals + 1, end - equals - 1));
        begin = end + 1;
    }
    return parameters;
}

std::optional<Extent> extent_of(const std::vector<std::size_t>& words)
{
    if (words.empty()) return std::nullopt;
    return Extent{.columns = words[0], .rows = words[1]};
}

/// Several climbs give a spread; a CPU's record has one.
void choose_repeats(const Workbench& workbench, Arguments& arguments)
{
    const bool records = !arguments.json.empty() && arguments.json != "-" && !arguments.options.quick;
    arguments.options.repeats = arguments.repeats.value_or(records && workbench.is_cpu() ? 5 : 1);
}

using Work = std::function<void(Workbench&)>;

/// The command line: its subcommands, each with the options that it understands, and what is to be done in the end.
class CommandLine
{
public:
    CommandLine()
    {
        app_.require_subcommand(1);
        add_measure();
        add_sizes();
        add_share();
        add_verify();
        add_accuracy();
        add_list();
        add_once();
        add_growth();
        add_turns();
    }

    /// The exit status where nothing is left to do: of help, and of what was not understood.
    std::optional<int> parse(int argc, char** argv)
    {
        arguments_.command = "lockstep bench";
        for (int i = 1; i < argc; ++i) arguments_.command += fmt::format(" {}", argv[i]);
        try {
            app_.parse(argc, argv);
        } catch (const CLI::ParseError& error) {
            if (error.get_exit_code() == 0) { // --help
                std::ostringstream help;
                const int status = app_.exit(error, help, help);
                fmt::print("{}", lockstep::tool::for_terminal(help.str()));
                return status;
            }
            const auto chosen = app_.get_subcommands();
            fmt::print(stderr, "{}\n  try: ./lockstep bench {}--help\n", error.what(),
                       chosen.empty() ? "" : chosen.front()->get_name() + " ");
            return wrong_usage;
        }
        return std::nullopt;
    }

    void run()
    {
        if (arguments_.options.quick)
            arguments_.options.budget_seconds = std::min(arguments_.options.budget_seconds, 0.1);
        if (!arguments_.sizes.empty()) return list_growth(arguments_.sizes); // which needs no device
        Workbench workbench(lockstep::tool::source_dir());
        work_(workbench);
    }

private:
    static constexpr int wrong_usage = 2;

    CLI::App& add(const char* name, const char* what, Work work)
    {
        CLI::App* command = app_.add_subcommand(name, what);
        command->callback([this, work = std::move(work)] { work_ = work; });
        return *command;
    }

    void add_ladders(CLI::App& command)
    {
        command.add_option("ladder", arguments_.options.ladders,
                           "by name, as `list` prints them: scan, box_filter, …; all when none");
        command.add_option("--case", arguments_.options.input, "only this kind of input");
    }

    void add_rung(CLI::App& command)
    {
        command.add_option("--rung", arguments_.options.rung, "only this rung");
        command.add_option("--file", arguments_.options.file,
                           "the kernels of this file beside the rungs of the same names");
    }

    void add_budget(CLI::App& command)
    {
        command
            .add_option("--budget", arguments_.options.budget_seconds,
                        "seconds of repetitions for each rung and climb")
            ->check(CLI::Range(0.01, 600.0))
            ->capture_default_str();
        command
            .add_option("--repeat", arguments_.repeats,
                        "climbs of each ladder, for medians with a spread (default: 5 when a CPU is "
                        "recorded with --json, else 1)")
            ->check(CLI::Range(1, 99));
        command.add_flag("--quick", arguments_.options.quick,
                         "small sizes, one case a ladder: about a minute");
    }

    void add_measure()
    {
        CLI::App& command =
            add("measure", "each rung's speed, its part of the device's limit, and the libraries' beside it",
                [this](Workbench& workbench) {
                    choose_repeats(workbench, arguments_);
                    measure(workbench, arguments_);
                });
        add_ladders(command);
        add_rung(command);
        add_budget(command);
        command.add_option("--json", arguments_.json,
                           "write the results to a file, where other ladders' stay (-: standard output)");
        command.add_option("--svg", arguments_.svg, "draw a chart into a file (-: standard output)");
    }

    void add_sizes()
    {
        CLI::App& command =
            add("sizes",
                "some rungs and the libraries at sizes from 16 Ki elements on, as a caller waits for them",
                [this](Workbench& workbench) {
                    choose_repeats(workbench, arguments_);
                    measure_curves(workbench, arguments_);
                });
        add_ladders(command);
        add_budget(command);
        command.add_option("--json", arguments_.json,
                           "write the curves to a file, where other ladders' stay (-: standard output)");
    }

    void add_share()
    {
        CLI::App& command = add(
            "share", "this machine's limits and four ladders, in a file for the page of readers' machines",
            [this](Workbench& workbench) { share_machine(workbench, arguments_); });
        command.add_option("file", arguments_.json, "the file to write (-: standard output)")->required();
    }

    void add_verify()
    {
        CLI::App& command = add("verify", "only whether the rungs are right, at awkward sizes",
                                [this](Workbench& workbench) { verify(workbench, arguments_.options); });
        add_ladders(command);
        add_rung(command);
    }

    void add_accuracy()
    {
        CLI::App& command =
            add("accuracy", "the rounding error of each order of additions", [this](Workbench& workbench) {
                lockstep::write_output(arguments_.json.empty() ? "-" : arguments_.json,
                                       accuracy_text(workbench, arguments_));
            });
        command.add_option("--json", arguments_.json, "write it to a file, not to standard output");
        command.add_flag("--quick", arguments_.options.quick, "up to 65,536 elements");
    }

    void add_list() { add("list", "the rungs of all ladders, as JSON", list); }

    // What follows is for other programs, and help does not show it.

    /// Launches each rung once, for who counts what it does.
    void add_once()
    {
        CLI::App& command = add("once", "", [this](Workbench& workbench) {
            if (arguments_.units > 0) workbench.act_with_units(arguments_.units);
            const auto extent = launch_once(workbench, arguments_.options,
                                            {.extent = extent_of(arguments_.extent),
                                             .size = arguments_.size,
                                             .parameters = parameters_of(arguments_.parameters)});
            fmt::print("{}\n", extent ? fmt::format("[{},{}]", extent->columns, extent->rows) : "null");
        });
        command.group("");
        add_ladders(command);
        add_rung(command);
        command.add_flag("--alone", arguments_.options.alone,
                         "the file's kernels without the rungs beside them");
        command.add_option("--parameters", arguments_.parameters, "GROUP=256,ROWS=4, or - for none");
        command.add_option("--extent", arguments_.extent, "columns and rows")->expected(2);
        command.add_option("--size", arguments_.size, "of the ladder's own")
            ->check(CLI::IsMember({"smaller", "larger", "profiled"}));
        command.add_option("--units", arguments_.units, "compute units to act with");
    }

    void add_growth()
    {
        CLI::App* command = app_.add_subcommand("growth", "");
        command->group("");
        command->add_option("size", arguments_.sizes, "scan:65536x1, or scan:16384 elements")->required();
    }

    /// One turn of several contestants', in a process of its own.
    void add_turns()
    {
        CLI::App& turn = add("turn", "", [this](Workbench& workbench) {
            write_turn(measure_turn(
                workbench, {.what = arguments_.options, .parameters = parameters_of(arguments_.parameters)}));
        });
        CLI::App& limit = add("limit", "", [this](Workbench& workbench) {
            write_turn(measure_limit(workbench, arguments_.options));
        });
        add_rung(turn);
        turn.add_option("--parameters", arguments_.parameters, "GROUP=256,ROWS=4; the fastest when none");
        for (CLI::App* command : {&turn, &limit}) {
            command->group("");
            add_ladders(*command);
            command->add_flag("--quick", arguments_.options.quick, "small sizes");
            command->add_option("--to", arguments_.to, "the file of the turn")->required();
        }
    }

    void write_turn(const lockstep::formats::MeasuredTurn& turn) const
    {
        lockstep::write_output(arguments_.to, lockstep::formats::json_of(turn).dump(1) + "\n");
    }

    CLI::App app_{"Climbs the ladders on the device that LOCKSTEP_DEVICE names.", "lockstep bench"};
    Arguments arguments_;
    Work work_;
};

} // namespace

int main(int argc, char** argv)
{
    CommandLine line;
    if (const std::optional<int> status = line.parse(argc, argv)) return *status;
    return lockstep::run([&] { line.run(); });
}
