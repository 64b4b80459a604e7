// Where the book's sources and its build are: the only place that knows how the environment names others.
#pragma once

#include <filesystem>

namespace lockstep::tool
{

/// The repository whose book this is: the one the program was configured for, unless the environment's
/// LOCKSTEP_SOURCE_DIR names another (for tests).
std::filesystem::path source_dir();

/// The repository the program was configured for, whatever the environment says: there are the templates it fills.
std::filesystem::path own_source_dir();

/// The folder everything is built in: the one the program was configured in, unless the environment's
/// LOCKSTEP_BUILD_DIR names another, as `./lockstep` does for its user.
std::filesystem::path build_dir();

} // namespace lockstep::tool
