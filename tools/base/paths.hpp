// Where the book's sources and its build are.
#pragma once

#include <filesystem>

namespace lockstep::tool
{

/// The repository this program was configured for; the environment's LOCKSTEP_SOURCE names another (for tests).
std::filesystem::path source_dir();

/// Its build folder; the environment's LOCKSTEP_BUILD names another (for tests).
std::filesystem::path build_dir();

} // namespace lockstep::tool
