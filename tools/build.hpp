// Building one target of the CMake tree.
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::tool
{

/// Builds a target, quietly. @throws Failure with the compiler's words when it does not build.
void build_target(const std::filesystem::path& build, const std::string& target);

} // namespace lockstep::tool
