// lockstep-experiments: measures what the lessons on events, divergence, coalescing, local memory and occupancy quote, and
// records what groups tell each other.
#include "experiment.hpp"

#include "base/paths.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/files.hpp>
#include <lockstep/run.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace
{

using namespace lockstep::bench;

struct Subject
{
    std::string_view name;
    void (*record)(Bench&, const std::filesystem::path& folder, const std::string& device);
};

/// Measures an experiment and writes its rows to DEVICE-EXPERIMENT.json of a folder.
template <typename Row, std::vector<Row> (*measure)(Bench&)>
void record(Bench& bench, const std::filesystem::path& folder, const std::string& device)
{
    const lockstep::formats::Measurements<Row> measured{std::string(Row::experiment),
                                                        origin_of(bench, Row::experiment), measure(bench)};
    std::filesystem::create_directories(folder);
    const auto file = folder / fmt::format("{}-{}.json", device, Row::experiment);
    lockstep::write_text(file, text_of(measured));
    fmt::print("{}: {} rows\n", file.string(), measured.rows.size());
}

constexpr std::array subjects{
    Subject{CoalescingRow::experiment, record<CoalescingRow, measure_coalescing>},
    Subject{DivergenceRow::experiment, record<DivergenceRow, measure_divergence>},
    Subject{EventRow::experiment, record<EventRow, measure_events>},
    Subject{LocalMemoryRow::experiment, record<LocalMemoryRow, measure_local_memory>},
    Subject{OccupancyRow::experiment, record<OccupancyRow, measure_occupancy>},
    Subject{MessageRow::experiment, record<MessageRow, record_trace>},
};

struct Arguments
{
    Scale scale;
    std::filesystem::path out = lockstep::tool::source_dir() / "bench" / "results";
    std::string name;
    std::vector<std::string> wanted;
};

void measure(const Arguments& arguments)
{
    for (const std::string& wanted : arguments.wanted)
        if (std::ranges::none_of(subjects, [&](const Subject& subject) { return subject.name == wanted; }))
            throw lockstep::Failure(fmt::format("There is no experiment '{}'.", wanted),
                                    "build/bin/lockstep-experiments --name NAME coalescing divergence events "
                                    "local-memory occupancy trace");
    Bench bench(arguments.scale);
    for (const Subject& subject : subjects) {
        const bool is_wanted = arguments.wanted.empty() ||
                               std::ranges::find(arguments.wanted, subject.name) != arguments.wanted.end();
        if (is_wanted) subject.record(bench, arguments.out, arguments.name);
    }
}

} // namespace

int main(int argc, char** argv)
{
    Arguments arguments;
    CLI::App app{"Measures what the lessons quote, on the device that LOCKSTEP_DEVICE names."};
    app.add_option("experiment", arguments.wanted,
                   "coalescing, divergence, events, local-memory, occupancy, trace; all when none");
    app.add_option("--name", arguments.name, "what the files of results begin with, for example h200")
        ->required();
    app.add_option("--out", arguments.out, "folder for them");
    app.add_option("--profile", arguments.scale.profile,
                   "the device's profile in lens/devices, for its occupancy");
    app.add_flag("--quick", arguments.scale.quick, "tiny sizes, one run: to see that it works");
    CLI11_PARSE(app, argc, argv);
    return lockstep::run([&] { measure(arguments); });
}
