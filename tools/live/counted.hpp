// What the lens counted, as a page shows it: kernel by kernel and line by line, with pictures, and what changed since the last time.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <nlohmann/json_fwd.hpp>

namespace lockstep::tool
{

/// {"device", "verdict", "kernels": [{"name", "launches", "simd", "lines": [{"line", "source", "space", "access", "requests",
/// "actual", "ideal", "efficiency", "expression", "picture"}]}], "findings": [{"kernel", "line", "cause", "cure", "chapter"}],
/// "changes": [{"kernel", "metric", "before", "now", "kind"}]}. Of a kernel's launches the requests are added up. A picture
/// is SVG; it is empty where there is none. @param before the counts of the last time; null: there are none.
nlohmann::json counted_for_page(const formats::LensReports& counts, const formats::LensReports* before);

} // namespace lockstep::tool
