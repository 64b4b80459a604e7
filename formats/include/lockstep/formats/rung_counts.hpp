// bench/results/lens-LADDER.json: what the lens counts in each rung of a ladder.
#pragma once

#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <cstdint>
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

/// The release of Oclgrind whose compiler made the instructions on record. Of all that is counted, they alone differ from release to
/// release.
inline constexpr std::string_view counted_release = "21.10";

/// Counts as they are to be recorded: where another release counted, or Pocket, the instructions stay as they are on record.
/// @param release whoever counted, by name or number. @param recorded what is on record of the same ladder.
LadderCounts to_record(LadderCounts counted, const std::string& release, const LadderCounts& recorded);

/// Throws Failure.
LadderCounts read_ladder_counts(const std::filesystem::path& file);
LadderCounts ladder_counts_of(const JsonReader& root);

/// The file's text: a line for each rung.
std::string text_of(const LadderCounts& counts);

} // namespace lockstep::formats
