// Paths that CMake compiled in, and what overrides them.
#include "base/paths.hpp"

#include <cstdlib>
#include <string>

namespace lockstep::tool
{

namespace
{

// A relative path counts from the working folder, which a command may leave later.
std::filesystem::path overridden(const char* variable, const char* compiled_in)
{
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' ? std::filesystem::absolute(value) : compiled_in;
}

} // namespace

std::filesystem::path source_dir()
{
    return overridden("LOCKSTEP_SOURCE_DIR", LOCKSTEP_SOURCE_DIR);
}

std::filesystem::path own_source_dir()
{
    return LOCKSTEP_SOURCE_DIR;
}

std::filesystem::path build_dir()
{
    return overridden("LOCKSTEP_BUILD_DIR", LOCKSTEP_BUILD_DIR);
}

std::filesystem::path own_oclgrind()
{
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && *cache != '\0') return std::filesystem::path{cache} / "lockstep" / "oclgrind";
    const char* const home = std::getenv("HOME");
    return std::filesystem::path{home != nullptr ? home : LOCKSTEP_SOURCE_DIR} / ".cache" / "lockstep" /
           "oclgrind";
}

void add_own_oclgrind_to_path()
{
    const std::string folder = own_oclgrind() / "bin";
    const char* const path = std::getenv("PATH");
    const std::string before = path != nullptr ? std::string{path} + ":" : "";
    if (std::filesystem::exists(folder) && (before.empty() || !before.ends_with(folder + ":")))
        setenv("PATH", (before + folder).c_str(), 1);
}

} // namespace lockstep::tool
