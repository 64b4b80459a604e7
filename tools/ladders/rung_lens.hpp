// A rung's launches under the lens, in a process of its own.
#pragma once

#include "lens/lens_run.hpp"
#include "lockstep/formats/ladder_results.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// A rung as the runner lists it, with the parameters that it is launched with under the lens.
struct ListedRung
{
    std::string name;
    formats::Parameters parameters;
};

struct ListedLadder
{
    std::string name;
    std::vector<ListedRung> rungs;
};

/// All of them, as they are on the simulator. @throws Failure where the runner does not answer.
std::vector<ListedLadder> listed_ladders(const std::filesystem::path& runner, const LensTools& tools);

/// Which rung, and by which profile.
struct RungRun
{
    std::filesystem::path runner;
    std::filesystem::path profile;
    std::string ladder;
    std::string rung;
    std::vector<std::string> words; ///< more of the runner's command `once`: "--extent", "64", "64"
    bool caches = false;            ///< with the model of caches, by these registers
    formats::RegisterOverrides registers = {};
};

/// What was counted in its launches.
struct RungUnderLens
{
    formats::ResultExtent extent;
    formats::LensReport report;
};

/// @throws Failure where the rung does not run.
RungUnderLens run_rung(const LensTools& tools, const RungRun& run);

} // namespace lockstep::tool
