/// Chapters 17 and 19: what groups told each other and asked each other in one recorded run, event by event.
#include "base/paths.hpp"
#include "figure.hpp"

#include "lockstep/formats/measurements.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_19_trace
{

using lockstep::formats::Measurements;
using lockstep::formats::MessageRow;

constexpr double width = 690;
constexpr double left = 98;
constexpr double right = 674;
constexpr double top = 58;
constexpr double row_height = 31;

Measurements<MessageRow> recorded()
{
    return lockstep::formats::read_measurements<MessageRow>(
        lockstep::tool::own_source_dir() / "bench" / "results", "pocl");
}

/// The events of one subject, on a row for each group.
class Lanes
{
public:
    Lanes(std::vector<MessageRow> rows, std::string_view subject)
    {
        for (MessageRow& row : rows)
            if (row.subject == subject) events_.push_back(std::move(row));
        for (const MessageRow& row : events_) order_.push_back(row.group);
        std::ranges::stable_sort(order_);
        order_.erase(std::unique(order_.begin(), order_.end()), order_.end());
    }

    const std::vector<MessageRow>& events() const { return events_; }
    std::size_t rows() const { return order_.size(); }
    double bottom() const { return top + static_cast<double>(rows()) * row_height; }
    bool shows(std::uint64_t group) const { return std::ranges::binary_search(order_, group); }

    double x(std::uint64_t moment) const
    {
        return left +
               (static_cast<double>(moment) - 0.5) * (right - left) / static_cast<double>(events_.size());
    }

    double y(std::uint64_t group) const
    {
        const auto row = std::ranges::lower_bound(order_, group) - order_.begin();
        return top + (static_cast<double>(row) + 0.5) * row_height;
    }

    void draw_names(Canvas& canvas, std::string_view name) const
    {
        for (const std::uint64_t group : order_) {
            canvas.text({left - 12, y(group)}, fmt::format("{} {}", name, group),
                        {.size = 15, .colour = Colour::muted, .align = Align::end});
            canvas.line({left, y(group)}, {right, y(group)}, {.colour = Colour::line, .width = 1});
        }
    }

    /// A bar from each group's first event to its last.
    void draw_spans(Canvas& canvas) const
    {
        std::map<std::uint64_t, std::pair<double, double>> spans;
        for (const MessageRow& row : events_) {
            const auto [span, is_new] = spans.try_emplace(row.group, x(row.moment), x(row.moment));
            span->second.second = x(row.moment);
        }
        for (const auto& [group, span] : spans)
            canvas.line({span.first, y(group)}, {span.second, y(group)},
                        {.colour = Colour::accent, .width = 3});
    }

private:
    std::vector<MessageRow> events_;
    std::vector<std::uint64_t> order_; ///< groups, from the top
};

void sign(Canvas& canvas, double y)
{
    const auto origin = recorded().origin;
    canvas.text({right, y}, fmt::format("{} threads, {}", origin.compute_units.value_or(0), in_words(origin)),
                {.size = 14, .colour = Colour::muted, .align = Align::end});
}

void draw_look_back(Canvas& canvas)
{
    const Lanes lanes(recorded().rows, "look-back");
    canvas.heading({14, 14}, "Ten tiles", "their events from left to right, one after the other");
    lanes.draw_names(canvas, "tile");
    lanes.draw_spans(canvas);
    for (const MessageRow& row : lanes.events()) {
        const Point at{lanes.x(row.moment), lanes.y(row.group)};
        if (row.event == "asks" && lanes.shows(*row.asked)) {
            const bool waits = row.seen == "nothing";
            const Colour colour = waits ? Colour::bad : row.seen == "sum" ? Colour::accent : Colour::good;
            canvas.line(at, {at.x, lanes.y(*row.asked)},
                        {.colour = colour, .width = 1.5, .dash = waits ? "3 3" : ""});
            canvas.circle({at.x, lanes.y(*row.asked)}, 3, {.fill = colour, .stroke = colour, .width = 1});
        }
        if (row.event == "tells sum")
            canvas.circle(at, 5, {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 2});
        if (row.event == "tells total")
            canvas.circle(at, 5, {.fill = Colour::good, .stroke = Colour::good, .width = 2});
    }
    const double y = lanes.bottom() + 22;
    const auto key = [&](double x, double line, Colour fill, Colour stroke, std::string_view words) {
        canvas.circle({x, line}, 5, {.fill = fill, .stroke = stroke, .width = 2});
        canvas.text({x + 12, line}, words, {.size = 15, .align = Align::start});
    };
    key(20, y, Colour::accent_soft, Colour::accent, "publishes its own sum");
    key(230, y, Colour::good, Colour::good, "publishes the sum so far");
    const auto line_key = [&](double x, Colour colour, std::string_view dash, std::string_view words) {
        canvas.line({x, y + 26}, {x + 26, y + 26}, {.colour = colour, .width = 2, .dash = std::string(dash)});
        canvas.text({x + 34, y + 26}, words, {.size = 15, .align = Align::start});
    };
    line_key(14, Colour::accent, "", "asks and gets a sum");
    line_key(224, Colour::good, "", "gets a sum so far");
    line_key(424, Colour::bad, "3 3", "gets nothing, and waits");
    sign(canvas, y + 56);
}

void draw_exchange(Canvas& canvas)
{
    const Lanes lanes(recorded().rows, "exchange");
    canvas.heading({14, 14}, "The groups with the last eight tickets", "their events, one after the other");
    lanes.draw_names(canvas, "group");
    lanes.draw_spans(canvas);
    std::vector<Point> takes;
    for (const MessageRow& row : lanes.events()) {
        const Point at{lanes.x(row.moment), lanes.y(row.group)};
        if (row.event == "leaves sum")
            canvas.circle(at, 6, {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 2});
        if (row.event == "takes a sum") takes.push_back(at);
        if (row.event != "draws") continue;
        const Rect ticket{at.x - 17, at.y - 11, 34, 22};
        canvas.card(ticket, fmt::format("{}", *row.asked),
                    {.fill = Colour::paper, .stroke = Colour::accent2, .width = 2, .radius = 4},
                    {.size = 15});
    }
    canvas.box({takes.front().x - 12, takes.front().y - 11, takes.back().x - takes.front().x + 24, 22},
               {.fill = Colour::good, .stroke = Colour::good, .radius = 4});
    const double y = lanes.bottom() + 22;
    canvas.circle({left, y}, 6, {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 2});
    canvas.text({left + 14, y}, "leaves its sum", {.size = 15, .align = Align::start});
    canvas.box({left + 150, y - 9, 26, 18},
               {.fill = Colour::paper, .stroke = Colour::accent2, .width = 2, .radius = 4});
    canvas.text({left + 184, y}, "draws this ticket", {.size = 15, .align = Align::start});
    canvas.box({left + 340, y - 9, 26, 18}, {.fill = Colour::good, .stroke = Colour::good, .radius = 4});
    canvas.text({left + 374, y}, "takes all 256 sums", {.size = 15, .align = Align::start});
    sign(canvas, y + 32);
}

const Register look_back(
    {"19-look-back-trace", width, top + 10 * row_height + 94,
     "What ten tiles of a scan published and asked, in a recorded run",
     "Each tile has a row, and events stand from left to right in the order in which they happened. "
     "A tile publishes its sum, asks the tiles before it one by one, and publishes the sum so far. Where a "
     "tile has published nothing, those behind it wait; later ones walk over the sums of several "
     "tiles to one that has published its sum so far.",
     draw_look_back});
const Register exchange(
    {"17-exchange-trace", width, top + 8 * row_height + 70,
     "The last eight of 256 groups leave their sums and draw tickets, in a recorded run",
     "Each group leaves its sum and then draws a ticket, from 248 to 255. The group that draws 255 takes "
     "all 256 sums. The groups' numbers and their tickets are not in the same order.",
     draw_exchange});

} // namespace of_19_trace
} // namespace figures
