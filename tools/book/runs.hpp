// Pages that run by themselves: what the engine of pocket/page can run, and what a page tells its scripts.
#pragma once

#include "book/site.hpp"

#include <filesystem>
#include <string>

namespace lockstep::book
{

/// What the head of a chapter's page holds besides, so that its kernels run in it, or at least are stepped through: their texts, and scripts where
/// an engine was built. Empty for other pages, and for exercises that cannot run in a page.
std::string run_scripts(const Site& site, const Page& page);

/// Copies the engine and its scripts into the site, if a page of it runs.
void copy_engine(const Site& site, const std::filesystem::path& html);

} // namespace lockstep::book
