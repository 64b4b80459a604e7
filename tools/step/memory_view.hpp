// An access to memory on a terminal's page: sectors and lines, banks, queues, and who has arrived at a barrier.
#pragma once

#include "step/history.hpp"

#include <string>
#include <vector>

namespace lockstep::tool
{

/// Adds the lines that show what a step accesses; none where it accesses nothing.
void show_memory(const StepHistory& history, std::size_t step, std::size_t columns,
                 std::vector<std::string>& page);

/// The byte in its buffer that each lane of the mask accesses; null: nothing that is there.
std::vector<Json> offsets_of(const Json& access, unsigned lanes);

} // namespace lockstep::tool
