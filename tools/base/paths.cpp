// Paths that CMake compiled in, and what overrides them.
#include "base/paths.hpp"

#include <cstdlib>

namespace lockstep::tool
{

namespace
{

std::filesystem::path overridden(const char* variable, const char* compiled_in)
{
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' ? value : compiled_in;
}

} // namespace

std::filesystem::path source_dir()
{
    return overridden("LOCKSTEP_SOURCE", LOCKSTEP_SOURCE_DIR);
}

std::filesystem::path build_dir()
{
    return overridden("LOCKSTEP_BUILD", LOCKSTEP_BUILD_DIR);
}

} // namespace lockstep::tool
