// The live book on a port of the loopback address, behind its door.
#pragma once

#include "live/door.hpp"
#include "live/http.hpp"
#include "live/live_book.hpp"

#include <memory>
#include <optional>
#include <string>

namespace lockstep::tool
{

/// The live book behind its door, on a port.
class LiveServer
{
public:
    /// @param port none: the one that it had here last, so that pages which are still open find it again, or any that is free.
    ///   @throws Failure when the port is taken.
    LiveServer(const LivePlaces& places, std::optional<unsigned> port);
    LiveServer(const LiveServer&) = delete;
    LiveServer& operator=(const LiveServer&) = delete;
    ~LiveServer();

    unsigned port() const { return http_->port(); }
    /// Another link that lets its reader in, once.
    std::string new_link() { return door_->new_link(); }

    /// Serves what there is to serve, waiting for it for a moment.
    void turn();

private:
    HttpReply answer(const HttpRequest& request);

    std::unique_ptr<HttpServer> http_;
    std::unique_ptr<Door> door_;
    std::unique_ptr<LiveBook> book_;
};

} // namespace lockstep::tool
