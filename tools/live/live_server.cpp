#include "live/live_server.hpp"

#include "lockstep/failure.hpp"

#include <chrono>

namespace lockstep::tool
{

namespace
{

constexpr unsigned usual_port = 7717;
constexpr std::chrono::milliseconds longest_wait{250}; // in which readers who have gone are noticed

} // namespace

LiveServer::LiveServer(const LivePlaces& places, std::optional<unsigned> port)
{
    const auto handler = [this](const HttpRequest& request) { return answer(request); };
    try {
        http_ = std::make_unique<HttpServer>(port.value_or(usual_port), handler);
    } catch (const Failure&) {
        if (port) throw;
        http_ = std::make_unique<HttpServer>(0, handler);
    }
    door_ = std::make_unique<Door>(http_->port(), random_secret());
    book_ = std::make_unique<LiveBook>(places, [this] { http_->wake(); });
}

LiveServer::~LiveServer()
{
    book_.reset(); // its thread wakes the server
}

HttpReply LiveServer::answer(const HttpRequest& request)
{
    if (auto refused = door_->refusal(request, Allowance::Clock::now())) return *refused;
    if (auto welcome = door_->welcome(request)) return *welcome;
    return book_->answer(request);
}

void LiveServer::turn()
{
    http_->turn(longest_wait, book_->descriptors());
    book_->look();
}

} // namespace lockstep::tool
