// An Oclgrind that is not on PATH: as `./lockstep start` builds it for a user whose system has no package of it
// (tools/entry/oclgrind.sh), or as a package of the lens brings it along.
#pragma once

#include <filesystem>

namespace lockstep::tool
{

/// The folder it is in, whether it is there or not; empty for a user without a home.
std::filesystem::path own_oclgrind();

/// Lets what is looked for on PATH be found in such a folder, too, behind all that the system has.
void add_oclgrind_to_path(const std::filesystem::path& oclgrind);

} // namespace lockstep::tool
