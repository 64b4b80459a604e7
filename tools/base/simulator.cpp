// Which simulated device judges and counts.
#include "base/simulator.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

namespace lockstep::tool
{

CountedBy wanted_simulator()
{
    const char* const set = std::getenv("LOCKSTEP_SIMULATOR");
    const std::string_view wanted = set != nullptr ? set : "";
    if (wanted.empty() || wanted == "pocket") return CountedBy::pocket;
    if (wanted == "oclgrind") return CountedBy::oclgrind;
    throw Failure(fmt::format("LOCKSTEP_SIMULATOR={} is no simulator.", wanted),
                  "unset LOCKSTEP_SIMULATOR, for Pocket, or LOCKSTEP_SIMULATOR=oclgrind");
}

std::filesystem::path pocket_library(const std::filesystem::path& build)
{
    return build / "lib" / "libpocket.so";
}

std::map<std::string, std::string> pocket_environment(const std::filesystem::path& library)
{
    return {{"LOCKSTEP_DEVICE", "pocket"}, {"OCL_ICD_VENDORS", library.string()}};
}

} // namespace lockstep::tool
