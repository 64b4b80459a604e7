// The lens report as one HTML file that opens offline.
#pragma once

#include "lens/lens_home.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <string>

namespace lockstep::tool
{

/// How many different pictures a page keeps; the requests beyond get a sentence instead.
inline constexpr std::size_t most_pictures_of_a_page = 400;

/// A self-contained page: profile and launch to choose, the summary, the source with heat per line, and for the
/// chosen line its counts and the picture of one request.
/// @throws Failure when the page's parts or a sample in the report cannot be read.
std::string lens_page(const formats::LensReports& all_reports, const PageParts& parts,
                      const std::string& title);

} // namespace lockstep::tool
