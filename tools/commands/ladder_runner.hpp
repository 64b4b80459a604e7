// The program that climbs the ladders.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <filesystem>
#include <string>

namespace lockstep::tool
{

/// build/bin/lockstep-bench, built if it is not there yet. @throws Failure when it cannot be built.
std::filesystem::path ladder_runner();

/// What its option --parameters understands: "GROUP=256,LOADS=4", "-" for none.
std::string runner_option(const formats::Parameters& parameters);

} // namespace lockstep::tool
