// Messages on a socket.
#include "remote/wire.hpp"

#include <cerrno>
#include <sys/socket.h>

namespace lockstep::remote
{

namespace
{

void send_all(int socket, const void* bytes, std::size_t count)
{
    const auto* at = static_cast<const std::byte*>(bytes);
    while (count > 0) {
        const ssize_t sent = ::send(socket, at, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) throw Broken{"the other side has gone"};
        at += sent;
        count -= static_cast<std::size_t>(sent);
    }
}

void receive_all(int socket, void* bytes, std::size_t count)
{
    auto* at = static_cast<std::byte*>(bytes);
    while (count > 0) {
        const ssize_t got = ::recv(socket, at, count, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw Broken{"the other side has gone"};
        at += got;
        count -= static_cast<std::size_t>(got);
    }
}

} // namespace

void send(int socket, const Writer& message)
{
    const std::uint64_t length = message.bytes().size();
    if (length > longest) throw Broken{"a message is too long"};
    send_all(socket, &length, sizeof length);
    send_all(socket, message.bytes().data(), message.bytes().size());
}

Reader receive(int socket, std::uint64_t most)
{
    std::uint64_t length = 0;
    receive_all(socket, &length, sizeof length);
    if (length > most) throw Broken{"a message is too long"};
    std::vector<std::byte> bytes(static_cast<std::size_t>(length));
    receive_all(socket, bytes.data(), bytes.size());
    return Reader{std::move(bytes)};
}

} // namespace lockstep::remote
