// Which kernel takes longest, or loses most, and what: the order of a report, and its verdict.
#pragma once

#include "lens/statements.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What a kernel's launches took beyond the least.
struct Loss
{
    std::uint64_t sectors = 0;     ///< of loads, stores and atomics
    std::uint64_t sectors_max = 0; ///< all that were moved
    std::uint64_t passes = 0;
    std::uint64_t passes_max = 0;
    std::uint64_t idle_lanes = 0; ///< summed over the instructions
    std::uint64_t lanes_max = 0;
    double weight = 0.0; ///< of all three, see weighed_sector_bytes
};

Loss loss_of(const formats::LensKernel& kernel, const formats::LensDevice& device);

/// All launches of a kernel of one program.
struct RankedKernel
{
    formats::LensKernel sum;
    Loss loss;
    double microseconds = 0; ///< forecast, of all launches; 0: not known
};

/// The kernels of a report, each program's for itself. If all have forecasts, the one that takes longest stands first: a forecast knows
/// atomics and instructions as well. Else the one that loses most. Equal ones stand in the order of their launches.
std::vector<RankedKernel> ranked(const formats::LensReport& report);

/// What a person should read first: "'turn' takes longest: 3,584 of its 4,608 sectors are more than it needs. Line 6: ..."
std::string verdict_of(const formats::LensReport& report);

/// What each kernel takes by its forecast, if all have one, and loses, in columns; of the `top` first.
ReportTable ranking_table(const std::vector<RankedKernel>& kernels, std::size_t top);

/// What there is to find in a report, kernel by kernel as ranked: launches that are told together are told once.
std::vector<formats::LensFinding> findings_of(const formats::LensReport& report);

} // namespace lockstep::tool
