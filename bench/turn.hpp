// One turn of many: a rung or the device's limit measured in a process of its own, for whoever lets several take turns.
#pragma once

#include "runner.hpp"

#include "lockstep/formats/leaderboard.hpp"

#include <optional>

namespace lockstep::bench
{

/// Whose turn it is.
struct TurnOptions
{
    RunOptions what; ///< one ladder, one rung, perhaps a file, whose kernels are then measured alone
    std::optional<Parameters>
        parameters; ///< one of the rung's candidates; nothing: the fastest one is sought
    std::size_t launches = 3;
};

/// Runs the rung at the ladder's timed extent in its first case, once to warm up and then `launches` times. Before every
/// launch the outputs are poisoned, after it they are verified, and what is wrong refuses the turn. Without parameters each
/// candidate that this device can run must be right, and the fastest one in the ladder's other cases as well. A rung that is the other kind of device's is measured all the same.
/// @throws Failure on a simulator, which has no speed, and for a ladder or rung that does not exist.
formats::MeasuredTurn measure_turn(Workbench& workbench, const TurnOptions& options);

/// The ladder's limit in the place of a rung.
formats::MeasuredTurn measure_limit(Workbench& workbench, const RunOptions& options);

} // namespace lockstep::bench
