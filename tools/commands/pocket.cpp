#include "commands/pocket.hpp"

#include "base/paths.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace lockstep::tool
{

void find_pocket()
{
    const char* const wanted = std::getenv("LOCKSTEP_DEVICE");
    if (wanted == nullptr || std::string_view{wanted} != "pocket" ||
        std::getenv("OCL_ICD_VENDORS") != nullptr)
        return;
    const std::filesystem::path library = build_dir() / "lib" / "libpocket.so";
    if (!std::filesystem::exists(library))
        throw Failure(fmt::format("Pocket has not been built: there is no {}.", library.string()),
                      fmt::format("cmake --build {} --target lockstep-pocket", build_dir().string()));
    setenv("OCL_ICD_VENDORS", library.c_str(), 1); // the loader takes a library for a list of one
}

} // namespace lockstep::tool
