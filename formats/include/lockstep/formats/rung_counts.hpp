// bench/results/lens-LADDER.json: what the lens counts in each rung of a ladder.
#pragma once

#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// One rung: all launches of all its kernels summed. A kind of access that the file leaves out has no request.
struct RungCounts : LensCounts
{
    std::string name;
    Parameters parameters = {}; ///< the choice that was counted: a device may have been timed with another

    bool operator==(const RungCounts&) const = default;
};

struct LadderCounts
{
    std::string device; ///< the profile's id
    std::vector<RungCounts> rungs;

    /// The rung of a name; null when there is none.
    const RungCounts* find(std::string_view name) const;
    bool operator==(const LadderCounts&) const = default;
};

/// Throws Failure.
LadderCounts read_ladder_counts(const std::filesystem::path& file);
LadderCounts ladder_counts_of(const JsonReader& root);

/// The file's text: a line for each rung.
std::string text_of(const LadderCounts& counts);

} // namespace lockstep::formats
