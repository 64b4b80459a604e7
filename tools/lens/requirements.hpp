// What a reader requires of a kernel's counts: "turn.global_store.efficiency>=0.99", and whether it holds.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::tool
{

enum class Relation
{
    at_least,
    at_most,
    equal,
    below,
    above
};

/// A bound on a metric of a kernel's launches, added up.
struct Requirement
{
    std::string kernel; ///< "*": every kernel
    int line = 0;       ///< of the program's text, to which it is confined; 0: all of the kernel
    std::string metric;
    Relation relation = Relation::at_least;
    double bound = 0.0;
};

/// Reads "KERNEL.METRIC>=VALUE" or "KERNEL:LINE.METRIC>=VALUE", with >=, <=, ==, < or >; a ratio's value may be told in percent.
/// @throws Failure for anything else, with the list of metrics for one that the lens does not count.
Requirement parse_requirement(const std::string& text);

/// "turn.global_store.efficiency >= 0.99"
std::string shown(const Requirement& requirement);

/// What came of a requirement for one kernel on one device.
struct RequirementOutcome
{
    bool met = false;
    std::string kernel = {};
    std::string sentence =
        {};                ///< what was found: "turn.global_store.efficiency >= 0.99 on h200: it is 0.125."
    std::string look = {}; ///< what is wrong where it is not what is required; empty: not known
    int line = 0;          ///< and where, of the program's text; 0: the kernel as a whole
    unsigned column = 0;
    std::uint64_t source = 0; ///< index of that text
};

/// Holds a requirement against a report.
/// @throws Failure for a kernel that was not launched, with the list of those that were, and for counts that are not whole.
std::vector<RequirementOutcome> outcomes_of(const Requirement& requirement,
                                            const formats::LensReport& report);

/// The report with only those kernels; all of them when none is named. @throws Failure as above.
formats::LensReport only_kernels(formats::LensReport report, const std::vector<std::string>& names);

} // namespace lockstep::tool
