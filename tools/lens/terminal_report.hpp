// The report of the lens as text, a hundred columns wide.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <string>

namespace lockstep::tool
{

/// One device's report: what its figures rest on, then for each kernel its sums and the source lines that touch memory
/// or branch, the wasteful ones marked with "!" and the costliest five explained.
std::string terminal_report(const formats::LensReport& report);

} // namespace lockstep::tool
