// The program that climbs the ladders.
#pragma once

#include <filesystem>

namespace lockstep::tool
{

/// build/bin/lockstep-bench, built if it is not there yet. @throws Failure when it cannot be built.
std::filesystem::path ladder_runner();

} // namespace lockstep::tool
