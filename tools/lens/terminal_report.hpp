// The report of the lens as text, a hundred columns wide.
#pragma once

#include "lockstep/formats/lens_report.hpp"
#include "lockstep/lens/profile.hpp"

#include <string>

namespace lockstep::tool
{

/// One device's report: for each kernel its sums, then the source lines that touch memory or branch, the
/// wasteful ones marked with "!" and the costliest five explained.
std::string terminal_report(const formats::LensReport& report, const lens::Profile& profile);

} // namespace lockstep::tool
