// Climbing ladders: verify first, then tune, then measure in turn with the peers and the device's limits.
#pragma once

#include "ladder.hpp"
#include "limits.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// What is wanted.
struct Wish
{
    std::vector<std::string> ladders; ///< names; all when empty
    std::string input;                ///< only this case; all when empty
    std::string rung;                 ///< only this rung; all when empty
    std::filesystem::path
        file;           ///< kernels to be measured beside the rungs whose kernels they are named after
    bool quick = false; ///< small sizes, one case a ladder, no tuning
    double budget_seconds = 1.0; ///< of repetitions for each rung, its peers' included
};

/// A word on what is being done, for a progress line: "reduction, random: vectors".
using Progress = std::function<void(const std::string&)>;

/// One rung that gave a wrong result, or none.
struct Refusal
{
    std::string rung; ///< with its ladder, case, size and parameters
    std::string why;
};

/// Runs every rung, the other kind of device's as well, at the ladders' verified extents, outputs poisoned and guards around
/// every buffer. The first candidate runs at all of them; the others, which only this device's tuner may choose, at the
/// last. What is wrong; empty when nothing is.
/// @throws Failure for a ladder, case or rung that does not exist.
std::vector<Refusal> verify_ladders(Workbench& workbench, const Wish& wish, const Progress& progress);

/// Launches every wanted rung once at its ladder's counted extent, for whoever counts what it does.
void launch_once(Workbench& workbench, const Wish& wish);

/// Measures. {"limits", "ladders"} of the file of results; every number in GB/s or GFLOP/s. A rung that is wrong, or
/// faster than the device can be, has no figure but "refused": the reason.
nlohmann::ordered_json measure_ladders(Workbench& workbench, const Wish& wish, const Progress& progress);

} // namespace lockstep::bench
