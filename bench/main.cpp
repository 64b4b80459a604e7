// lockstep-bench: verifies and measures the ladders on the device that LOCKSTEP_DEVICE names.
#include "accuracy.hpp"
#include "climb.hpp"
#include "results.hpp"
#include "sizes.hpp"
#include "turn.hpp"

#include "base/output.hpp"
#include "base/paths.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/files.hpp>
#include <lockstep/run.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

namespace
{

using namespace lockstep::bench;

struct Arguments
{
    RunOptions options;
    bool verify = false;
    bool once = false;
    bool list = false;
    bool accuracy = false;
    bool limit = false;
    bool sizes = false;
    std::optional<std::size_t> repeats;
    std::string turn;
    std::string parameters;
    std::vector<std::size_t> extent;
    std::size_t units = 0; ///< 0: the device's own
    std::string json;
    std::string svg;
    std::string command;
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

void measure(Workbench& workbench, const Arguments& arguments)
{
    require_writable(arguments.json);
    require_writable(arguments.svg);
    const auto earlier =
        earlier_results(arguments.json); // a file that is given again keeps its other ladders
    const auto results = with_origin(workbench.device(), arguments.command,
                                     measure_ladders(workbench, arguments.options, show));
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
    std::optional<lockstep::formats::SizeCurves> earlier;
    if (std::filesystem::is_regular_file(arguments.json))
        earlier = lockstep::formats::parse_size_curves(lockstep::read_text(arguments.json), arguments.json);
    const auto curves = with_earlier(measure_sizes(workbench, arguments.options, show),
                                     origin_of(workbench.device(), arguments.command), earlier);
    show("");
    if (!arguments.json.empty()) lockstep::write_output(arguments.json, text_of(curves));
    if (arguments.json != "-") print_curves(curves);
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
            throw lockstep::Failure(fmt::format("'{}' sets no parameters.", text), "GROUP=256");
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

void take_turn(Workbench& workbench, const Arguments& arguments)
{
    const auto turn = arguments.limit
                          ? measure_limit(workbench, arguments.options)
                          : measure_turn(workbench, {.what = arguments.options,
                                                     .parameters = parameters_of(arguments.parameters)});
    lockstep::write_output(arguments.turn, lockstep::formats::json_of(turn).dump(1) + "\n");
}

} // namespace

int main(int argc, char** argv)
{
    Arguments arguments;
    CLI::App app{"Climbs the ladders on the device that LOCKSTEP_DEVICE names.", "lockstep bench"};
    app.add_option("ladder", arguments.options.ladders,
                   "by name, as --list prints them: scan, box_filter, …; all when none");
    app.add_option("--case", arguments.options.input, "only this kind of input");
    app.add_option("--rung", arguments.options.rung, "only this rung");
    app.add_option("--file", arguments.options.file,
                   "measure the kernels of this file beside the rungs of the same names");
    app.add_option("--budget", arguments.options.budget_seconds,
                   "seconds of repetitions for each rung and climb")
        ->check(CLI::Range(0.01, 600.0))
        ->capture_default_str();
    app.add_option("--repeat", arguments.repeats,
                   "climbs of each ladder, for medians with a spread (default: 5 when a CPU is recorded with "
                   "--json, else 1)")
        ->check(CLI::Range(1, 99));
    app.add_option("--json", arguments.json,
                   "write the results to a file, where other ladders' stay (-: standard output)");
    app.add_option("--svg", arguments.svg, "draw a chart into a file (-: standard output)");
    app.add_flag("--quick", arguments.options.quick, "small sizes, one case a ladder: about a minute");
    app.add_flag("--sizes", arguments.sizes,
                 "some rungs and the peers at sizes from 16 Ki elements on, as a caller waits for them");
    app.add_flag("--verify", arguments.verify, "only whether the rungs are right, at awkward sizes");
    app.add_flag("--accuracy", arguments.accuracy,
                 "the rounding error of each order of additions, to --json");
    app.add_flag("--list", arguments.list, "print the rungs as JSON");
    app.add_flag("--once", arguments.once, "launch each rung once, for the lens");
    // For whoever lets several take turns, and for the lens.
    app.add_flag("--alone", arguments.options.alone)->group("");
    app.add_option("--turn", arguments.turn)->group("");
    app.add_option("--parameters", arguments.parameters)->group("");
    app.add_option("--extent", arguments.extent)->expected(2)->group("");
    app.add_option("--units", arguments.units)->group("");
    app.add_flag("--limit", arguments.limit)->group("");
    CLI11_PARSE(app, argc, argv);
    if (arguments.options.quick)
        arguments.options.budget_seconds = std::min(arguments.options.budget_seconds, 0.1);
    arguments.command = "lockstep bench";
    for (int i = 1; i < argc; ++i) arguments.command += fmt::format(" {}", argv[i]);
    return lockstep::run([&] {
        Workbench workbench(lockstep::tool::source_dir());
        const bool records = !arguments.json.empty() && arguments.json != "-" && !arguments.options.quick;
        arguments.options.repeats = arguments.repeats.value_or(records && workbench.is_cpu() ? 5 : 1);
        if (arguments.list)
            list(workbench);
        else if (arguments.accuracy)
            lockstep::write_output(arguments.json.empty() ? "-" : arguments.json,
                                   accuracy_text(workbench, arguments));
        else if (!arguments.turn.empty())
            take_turn(workbench, arguments);
        else if (arguments.verify)
            verify(workbench, arguments.options);
        else if (arguments.sizes)
            measure_curves(workbench, arguments);
        else if (arguments.once) {
            if (arguments.units > 0) workbench.act_with_units(arguments.units);
            launch_once(
                workbench, arguments.options,
                {.extent = extent_of(arguments.extent), .parameters = parameters_of(arguments.parameters)});
        } else
            measure(workbench, arguments);
    });
}
