// The lens as the book's own commands use it.
#pragma once

#include "lens/lens_home.hpp"
#include "lens/lens_run.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace lockstep::tool
{

/// In the checkout whose book this is, and its build.
LensHome checkout_lens();

/// Its pieces, the plugin built when it is missing and `build_missing` says so. @param build the folder of the build
/// @param by as of find_lens_tools() @throws Failure saying how to get what is missing.
LensTools checkout_lens_tools(const std::filesystem::path& build, bool build_missing,
                              std::optional<CountedBy> by = std::nullopt);

/// The profile a reader means: the id of one of the book at `source`, or a JSON file. @throws Failure listing the ids.
std::filesystem::path checkout_profile(const std::filesystem::path& source, const std::string& wanted);

} // namespace lockstep::tool
