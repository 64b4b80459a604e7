// The reference: Doxygen's pages of the library's and the lens's headers, in the book's frame.
#pragma once

#include "book/site.hpp"

#include <filesystem>
#include <vector>

namespace lockstep::book
{

/// The folders of public headers that are there.
std::vector<std::filesystem::path> reference_folders(const std::filesystem::path& source);

/// Adds the reference's first page to the book's pages, so that every side bar shows it; nothing where there is no library.
void announce_reference(Site& site);

/// Frames Doxygen's pages in `work`/html and writes them to `html`. Returns how many.
std::size_t write_reference(Site& site, const std::filesystem::path& work, const std::filesystem::path& html);

} // namespace lockstep::book
