// The user's cache, and PATH.
#include "base/own_oclgrind.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

namespace lockstep::tool
{

std::filesystem::path own_oclgrind()
{
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && *cache != '\0') return std::filesystem::path{cache} / "lockstep" / "oclgrind";
    const char* const home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    return std::filesystem::path{home} / ".cache" / "lockstep" / "oclgrind";
}

void add_oclgrind_to_path(const std::filesystem::path& oclgrind)
{
    const std::filesystem::path programs = oclgrind / "bin";
    std::error_code unreadable;
    if (!programs.is_absolute() || !std::filesystem::exists(programs, unreadable)) return;
    const char* const path = std::getenv("PATH");
    setenv("PATH", ((path != nullptr ? std::string{path} + ":" : "") + programs.string()).c_str(), 1);
}

} // namespace lockstep::tool
