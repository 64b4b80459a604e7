// Lines of JSON for whoever follows a command while it goes on: the pages of the live book.
#pragma once

#include <nlohmann/json.hpp>

namespace lockstep::tool
{

/// Prints {"event": NAME, …data} as a line, at once.
void print_event(const char* event, nlohmann::json data);

} // namespace lockstep::tool
