// Doxygen, the engine that turns Markdown and the library's headers into HTML.
#pragma once

#include "book/site.hpp"

#include <filesystem>

namespace lockstep::book
{

/// Renders the preprocessed pages in work/pages into work/html.
/// Doxygen's warnings become problems at the lessons' own lines.
void render_markdown(Site& site, const std::filesystem::path& work);

/// Renders the library's headers, where there are any, into work/html.
void render_headers(Site& site, const std::filesystem::path& work);

} // namespace lockstep::book
