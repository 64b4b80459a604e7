// What a line's counts mean: one sentence on what is wrong there, and the chapter that treats it.
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
    int line = 0;       ///< of the kernel's source; 0: the whole kernel
    std::string space;  ///< "global", "local" or "image"; empty: control flow, or the whole kernel
    std::string access; ///< "load", "store", "atomic", "read" or "write"; empty as well
    std::string
        what; ///< without capital and full stop: "each store request touches 32 sectors where 4 would do"
    int chapter = 0;   ///< 11 to 14; 0: none
    double loss = 0.0; ///< sectors, passes or branches too many, or an image's bytes: what to look at first
    std::string file = {}; ///< that the line is of; empty: the program's own text
};

/// As many as a report explains of one kernel.
inline constexpr std::size_t most_told_advice = 5;

/// With capital, chapter and full stop.
std::string sentence(const Advice& advice);

/// What is wrong with the requests of a line; nothing when it wastes less than a twentieth, or accesses an image: what
/// that costs is not known.
std::optional<Advice> advice_on_access(const formats::LensLine& line, const formats::LensDevice& device);

/// What is wrong with the branches of a line; nothing when its branches keep sub-groups together.
std::optional<Advice> advice_on_control(const formats::LensControl& line);

/// All there is to say of one kernel's entry, the costliest first.
std::vector<Advice> advice_on(const formats::LensKernel& kernel, const formats::LensDevice& device);

/// The line to blame for a metric of that subject, however little it wastes.
std::optional<Advice> worst_for(const formats::LensKernel& kernel, const formats::LensDevice& device,
                                formats::MetricSubject subject);

} // namespace lockstep::tool
