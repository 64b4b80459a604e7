// What bench/results says of the ladders: single numbers for the text, and the table of a ladder.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/rung_counts.hpp"

namespace lockstep::book
{

/// A number as it stands in the text, and where it comes from.
struct Measured
{
    std::string text;
    std::string origin; ///< "NVIDIA H200, driver 580.1, 2026-11-21: lockstep bench"
};

/// The recorded runs, read when first asked for.
class LadderResults
{
public:
    /// @param folder bench/results of the source tree.
    explicit LadderResults(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// What \bench{QUERY} stands for:
    ///   DEVICE:LADDER[/CASE]:RUNG             its figure in the ladder's unit, three digits
    ///   DEVICE:LADDER[/CASE]:RUNG:spread      its lowest and highest run: 38.2–41.0
    ///   DEVICE:LADDER[/CASE]:RUNG:percent     of the device's limit
    ///   DEVICE:LADDER[/CASE]:RUNG:of NAME     in times the peer
    ///   DEVICE:LADDER[/CASE]:RUNG:over OTHER  in times another rung
    ///   DEVICE:LADDER[/CASE]:RUNG:PARAMETER   what the tuner chose
    ///   DEVICE:LADDER[/CASE]:peer NAME        a peer's figure
    ///   DEVICE:LADDER[/CASE]:size:columns     or rows, of what was measured
    ///   DEVICE:LADDER[/CASE]:limit            what the ladder is held against, measured in the same runs
    ///   DEVICE:LADDER[/CASE]:limit NAME       another limit of the device then: copy, read, FMA, native copy …
    ///   lens:LADDER:RUNG:METRIC               what the lens counts: global_load.sectors …
    ///   tried:DEVICE:LADDER[/CASE]:RUNG:KEY=VALUE  the best candidate with that parameter
    ///   row:FILE:KEY=VALUE[,KEY=VALUE…]:FIELD  of an experiment's results, FILE.json
    /// DEVICE is what a file DEVICE-ladders.json begins with: h200, pocl.
    /// @throws Failure saying what there is.
    Measured find(std::string_view query);

    /// The table of a ladder as HTML: what the lens counts in each rung, and what it reached on each device that climbed it, in the
    /// order of bench/results/devices.json.
    /// @throws Failure when the ladder or the case was never measured.
    std::string table(const std::string& ladder, const std::string& input) const;

private:
    static constexpr const char* how_to_record =
        "./lockstep bench measure --json bench/results/NAME-ladders.json";

    formats::LadderCounts counts_of(const std::string& ladder) const;
    const formats::DeviceResults& results_of(const std::string& device);
    const formats::LadderResult& ladder_of(const std::string& device, std::string_view name);

    std::filesystem::path folder_;
    std::map<std::string, formats::DeviceResults> devices_;
};

} // namespace lockstep::book
