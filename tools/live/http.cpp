// libmicrohttpd, driven by select() on one thread.
#include "live/http.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <microhttpd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

constexpr std::size_t most_body_bytes = std::size_t{512} << 10U;
constexpr std::size_t most_head_bytes = std::size_t{32}
                                        << 10U; // of a connection: its request line and headers
constexpr std::size_t most_unread_bytes = std::size_t{16} << 20U; // of a body that is too large
constexpr unsigned most_connections = 256;
constexpr std::size_t most_strangers = 96; // connections that have not shown to be a reader's
constexpr unsigned stranger_idle_seconds = 5;
constexpr int waiting_connections = 1024; // that the system keeps until they are taken
constexpr unsigned idle_seconds = 30;

// A request while its body comes in.
struct Incoming
{
    HttpRequest request;
    std::size_t body_bytes = 0; ///< what has come, kept or not
};

MHD_Result take_header(void* headers, MHD_ValueKind, const char* name, const char* value)
{
    (*static_cast<std::map<std::string, std::string>*>(headers))[lower(name)] = value != nullptr ? value : "";
    return MHD_YES;
}

MHD_Result take_query(void* query, MHD_ValueKind, const char* name, const char* value)
{
    (*static_cast<std::map<std::string, std::string>*>(query))[name] = value != nullptr ? value : "";
    return MHD_YES;
}

// A socket that listens on the loopback address alone.
int listening_socket(unsigned port)
{
    const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    if (socket_ < 0) throw Failure(fmt::format("No socket could be made: {}.", std::strerror(errno)));
    fcntl(socket_, F_SETFD, FD_CLOEXEC);
    const int yes = 1; // a port whose last connections are about to end may be taken again
    setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        listen(socket_, waiting_connections) == 0)
        return socket_;
    const int reason = errno;
    close(socket_);
    throw Failure(reason == EADDRINUSE
                      ? fmt::format("Port {} is in use by another program.", port)
                      : fmt::format("Port {} cannot be used: {}.", port, std::strerror(reason)),
                  "./lockstep book --live   (it takes a port that is free)");
}

unsigned port_of(int listening)
{
    sockaddr_in address{};
    socklen_t bytes = sizeof address;
    getsockname(listening, reinterpret_cast<sockaddr*>(&address), &bytes);
    return ntohs(address.sin_port);
}

} // namespace

std::string HttpRequest::header(const std::string& name) const
{
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
}

std::string HttpRequest::asked(const std::string& name) const
{
    const auto found = query.find(name);
    return found == query.end() ? "" : found->second;
}

struct HttpServer::Inside
{
    /// A stream and the connection of its reader, which is suspended while there is nothing to send: the library would ask again and
    /// again.
    struct Open
    {
        MHD_Connection* connection = nullptr;
        int socket = -1;
        std::shared_ptr<EventStream> events;
        bool suspended = false;
    };

    Handler handler;
    MHD_Daemon* daemon = nullptr;
    unsigned port = 0;
    std::array<int, 2> wakes{-1, -1};
    std::vector<std::unique_ptr<Open>> streams;
    std::deque<MHD_Connection*> strangers; ///< the first has been there longest

    static MHD_Result answer(void* self, MHD_Connection* connection, const char* url, const char* method,
                             const char* version, const char* upload, std::size_t* upload_bytes,
                             void** state);
    static void completed(void* self, MHD_Connection* connection, void** state,
                          MHD_RequestTerminationCode code);
    static void came_or_went(void* self, MHD_Connection* connection, void** state,
                             MHD_ConnectionNotificationCode code);
    static int socket_of(MHD_Connection* connection);
    static ssize_t read_events(void* open, std::uint64_t position, char* block, std::size_t most);
    MHD_Response* response_of(const HttpReply& reply, MHD_Connection* connection);
    void go_on_with_news();
    void look_at_readers(const fd_set& readable);
};

int HttpServer::Inside::socket_of(MHD_Connection* connection)
{
    const MHD_ConnectionInfo* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info != nullptr ? info->connect_fd : -1;
}

MHD_Result HttpServer::Inside::answer(void* self, MHD_Connection* connection, const char* url,
                                      const char* method, const char*, const char* upload,
                                      std::size_t* upload_bytes, void** state)
{
    Inside& inside = *static_cast<Inside*>(self);
    if (*state == nullptr) {
        auto* incoming = new Incoming{};
        *state = incoming;
        incoming->request.method = method;
        incoming->request.path = url;
        MHD_get_connection_values(connection, MHD_HEADER_KIND, take_header, &incoming->request.headers);
        MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, take_query, &incoming->request.query);
        return MHD_YES;
    }
    Incoming& incoming = *static_cast<Incoming*>(*state);
    if (*upload_bytes > 0) {
        incoming.body_bytes += *upload_bytes;
        if (incoming.body_bytes > most_unread_bytes) return MHD_NO;
        if (incoming.body_bytes <= most_body_bytes) incoming.request.body.append(upload, *upload_bytes);
        *upload_bytes = 0;
        return MHD_YES;
    }
    HttpReply reply;
    try {
        if (incoming.body_bytes <= most_body_bytes)
            reply = inside.handler(incoming.request);
        else
            reply = {.status = 413,
                     .type = "text/plain; charset=utf-8",
                     .body = fmt::format("More than {} KiB were sent, which no page of this book does.\n",
                                         most_body_bytes >> 10U)};
    } catch (const std::exception& error) {
        reply = {.status = MHD_HTTP_INTERNAL_SERVER_ERROR,
                 .type = "text/plain; charset=utf-8",
                 .body = fmt::format("The live book could not answer: {}\n", error.what())};
    }
    MHD_Response* response = inside.response_of(reply, connection);
    const MHD_Result queued = MHD_queue_response(connection, reply.status, response);
    MHD_destroy_response(response);
    if (reply.to_reader) {
        std::erase(inside.strangers, connection);
        MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT,
                                  reply.events ? 0U : idle_seconds);
    }
    return queued;
}

// Whoever comes is a stranger until a request of theirs is let in. Many of them make way for the next, so that connections which say
// nothing keep no reader out.
void HttpServer::Inside::came_or_went(void* self, MHD_Connection* connection, void**,
                                      MHD_ConnectionNotificationCode code)
{
    Inside& inside = *static_cast<Inside*>(self);
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        std::erase(inside.strangers, connection);
        return;
    }
    inside.strangers.push_back(connection);
    if (inside.strangers.size() <= most_strangers) return;
    shutdown(socket_of(inside.strangers.front()), SHUT_RDWR); // its end is noticed in the next turn
    inside.strangers.pop_front();
}

void HttpServer::Inside::completed(void* self, MHD_Connection* connection, void** state,
                                   MHD_RequestTerminationCode)
{
    Inside& inside = *static_cast<Inside*>(self);
    std::erase_if(inside.streams, [&](const std::unique_ptr<Open>& open) {
        if (open->connection != connection) return false;
        open->events->leave();
        return true;
    });
    delete static_cast<Incoming*>(*state);
    *state = nullptr;
}

ssize_t HttpServer::Inside::read_events(void* stream, std::uint64_t, char* block, std::size_t most)
{
    Open& open = *static_cast<Open*>(stream);
    bool ended = false;
    const std::string text = open.events->take(most, ended);
    if (ended) return MHD_CONTENT_READER_END_OF_STREAM;
    if (text.empty()) {
        MHD_suspend_connection(open.connection);
        open.suspended = true;
    }
    std::memcpy(block, text.data(), text.size());
    return static_cast<ssize_t>(text.size());
}

MHD_Response* HttpServer::Inside::response_of(const HttpReply& reply, MHD_Connection* connection)
{
    constexpr std::size_t block_bytes = std::size_t{16} << 10U;
    MHD_Response* response = nullptr;
    if (reply.events) {
        streams.push_back(
            std::make_unique<Open>(Open{connection, socket_of(connection), reply.events, false}));
        response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, block_bytes, read_events,
                                                     streams.back().get(), nullptr);
    } else {
        response = MHD_create_response_from_buffer(reply.body.size(), const_cast<char*>(reply.body.data()),
                                                   MHD_RESPMEM_MUST_COPY);
    }
    MHD_add_response_header(response, "Content-Type",
                            reply.events ? "text/event-stream" : reply.type.c_str());
    for (const auto& [name, value] : reply.headers)
        MHD_add_response_header(response, name.c_str(), value.c_str());
    return response;
}

void HttpServer::Inside::go_on_with_news()
{
    for (const auto& open : streams)
        if (open->suspended && open->events->has_news()) {
            open->suspended = false;
            MHD_resume_connection(open->connection);
        }
}

// The reader of a stream has nothing to say: what can be read from their socket is its end.
void HttpServer::Inside::look_at_readers(const fd_set& readable)
{
    for (const auto& open : streams)
        if (open->socket >= 0 && FD_ISSET(open->socket, &readable)) open->events->leave();
}

HttpServer::HttpServer(unsigned port, Handler handler) : inside_(std::make_unique<Inside>())
{
    inside_->handler = std::move(handler);
    const int listening = listening_socket(port);
    inside_->port = port_of(listening);
    if (pipe(inside_->wakes.data()) != 0) throw Failure("No pipe could be made.");
    for (const int end : inside_->wakes) {
        fcntl(end, F_SETFD, FD_CLOEXEC);
        fcntl(end, F_SETFL, O_NONBLOCK);
    }
    inside_->daemon = MHD_start_daemon(
        MHD_ALLOW_SUSPEND_RESUME, 0, nullptr, nullptr, &Inside::answer, inside_.get(),
        MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_NOTIFY_COMPLETED, &Inside::completed, inside_.get(),
        MHD_OPTION_NOTIFY_CONNECTION, &Inside::came_or_went, inside_.get(), MHD_OPTION_CONNECTION_LIMIT,
        most_connections, MHD_OPTION_CONNECTION_TIMEOUT, stranger_idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, most_head_bytes, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (inside_->daemon == nullptr) {
        close(listening);
        throw Failure("The HTTP server could not be started.");
    }
}

HttpServer::~HttpServer()
{
    for (const auto& open : inside_->streams) open->events->leave();
    inside_->go_on_with_news(); // none may be suspended at the end
    MHD_stop_daemon(inside_->daemon);
    for (const int end : inside_->wakes) close(end);
}

unsigned HttpServer::port() const
{
    return inside_->port;
}

void HttpServer::turn(std::chrono::milliseconds most, const std::vector<int>& descriptors)
{
    inside_->go_on_with_news();
    fd_set readable;
    fd_set writable;
    fd_set special;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_ZERO(&special);
    int highest = -1;
    MHD_get_fdset(inside_->daemon, &readable, &writable, &special, &highest);
    const auto wait_for = [&](int descriptor) {
        if (descriptor < 0 || descriptor >= FD_SETSIZE) return;
        FD_SET(descriptor, &readable);
        highest = std::max(highest, descriptor);
    };
    wait_for(inside_->wakes[0]);
    for (const int descriptor : descriptors) wait_for(descriptor);
    for (const auto& open : inside_->streams)
        if (!open->events->gone()) wait_for(open->socket);
    MHD_UNSIGNED_LONG_LONG asked = 0;
    if (MHD_get_timeout(inside_->daemon, &asked) == MHD_YES)
        most = std::min(most, std::chrono::milliseconds{asked});
    timeval wait{.tv_sec = most.count() / 1000, .tv_usec = most.count() % 1000 * 1000};
    if (select(highest + 1, &readable, &writable, &special, &wait) < 0) return; // a signal: the caller looks
    std::array<char, 256> unread{};
    while (read(inside_->wakes[0], unread.data(), unread.size()) > 0) {
    }
    inside_->look_at_readers(readable);
    MHD_run_from_select(inside_->daemon, &readable, &writable, &special);
}

void HttpServer::wake()
{
    if (write(inside_->wakes[1], "", 1) < 0) return; // full: it is awake
}

} // namespace lockstep::tool
