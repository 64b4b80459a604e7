// Which Oclgrind it is: what its compiler makes of a kernel, and so some counts, depend on it.
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::tool
{

/// What an Oclgrind calls its version: "21.10", "26.03.1". Empty where it cannot be run or says none. @throws Interrupted.
std::string oclgrind_version(const std::filesystem::path& oclgrind);

/// Year and month of a version: "26.03" of "26.03.1".
std::string oclgrind_release(const std::string& version);

} // namespace lockstep::tool
