#include "commands/print_event.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace lockstep::tool
{

void print_event(const char* event, nlohmann::json data)
{
    data["event"] = event;
    fmt::print("{}\n", data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    std::fflush(stdout);
}

} // namespace lockstep::tool
