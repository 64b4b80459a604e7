/// Timelines as rows of bars.
#include "draw/timeline.hpp"

#include "draw/chart.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace figures
{
namespace
{

using lockstep::formats::Trace;
using lockstep::formats::TraceEvent;
using lockstep::formats::TraceProcess;
using lockstep::formats::TraceRow;

constexpr double left = 88; // where the bars begin; before them stand the rows' names
constexpr double edge = TimelineDrawing::width - 4;
constexpr double right = edge - 62; // a name that does not fit into the last bar stands beyond it
constexpr double header = 26;       // the kinds' colours
constexpr double title_height = 30;
constexpr double row_height = 30;
constexpr double gap = 12; // between timelines
constexpr double footer = 64;

struct Pair
{
    Colour strong;
    Colour soft;
};

constexpr std::array pairs{Pair{Colour::accent, Colour::accent_soft},
                           Pair{Colour::accent2, Colour::accent2_soft}, Pair{Colour::good, Colour::good_soft},
                           Pair{Colour::violet, Colour::violet_soft}};

} // namespace

TimelineDrawing::TimelineDrawing(const Trace& trace, std::vector<TraceProcess> timelines)
    : origin_(in_words(trace.origin)), timelines_(std::move(timelines))
{
    for (const TraceProcess& timeline : timelines_) {
        end_us_ = std::max(end_us_, timeline.end_us());
        for (const TraceRow& row : timeline.rows)
            for (const TraceEvent& event : row.events)
                if (std::ranges::find(kinds_, event.kind) == kinds_.end()) kinds_.push_back(event.kind);
    }
}

double TimelineDrawing::height() const
{
    double height = header + footer;
    for (const TraceProcess& timeline : timelines_)
        height += title_height + row_height * static_cast<double>(timeline.rows.size()) + gap;
    return height;
}

double TimelineDrawing::x_of(double time_us) const
{
    const double end = round_ticks(end_us_ / 1000).back() * 1000;
    return left + (right - left) * time_us / end;
}

Colour TimelineDrawing::colour_of(const std::string& kind, bool soft) const
{
    const auto index = static_cast<std::size_t>(std::ranges::find(kinds_, kind) - kinds_.begin());
    const Pair& pair = pairs.at(index % pairs.size());
    return soft ? pair.soft : pair.strong;
}

void TimelineDrawing::draw_row(Canvas& canvas, double top, const TraceRow& row) const
{
    canvas.line({left, top + row_height}, {right, top + row_height}, {.colour = Colour::line, .width = 1});
    constexpr Type type{.size = 14};
    double free_from = left; // what stands beside a bar must not lie on another
    for (std::size_t i = 0; i < row.events.size(); ++i) {
        const TraceEvent& event = row.events[i];
        const Rect bar{x_of(event.start_us), top + 4,
                       std::max(1.0, x_of(event.end_us()) - x_of(event.start_us)), row_height - 8};
        canvas.box(bar, {.fill = colour_of(event.kind, true),
                         .stroke = colour_of(event.kind, false),
                         .width = 1.25,
                         .radius = bar.width > 6 ? 3.0 : 0.0});
        const double needed = text_width(event.name, type);
        const double next = i + 1 < row.events.size() ? x_of(row.events[i + 1].start_us) : edge;
        if (needed <= bar.width && bar.x >= free_from)
            canvas.text(bar.centre(), event.name, type);
        else if (bar.right() + 4 + needed <= next) {
            canvas.text({bar.right() + 4, bar.centre().y}, event.name,
                        {.size = type.size, .align = Align::start});
            free_from = bar.right() + 4 + needed;
        }
    }
}

double TimelineDrawing::draw_timeline(Canvas& canvas, double top, const TraceProcess& timeline) const
{
    canvas.heading({4, top + 14}, timeline.name, fmt::format("{:.1f} ms", timeline.end_us() / 1000));
    top += title_height;
    const double bottom = top + row_height * static_cast<double>(timeline.rows.size());
    for (const double tick : round_ticks(end_us_ / 1000))
        canvas.line({x_of(tick * 1000), top}, {x_of(tick * 1000), bottom},
                    {.colour = Colour::line, .width = 1});
    std::string named; // rows of one queue lie together and are named once
    for (const TraceRow& row : timeline.rows) {
        if (row.name != std::exchange(named, row.name))
            canvas.text({left - 10, top + row_height / 2}, row.name, {.size = 14, .align = Align::end});
        draw_row(canvas, top, row);
        top += row_height;
    }
    return top + gap;
}

void TimelineDrawing::draw(Canvas& canvas) const
{
    const std::vector<double> ticks = round_ticks(end_us_ / 1000);
    const double bottom = height() - footer;
    for (const double tick : ticks) {
        const double x = x_of(tick * 1000);
        canvas.text({x, bottom + 12}, fmt::format("{}", tick), {.size = 14, .colour = Colour::muted});
    }
    canvas.text({(left + right) / 2, bottom + 32}, "milliseconds since the first start", {.size = 15});
    canvas.text({edge, bottom + 54}, origin_, {.size = 14, .colour = Colour::muted, .align = Align::end});
    double x = left;
    for (const std::string& kind : kinds_) {
        canvas.box({x, 2, 14, 14},
                   {.fill = colour_of(kind, true), .stroke = colour_of(kind, false), .radius = 2});
        canvas.text({x + 20, 9}, kind, {.size = 14, .align = Align::start});
        x += 40 + text_width(kind, {.size = 14});
    }
    double top = header;
    for (const TraceProcess& timeline : timelines_) top = draw_timeline(canvas, top, timeline);
}

} // namespace figures
