// What counts mean: what is wrong, what helps, and the chapter that treats it.
#pragma once

#include "lockstep/formats/lens_metrics.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

struct Advice
{
    int line = 0;            ///< of the kernel's source; 0: the whole kernel
    unsigned column = 0;     ///< of the access; 0: not known
    std::string space = {};  ///< "global", "local" or "image"; empty: control flow, or the whole kernel
    std::string access = {}; ///< "load", "store", "atomic", "read" or "write"; empty as well
    std::string rule = {};   ///< "stride": what kind of thing it is, for other programs
    /// Without capital and full stop: "each store request touches 32 sectors where 4 would do".
    std::string what = {};
    std::string cure = {}; ///< a sentence without its full stop; empty where none is known
    int chapter = 0;       ///< 0: none
    double loss = 0.0;     ///< as loss_of() weighs it, or an image's bytes: what to look at first
    bool whole = false;    ///< it is about the kernel as a whole: its launch, not one of its lines
    std::string file = {}; ///< that the line is of; empty: the program's own text
};

/// "7"; of another file than the program's text "7 of sums.clh", without its folders.
std::string line_name(int line, const std::string& file);

/// As many as a report explains of one kernel.
inline constexpr std::size_t most_told_advice = 5;

/// What sectors, passes and lanes beyond those needed weigh beside each other: a sector of 32 bytes, a pass and 128 idle
/// lanes the same, which is about what a compute unit of an H200 does in a clock. It is an order to look at things in, not
/// a time.
inline constexpr double weighed_sector_bytes = 32.0;
inline constexpr double weighed_idle_lanes = 128.0;

/// An efficiency below this is worth a word.
inline constexpr double worth_saying = 0.95;

/// With capital and full stop: "Each store request touches 32 sectors where 4 would do."
std::string cause_of(const Advice& advice);

/// Cause, cure and chapter: "Each store request ... apart. Pad the rows (chapter 13)."
std::string sentence(const Advice& advice);

/// What is wrong with the requests of a line; nothing when it wastes less than a twentieth, or accesses an image: what
/// that costs is not known.
std::optional<Advice> advice_on_access(const formats::LensLine& line, const formats::LensDevice& device);

/// What is wrong with the branches of a line; nothing when its branches keep sub-groups together.
std::optional<Advice> advice_on_control(const formats::LensControl& line);

/// What is wrong with the atomics of a line; nothing unless a quarter of them meet at an address.
std::optional<Advice> advice_on_atomics(const formats::LensLine& line);

/// What is wrong with the sizes of a launch.
std::vector<Advice> advice_on_launch(const formats::LensKernel& kernel, const formats::LensDevice& device);

/// What is wrong when one work-item of a sub-group works alone in a quarter of the instructions or more; told at the line
/// that has most of them.
std::optional<Advice> advice_on_one_lane(const formats::LensKernel& kernel,
                                         const formats::LensDevice& device);

/// All there is to say of one kernel's entry: of the launch first, then the costliest line first.
std::vector<Advice> advice_on(const formats::LensKernel& kernel, const formats::LensDevice& device);

/// Whether a metric of that subject counts a line's requests.
bool is_about(formats::MetricSubject subject, const formats::LensLine& line);

/// The line to blame for a metric of that subject, however little it wastes.
std::optional<Advice> worst_for(const formats::LensKernel& kernel, const formats::LensDevice& device,
                                formats::MetricSubject subject);

/// The line that makes the most requests of that subject, and how many of all. What a request touches has no part in it.
std::optional<Advice> most_requests(const formats::LensKernel& kernel, formats::MetricSubject subject);

} // namespace lockstep::tool
