// What the work-items of a request ask for, in words.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <string>

namespace lockstep::tool
{

/// "in one request, work-items 0, 1, … ask for 4 bytes each, 0, 256, … bytes behind the first's: 32 sectors of 32 bytes, where 4 hold as much",
/// or in which banks; of the line's request that was kept, empty where none was.
std::string asked_for(const formats::LensLine& line, const formats::LensDevice& device);

} // namespace lockstep::tool
