// lockstep bench: climbs the ladders; the runner is build/bin/lockstep-bench. Around it: Oclgrind, the lens, and its forecasts.
#include "commands/commands.hpp"
#include "ladders/ladder_forecast.hpp"
#include "ladders/ladder_runner.hpp"
#include "ladders/rung_caches.hpp"
#include "ladders/rung_checks.hpp"
#include "ladders/rung_counts.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <memory>

namespace lockstep::tool
{

namespace
{

/// What a command of bench does. What stands before it would be lost.
template <typename Run>
void on(CLI::App& bench, CLI::App& command, Exit& exit, Run run)
{
    command.callback([&bench, &command, &exit, run] {
        if (const std::vector<std::string> before = bench.remaining(); !before.empty())
            throw Failure(
                fmt::format("'{}' stands before the command, which is to come first.", before.front()),
                fmt::format("./lockstep bench {} {}", command.get_name(), before.front()));
        exit.status = run();
    });
}

/// A command that the runner understands, and explains when it is asked for --help.
void add_of_runner(CLI::App& bench, Exit& exit, const char* name, const char* what)
{
    CLI::App* command = bench.add_subcommand(name, what);
    command->set_help_flag();
    command->allow_extras();
    on(bench, *command, exit, [command, name] { return run_runner(name, command->remaining()); });
}

void add_ladders(CLI::App& command, std::vector<std::string>& ladders)
{
    command.add_option("ladder", ladders, "by name, as `list` prints them; all when none");
}

void add_lens_options(CLI::App& command, LadderOptions& options, const char* file)
{
    add_ladders(command, options.ladders);
    command.add_option("--device", options.device, "the lens's profile")->capture_default_str();
    command.add_flag("--record", options.record, file);
}

void add_clean(CLI::App& bench, Exit& exit)
{
    auto ladders = std::make_shared<std::vector<std::string>>();
    CLI::App* command =
        bench.add_subcommand("clean", "verify every rung where races and stray accesses are found");
    add_ladders(*command, *ladders);
    on(bench, *command, exit, [ladders] { return check_clean_rungs(*ladders); });
}

void add_count(CLI::App& bench, Exit& exit)
{
    auto options = std::make_shared<CountOptions>();
    CLI::App* command = bench.add_subcommand("count", "what the lens counts in each rung");
    add_lens_options(*command, *options, "write bench/results/lens-LADDER.json");
    command->add_option("--rung", options->rung, "only this rung");
    command->add_flag("--check", options->check, "compare with that file")->excludes("--record");
    on(bench, *command, exit, [options] { return show_rung_counts(ladder_runner(), *options); });
}

void add_forecast(CLI::App& bench, Exit& exit)
{
    auto options = std::make_shared<ForecastOptions>();
    CLI::App* command =
        bench.add_subcommand("forecast", "each rung's forecast by the lens beside what was measured");
    add_lens_options(*command, *options, "write bench/results/DEVICE-forecast.json");
    command->add_flag("--count", options->count,
                      "count first, at two sizes: the named ladders, or what was not counted yet");
    on(bench, *command, exit, [options] { return show_ladder_forecast(ladder_runner(), *options); });
}

void add_caches(CLI::App& bench, Exit& exit)
{
    auto options = std::make_shared<LadderOptions>();
    CLI::App* command = bench.add_subcommand("caches", "the lens's model of caches beside a GPU's counters");
    add_lens_options(*command, *options, "write bench/results/DEVICE-caches.json");
    on(bench, *command, exit, [options] { return show_rung_caches(ladder_runner(), *options); });
}

} // namespace

void add_bench(CLI::App& app, Exit& exit)
{
    CLI::App* bench = app.add_subcommand("bench", "climb the ladders on the chosen device");
    bench->require_subcommand(0, 1);
    add_of_runner(*bench, exit, "measure",
                  "each rung's speed, its part of the device's limit, and the libraries'");
    add_of_runner(*bench, exit, "sizes",
                  "some rungs and the libraries at many sizes, as a caller waits for them");
    add_of_runner(*bench, exit, "share",
                  "this machine's limits and four ladders in a file to send, in a few minutes");
    add_of_runner(*bench, exit, "verify", "only whether the rungs are right, at awkward sizes");
    add_of_runner(*bench, exit, "accuracy", "the rounding error of each order of additions");
    add_of_runner(*bench, exit, "list", "the rungs of all ladders, as JSON");
    add_clean(*bench, exit);
    add_count(*bench, exit);
    add_forecast(*bench, exit);
    add_caches(*bench, exit);
    // Only now, because its commands would inherit both.
    bench->allow_extras();
    bench->footer("./lockstep bench LADDER is short for ./lockstep bench measure LADDER, and bench --share "
                  "FILE for bench "
                  "share FILE.");
    bench->callback([bench, &exit] {
        if (!bench->get_subcommands().empty()) return;
        std::vector<std::string> words = bench->remaining();
        const bool shares = !words.empty() && words.front() == "--share";
        if (shares) words.erase(words.begin());
        exit.status = run_runner(shares ? "share" : "measure", words);
    });
}

} // namespace lockstep::tool
