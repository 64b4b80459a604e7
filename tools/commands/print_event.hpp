// Lines of JSON for whoever follows a command while it goes on: the pages of the live book.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace lockstep::tool
{

/// Prints {"event": NAME, …data} as a line, at once.
void print_event(const char* event, nlohmann::json data);
/// The same of an event that formats/ knows.
void print_event(const std::string& text);

} // namespace lockstep::tool
