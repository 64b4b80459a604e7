#include "live/event_stream.hpp"

#include <fmt/format.h>

#include <utility>

namespace lockstep::tool
{

EventStream::EventStream(std::function<void()> wake, std::size_t most_waiting)
    : wake_(std::move(wake)), most_waiting_(most_waiting)
{
}

void EventStream::send(std::string_view event, std::string_view data)
{
    {
        const std::lock_guard lock{mutex_};
        if (gone_ || ended_) return;
        waiting_ += fmt::format("event: {}\ndata: {}\n\n", event, data);
        if (waiting_.size() > most_waiting_) gone_ = true;
    }
    wake_();
}

void EventStream::end()
{
    {
        const std::lock_guard lock{mutex_};
        ended_ = true;
    }
    wake_();
}

bool EventStream::gone() const
{
    const std::lock_guard lock{mutex_};
    return gone_;
}

void EventStream::leave()
{
    const std::lock_guard lock{mutex_};
    gone_ = true;
    waiting_.clear();
}

bool EventStream::has_news() const
{
    const std::lock_guard lock{mutex_};
    return !waiting_.empty() || ended_ || gone_;
}

std::string EventStream::take(std::size_t most, bool& ended)
{
    const std::lock_guard lock{mutex_};
    std::string text = waiting_.substr(0, most);
    waiting_.erase(0, text.size());
    ended = text.empty() && (ended_ || gone_);
    return text;
}

} // namespace lockstep::tool
