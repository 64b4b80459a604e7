// The \lens directive: which request of a chapter's program is drawn, and where its counts come from.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::book
{

/// The name of a chapter's recorded counts, and the most it may hold.
inline constexpr const char* lens_recording = "lens.json";
inline constexpr std::size_t most_recorded_bytes = 100'000;

/// What one directive asks for: \lens KERNEL "source fragment" [load|store|atomic] [global|local] [launch=N] DEVICE "Caption"
struct LensFigure
{
    std::string kernel;
    std::string fragment; ///< a part of the line's source
    std::string access;   ///< empty: any
    std::string space;    ///< empty: any
    std::string device;   ///< a profile's id
    std::optional<std::uint64_t> launch;
    std::string caption; ///< as it stands in the lesson
};

/// Reads what stands behind "\lens"; nothing when something is missing.
std::optional<LensFigure> parse_lens_figure(std::string_view rest);

/// All complete directives of a lesson, in order.
std::vector<LensFigure> lens_figures_in(const std::filesystem::path& lesson);

/// The profiles they want.
std::set<std::string> devices_of(const std::vector<LensFigure>& figures);

/// A device, and one of the lines that were counted for it.
struct FoundRequest
{
    formats::LensDevice device;
    formats::LensLine line;
};

/// The request that a directive means. Throws Failure, a sentence with the list of what there is,
/// when there is none or more than one.
FoundRequest find_request(const formats::LensReports& counts, const LensFigure& figure);

/// The part of `counts` that a lesson's directives draw: what chapters/NN-slug/lens.json holds. Throws Failure.
formats::LensReports recording_of(const formats::LensReports& counts, const std::vector<LensFigure>& figures);

} // namespace lockstep::book
