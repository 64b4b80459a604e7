#include "live/live_server.hpp"

#include "lockstep/failure.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>

namespace lockstep::tool
{

namespace
{

constexpr std::chrono::milliseconds longest_wait{250}; // in which readers who have gone are noticed

std::filesystem::path port_file(const LivePlaces& places)
{
    return places.source / ".lockstep" / "live-port";
}

// The port of the last time; 0, any that is free, where it is not known. No port is everybody's usual one: whoever holds that while no
// book runs could wait there for its reader.
unsigned last_port(const LivePlaces& places)
{
    std::ifstream file{port_file(places)};
    unsigned port = 0;
    return file >> port && port >= 1024 && port <= 65535 ? port : 0;
}

// A port that cannot be remembered is another the next time, which costs only pages that are still open.
void remember_port(const LivePlaces& places, unsigned port)
{
    std::error_code failed;
    std::filesystem::create_directories(port_file(places).parent_path(), failed);
    std::ofstream{port_file(places)} << port << '\n';
}

} // namespace

LiveServer::LiveServer(const LivePlaces& places, std::optional<unsigned> port)
{
    const auto handler = [this](const HttpRequest& request) { return answer(request); };
    const unsigned wanted = port.value_or(last_port(places));
    try {
        http_ = std::make_unique<HttpServer>(wanted, handler);
    } catch (const Failure&) {
        if (port) throw;
        http_ = std::make_unique<HttpServer>(0, handler); // another book of this folder has it, and keeps it
    }
    if (!port && wanted == 0) remember_port(places, http_->port());
    door_ = std::make_unique<Door>(http_->port());
    book_ = std::make_unique<LiveBook>(places, [this] { http_->wake(); });
}

LiveServer::~LiveServer()
{
    book_.reset(); // its thread wakes the server
}

HttpReply LiveServer::answer(const HttpRequest& request)
{
    if (auto refused = door_->refusal(request, Allowance::Clock::now())) return *refused;
    auto welcome = door_->welcome(request);
    HttpReply reply = welcome ? *std::move(welcome) : book_->answer(request);
    reply.to_reader = true;
    return reply;
}

void LiveServer::turn()
{
    http_->turn(longest_wait, book_->descriptors());
    book_->look();
}

} // namespace lockstep::tool
