// The leaderboard's page: one HTML file that opens offline.
#pragma once

#include "lockstep/formats/leaderboard.hpp"

#include <string>

namespace lockstep::tool
{

/// The table of those that were measured, how far apart they are, and why others are missing.
/// @throws Failure when the page's parts cannot be read.
std::string leaderboard_page(const formats::Leaderboard& board);

} // namespace lockstep::tool
