// Events on their way from a program to a page.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace lockstep::tool
{

/// Server-sent events on their way to one reader. Any thread may send.
class EventStream
{
public:
    /// @param wake is called when there is something to be sent. @param most_waiting bytes that a reader may leave unread;
    ///   beyond them they count as gone.
    explicit EventStream(std::function<void()> wake, std::size_t most_waiting = std::size_t{8} << 20U);

    /// One event. @param data a line of JSON.
    void send(std::string_view event, std::string_view data);
    /// No more events will come.
    void end();
    /// True when nobody reads any more.
    bool gone() const;
    /// Its reader has left.
    void leave();

    /// True when take() would give something, or say that it has ended.
    bool has_news() const;

    /// Takes at most so many bytes of what is to be sent. @return what there is; nothing and `ended` set when that was all.
    std::string take(std::size_t most, bool& ended);

private:
    mutable std::mutex mutex_;
    std::function<void()> wake_;
    std::size_t most_waiting_;
    std::string waiting_;
    bool ended_ = false;
    bool gone_ = false;
};

} // namespace lockstep::tool
