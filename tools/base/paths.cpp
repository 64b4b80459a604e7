// Paths that CMake compiled in, and what overrides them.
#include "base/paths.hpp"

#include <cstdlib>

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

} // namespace lockstep::tool
