// What some rungs and peers of each ladder reach at every size: bench/results/DEVICE-sizes.json.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// A figure at one size: by the clock of the host, from the call until it has returned and all is done.
struct SizePoint
{
    std::uint64_t elements = 0;
    double median = 0;            ///< in the curve's unit
    std::optional<Spread> spread; ///< of several climbs
};

/// One rung or peer, from the smallest size to the largest at which it was not too slow to wait for.
struct SizeLine
{
    std::string name;
    bool is_peer = false;
    std::vector<SizePoint> points;
};

/// One case of one ladder.
struct SizeCurve
{
    std::string name;
    std::string chapter;
    std::string title;
    std::string input;  ///< the case: "random"
    std::string unit;   ///< "GB/s", "GFLOP/s"
    std::string limit;  ///< "copy", "read", "FMA"
    double at_most = 0; ///< that limit, measured in the same climbs
    std::optional<Spread> at_most_spread;
    double launch_us = 0;        ///< an empty kernel of one work-item, by the same clock
    double work_per_element = 0; ///< bytes or operations
    std::uint64_t repeats = 1;   ///< climbs
    std::string date;
    std::string command;
    std::vector<SizeLine> lines;
};

struct SizeCurves
{
    Origin origin;
    std::vector<SizeCurve> curves; ///< in the order of the chapters

    /// @param input the case; empty: the first one. Nothing where it was not measured.
    const SizeCurve* find(std::string_view name, std::string_view input) const;
};

/// The curves a text holds. @param name stands for the file in errors. @throws Failure with file, key and remedy.
SizeCurves parse_size_curves(std::string_view text, const std::string& name);

/// DEVICE-sizes.json of a folder; nothing where there is none.
std::optional<SizeCurves> find_size_curves(const std::filesystem::path& folder, const std::string& device);

/// As it stands in the file: a rung or a peer a line.
std::string text_of(const SizeCurves& curves);

} // namespace lockstep::formats
