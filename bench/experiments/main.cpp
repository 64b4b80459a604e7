// lockstep-experiments: measures what the lessons on divergence, coalescing, local memory and occupancy quote.
#include "experiment.hpp"

#include "base/paths.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/run.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace
{

using namespace lockstep::bench;

struct Subject
{
    std::string_view name;
    Rows (*measure)(const Bench&);
};

constexpr std::array subjects{
    Subject{"coalescing", measure_coalescing},
    Subject{"divergence", measure_divergence},
    Subject{"local-memory", measure_local_memory},
    Subject{"occupancy", measure_occupancy},
};

struct Arguments
{
    Scale scale;
    std::string out = (lockstep::tool::source_dir() / "bench" / "results").string();
    std::string name;
    std::vector<std::string> wanted;
};

void measure(const Arguments& arguments)
{
    for (const std::string& wanted : arguments.wanted)
        if (std::ranges::none_of(subjects, [&](const Subject& subject) { return subject.name == wanted; }))
            throw lockstep::Failure(
                fmt::format("There is no experiment '{}'.", wanted),
                "lockstep-experiments --name NAME coalescing divergence local-memory occupancy");
    const Bench bench(arguments.scale);
    for (const Subject& subject : subjects) {
        const bool is_wanted = arguments.wanted.empty() ||
                               std::ranges::find(arguments.wanted, subject.name) != arguments.wanted.end();
        if (!is_wanted) continue;
        const auto file =
            std::filesystem::path(arguments.out) / fmt::format("{}-{}.json", arguments.name, subject.name);
        write_results(bench, file, std::string(subject.name), subject.measure(bench));
    }
}

} // namespace

int main(int argc, char** argv)
{
    Arguments arguments;
    CLI::App app{"Measures what the lessons quote, on the device that LOCKSTEP_DEVICE names."};
    app.add_option("experiment", arguments.wanted,
                   "coalescing, divergence, local-memory, occupancy; all when none");
    app.add_option("--name", arguments.name, "what the files of results begin with, for example h200")
        ->required();
    app.add_option("--out", arguments.out, "folder for them");
    app.add_option("--profile", arguments.scale.profile,
                   "the device's profile in lens/devices, for its occupancy");
    app.add_flag("--quick", arguments.scale.quick, "tiny sizes, one run: to see that it works");
    CLI11_PARSE(app, argc, argv);
    return lockstep::run([&] { measure(arguments); });
}
