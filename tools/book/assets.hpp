// Style sheets, scripts, pictures and the parts of MathJax that the site carries.
#pragma once

#include "book/site.hpp"

#include <filesystem>

namespace lockstep::book
{

/// Copies everything but the pages into the site's folder.
void write_assets(Site& site, const std::filesystem::path& html, const std::filesystem::path& reference_work);

/// Where MathJax 2 is installed; empty where it is not.
std::filesystem::path mathjax_folder();

} // namespace lockstep::book
