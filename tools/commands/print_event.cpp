#include "commands/print_event.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace lockstep::tool
{

void print_event(const char* event, nlohmann::json data)
{
    data["event"] = event;
    print_event(data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_event(const std::string& text)
{
    fmt::print("{}\n", text);
    std::fflush(stdout);
}

} // namespace lockstep::tool
