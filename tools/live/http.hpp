// An HTTP server on the loopback address, served by the thread that turns it: requests are answered one after another, and
// streams of events stay open until they end or their reader has gone.
#pragma once

#include "live/event_stream.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::tool
{

/// What a browser asks for.
struct HttpRequest
{
    std::string method;                         ///< "GET"
    std::string path;                           ///< "/index.html", escapes undone
    std::map<std::string, std::string> query;   ///< what stands behind the "?", escapes undone
    std::map<std::string, std::string> headers; ///< names in small letters
    std::string body;

    /// The header of that name in small letters; empty when there is none.
    std::string header(const std::string& name) const;
    /// The value of a query's name; empty when there is none.
    std::string asked(const std::string& name) const;
};

struct HttpReply
{
    unsigned status = 200;
    std::string type = "text/html; charset=utf-8";
    std::string body = {};
    std::vector<std::pair<std::string, std::string>> headers = {}; ///< beside the type
    std::shared_ptr<EventStream> events = {};                      ///< instead of a body
    bool to_reader = false; ///< whoever asked may keep the connection; a stranger's must make way
};

class HttpServer
{
public:
    using Handler = std::function<HttpReply(const HttpRequest&)>;

    /// Listens on 127.0.0.1. @param port 0: any that is free. @throws Failure when the port is taken.
    HttpServer(unsigned port, Handler handler);
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;
    ~HttpServer();

    unsigned port() const;

    /// Serves what there is to serve, waiting for it at most so long. @param descriptors end the wait, too, when they can be read.
    void turn(std::chrono::milliseconds most, const std::vector<int>& descriptors = {});

    /// Ends the wait of turn(). Any thread may call it.
    void wake();

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

} // namespace lockstep::tool
