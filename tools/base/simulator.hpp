// Which simulated device judges and counts.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace lockstep::tool
{

/// Which device executes what is judged or counted.
enum class CountedBy
{
    oclgrind,
    pocket
};

/// Pocket, or Oclgrind where LOCKSTEP_SIMULATOR=oclgrind asks for it. @throws Failure for any other word.
CountedBy wanted_simulator();

/// Pocket's library in a build, whether it is there or not.
std::filesystem::path pocket_library(const std::filesystem::path& build);

/// By which a program has Pocket for its only device.
std::map<std::string, std::string> pocket_environment(const std::filesystem::path& library);

} // namespace lockstep::tool
