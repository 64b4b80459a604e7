// Counts of the lens added up over the launches of a kernel, and what exercises ask of them.
#pragma once

#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/lens_metrics.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <optional>
#include <span>
#include <string>

namespace lockstep::tool
{

/// The chapter that treats what a metric is about: 11 divergence, 12 coalescing, 13 local memory, 14 occupancy; 0: none
/// does.
int chapter_of(formats::MetricSubject subject);

/// All launches of `kernel` in a report as one entry: counts are added, also line by line, and ratios come from the sums;
/// of the occupancies it is the lowest. Nothing when the kernel was not launched.
std::optional<formats::LensKernel> all_launches(const formats::LensReport& report, const std::string& kernel);

/// Those of a kernel of one program, the `source` of its entries; others may have a kernel of the same name.
std::optional<formats::LensKernel> all_launches(const formats::LensReport& report, const std::string& kernel,
                                                std::uint64_t source);

/// The same of all kernels together.
std::optional<formats::LensKernel> all_launches(const formats::LensReport& report);

/// What a report counts for a target: in its own case, else in the case that is worst for it. Nothing when the kernel was
/// launched in none. @param cases as for missed(). @throws Failure for a metric that the lens does not count.
std::optional<double> counted_for(const LensTarget& target, const formats::LensReport& report,
                                  std::span<const std::string> cases);

/// What is said of a target that is missed.
struct Miss
{
    std::string
        text; ///< "FILE:LINE: " and what is wrong there; the target; the case, where there are several
    std::string
        line; ///< that line's text, and what its work-items ask for, in lines of their own; empty where no line is to blame
};

/// What is said when a report misses a target: of the first test case that misses it, and of how many others do.
/// Nothing when every case meets it by itself, or the target's own case does.
/// @param cases the test cases that were counted; none: all launches are one.
/// @param file the kernel's file, for "FILE:LINE:"; empty for a kernel whose file is not the student's.
/// @throws Failure for a metric that the lens does not count.
std::optional<Miss> missed(const LensTarget& target, const formats::LensReport& report,
                           std::span<const std::string> cases, const std::string& file);

} // namespace lockstep::tool
