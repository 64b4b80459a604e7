// The program that climbs the ladders.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// build/bin/lockstep-bench, built if it is not there yet. @throws Failure when it cannot be built.
std::filesystem::path ladder_runner();

/// What is told to --lens, --forecast and --caches.
struct LadderWords
{
    std::vector<std::string> ladders; ///< none: all
    std::set<std::string> switches;   ///< "--record"

    bool has(const std::string& word) const { return switches.contains(word); }
    bool names(const std::string& ladder) const;        ///< among others
    bool names_or_all(const std::string& ladder) const; ///< or none is named
};

/// @param option which they follow: "--caches"
/// @throws Failure with the option's `usage` for a switch that is none of the `known` ones
LadderWords ladder_words(const std::vector<std::string>& words, const std::string& option,
                         const std::set<std::string>& known, const std::string& usage);

/// What its option --parameters understands: "GROUP=256,LOADS=4", "-" for none.
std::string runner_option(const formats::Parameters& parameters);

} // namespace lockstep::tool
