// Oclgrind as `./lockstep start` builds it for a user whose system has no package of it (tools/entry/oclgrind.sh).
#pragma once

#include <filesystem>

namespace lockstep::tool
{

/// The folder it is in, whether it is there or not; empty for a user without a home.
std::filesystem::path own_oclgrind();

/// Lets what is looked for on PATH be found there, too, behind all that the system has.
void add_own_oclgrind_to_path();

} // namespace lockstep::tool
