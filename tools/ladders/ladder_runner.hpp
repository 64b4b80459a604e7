// The program that climbs the ladders.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// build/bin/lockstep-bench, built if it is not there yet. @throws Failure when it cannot be built.
std::filesystem::path ladder_runner();

/// What is asked of the lens about the ladders.
struct LadderOptions
{
    std::vector<std::string> ladders; ///< none: all
    std::string device = "h200";      ///< the lens's profile, and the GPU that was measured
    bool record = false;              ///< into bench/results

    bool names(const std::string& ladder) const;        ///< among others
    bool names_or_all(const std::string& ladder) const; ///< or none is named
};

/// What its option --parameters understands: "GROUP=256,LOADS=4", "-" for none.
std::string runner_option(const formats::Parameters& parameters);

} // namespace lockstep::tool
