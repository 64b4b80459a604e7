// bench/results/lens-LADDER.json: what the lens counts in each rung of a ladder.
#pragma once

#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// What the compiler in Oclgrind makes of a rung. Of all that is counted, this alone differs from release to release.
struct Issued
{
    std::uint64_t instructions = 0;
    double simd_efficiency = 0;

    bool operator==(const Issued&) const = default;
};

/// One rung: all launches of all its kernels summed. A kind of access that the file leaves out has no request.
struct RungCounts : LensCounts
{
    std::string name;
    Parameters parameters = {}; ///< the choice that was counted: a device may have been timed with another
    std::map<std::string, Issued> elsewhere = {}; ///< on other releases of Oclgrind, where it differs

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

/// The release of Oclgrind that counts are from, but for those `elsewhere`.
inline constexpr std::string_view counted_release = "21.10";

/// Counts as they are to be recorded: where they are of another release, those instructions stand `elsewhere`, and
/// `recorded` tells what counted_release made. @param recorded what is on record of the same ladder.
LadderCounts to_record(LadderCounts counted, const std::string& release, const LadderCounts& recorded);

/// Throws Failure.
LadderCounts read_ladder_counts(const std::filesystem::path& file);
LadderCounts ladder_counts_of(const JsonReader& root);

/// The file's text: a line for each rung.
std::string text_of(const LadderCounts& counts);

} // namespace lockstep::formats
