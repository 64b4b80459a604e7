// The report of the lens as text, eighty columns wide.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <cstddef>
#include <limits>
#include <string>

namespace lockstep::tool
{

/// How wide reports are.
inline constexpr std::size_t report_width = 80;

/// One device's report: the verdict, what its figures rest on, what each kernel loses, then the `top` kernels that lose
/// most, each with its sums and the source lines that touch memory, branch or take long, the wasteful ones marked with "!"
/// and the costliest five explained.
std::string terminal_report(const formats::LensReport& report,
                            std::size_t top = std::numeric_limits<std::size_t>::max());

} // namespace lockstep::tool
