// Running ladders: which rungs are wanted, and whether they are right.
#pragma once

#include "ladder.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// What is wanted.
struct RunOptions
{
    std::vector<std::string> ladders; ///< names; all when empty
    std::string input;                ///< only this case; all when empty
    std::string rung;                 ///< only this rung; all when empty
    std::filesystem::path
        file;           ///< kernels to be measured beside the rungs whose kernels they are named after
    bool alone = false; ///< the file's kernels, and not the rungs beside them
    bool quick = false; ///< small sizes, one case a ladder, no tuning
    double budget_seconds = 1.0; ///< of repetitions for each rung and climb, its peers' included
    std::size_t repeats = 1;     ///< climbs of each case: more than one give a spread
    /// In which a case is to be done, with fewer candidates and fewer climbs where they take longer; nothing: as long as it takes.
    std::optional<double> case_seconds{};
};

/// A word on what is being done, for a progress line: "reduction, random: vectors".
using Progress = std::function<void(const std::string&)>;

/// @throws Failure naming what there is, for a ladder, case or rung that does not exist.
std::vector<const Ladder*> wanted_ladders(const RunOptions& options);
std::vector<std::string> wanted_cases(const Ladder& ladder, const RunOptions& options);
/// The reader's own kernels stand behind the rungs, marked with a star.
std::vector<Rung> wanted_rungs(const Ladder& ladder, const Workbench& workbench, const RunOptions& options);

/// Poisons the outputs, runs a job once and says what is wrong; empty when nothing is.
std::string why_wrong(Workbench& workbench, Plan& job);

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
std::vector<Refusal> verify_ladders(Workbench& workbench, const RunOptions& options,
                                    const Progress& progress);

/// How a rung is launched for whoever counts what it does; nothing: at its ladder's counted extent, with its first parameters.
struct SingleRunOptions
{
    std::optional<Extent> extent;
    std::string size; ///< "smaller" or "larger" of its ladder's counted extents instead, or "profiled"
    std::optional<Parameters> parameters;
};

/// Launches every wanted rung once, for whoever counts what it does. @return the last one's extent; nothing where its ladder has none of that
/// size.
std::optional<Extent> launch_once(Workbench& workbench, const RunOptions& options,
                                  const SingleRunOptions& how);

} // namespace lockstep::bench
