// Submissions, the book's rung and the device's limit taking turns at a ladder, each turn in a process of its own.
#pragma once

#include "base/process.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/leaderboard.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace lockstep::tool
{

/// How turns are taken.
struct TurnRules
{
    OpenRung rung;
    bool quick = false; ///< small sizes, and no search for the best parameters
    bool sandboxed =
        true; ///< the kernels run by a server in a sandbox, and what verifies and times outside of it
    ProcessLimits limits = {};     ///< of a turn
    std::filesystem::path scratch; ///< a folder for what is needed meanwhile
};

/// Who takes a turn.
struct Contestant
{
    std::string key;            ///< names a folder; empty: the book
    std::filesystem::path file; ///< the student's kernel; empty: the book's own, of the rung
};

/// One turn of a rung. No kernel finds what another left: each turn has a server, buffers and inputs of its own. Without
/// parameters nothing is timed, and those with which it is fastest come back. What is wrong with the kernel, its end in a
/// crash or at a limit included, is told in `refused`.
formats::MeasuredTurn take_turn(const TurnRules& rules, const Contestant& contestant,
                                const std::optional<formats::Parameters>& parameters);

/// One turn of the device's limit, by the same way. @throws Failure when nothing can be measured here.
formats::MeasuredTurn take_limit_turn(const TurnRules& rules);

/// What the lens counts for it at the ladder's counted size; nothing where the lens cannot run, or the kernel not under it.
std::optional<formats::BoardCounts> count_turn(const TurnRules& rules, const Contestant& contestant,
                                               const std::string& lens_device);

} // namespace lockstep::tool
