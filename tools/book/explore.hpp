// Explorers: pictures of a lesson that the reader changes. What they do is in book/theme/explore*.js; the GPUs that they
// compute for come from the profiles.
#pragma once

#include "book/site.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::book
{

/// The script that every page with an explorer loads, by its name in the site.
inline constexpr const char* explorer_script_name = "explore.js";

/// Whether a file of the theme is a part of that script, and of no other.
bool is_explorer_part(const std::filesystem::path& file);

/// The explorers that the theme has, by their names in lessons: "occupancy" for explore-occupancy.js.
std::vector<std::string> explorers_of(const Site& site);

/// The script: every profile of lens/devices by its figures' values alone, the oldest GPU first, then the explorers.
/// @throws Failure when there is no profile, or one cannot be read.
std::string explorer_script(const Site& site);

} // namespace lockstep::book
