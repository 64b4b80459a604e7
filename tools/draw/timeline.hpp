/// Timelines as rows of bars over an axis of milliseconds.
#pragma once

#include "draw/canvas.hpp"

#include "lockstep/formats/trace_events.hpp"

#include <vector>

namespace figures
{

/// Timelines below each other, on one scale, with what they were recorded on in the last line.
class TimelineDrawing
{
public:
    static constexpr double width = 660;

    /// @param timelines those of `trace` that are drawn, at least one.
    TimelineDrawing(const lockstep::formats::Trace& trace,
                    std::vector<lockstep::formats::TraceProcess> timelines);

    double height() const;

    void draw(Canvas& canvas) const;

private:
    double draw_timeline(Canvas& canvas, double top, const lockstep::formats::TraceProcess& timeline) const;
    void draw_row(Canvas& canvas, double top, const lockstep::formats::TraceRow& row) const;
    Colour colour_of(const std::string& kind, bool soft) const;
    double x_of(double time_us) const;

    std::string origin_;
    std::vector<lockstep::formats::TraceProcess> timelines_;
    std::vector<std::string> kinds_; ///< in the order of their colours
    double end_us_ = 0;
};

} // namespace figures
