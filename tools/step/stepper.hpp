// Steps forwards and back on a terminal.
#pragma once

#include "step/recording.hpp"
#include "step/view.hpp"

#include <functional>

namespace lockstep::tool
{

/// Another sub-group's history. @throws Failure where there is none.
using Record = std::function<StepHistory(const StepChoice&)>;

/// On the whole terminal, until the reader leaves. @param first the step to begin at @return the exit status
int step_on_screen(StepHistory history, StepChoice choice, std::size_t first, const Record& record);

} // namespace lockstep::tool
