// Checks that every link, anchor and picture of the finished site leads somewhere.
#pragma once

#include "book/site.hpp"

#include <filesystem>

namespace lockstep::book
{

/// Notes every dead link of the HTML files in a folder, at the line of the lesson that holds it where that is known.
void check_links(Site& site, const std::filesystem::path& html);

} // namespace lockstep::book
