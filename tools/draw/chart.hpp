/// Charts of measurements: axes, lines and steps.
#pragma once

#include "draw/canvas.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace figures
{

/// One axis: its range, what is written at it, and whether it is logarithmic.
struct Axis
{
    double low = 0;
    double high = 1;
    std::vector<double> ticks;
    std::string title;
    bool is_logarithmic = false;
    std::vector<std::string> labels{}; ///< of the ticks, where their numbers will not do
};

/// How one line of a chart looks.
struct SeriesStyle
{
    Colour colour = Colour::accent;
    std::string_view dash{};
    bool has_dots = true;
    bool has_line = true;
};

class Chart
{
public:
    /// Draws the axes with thin lines across for the ticks of y. `area` is the space between the axes.
    Chart(Canvas& canvas, const Rect& area, Axis x, Axis y);

    /// Where a value is on the canvas.
    Point at(double x, double y) const;

    /// A line through `points`, given in values.
    void series(const std::vector<Point>& points, const SeriesStyle& style);

    /// A line of steps with the area below it: from each of `edges` to the next one at one of `values`.
    void steps(const std::vector<double>& edges, const std::vector<double>& values, const SeriesStyle& style,
               Colour area);

    /// One point, and what it says.
    void mark(Point value, std::string_view words, Colour colour);

    /// The names of lines, one below the other, from the canvas's point `at` on.
    void key(Point at, const std::vector<std::pair<std::string, SeriesStyle>>& names);

private:
    Canvas& canvas_;
    Rect area_;
    Axis x_;
    Axis y_;
};

/// 0 and four steps or so up to at least `highest`, in round numbers; the last one is the top of the axis.
std::vector<double> round_ticks(double highest);

} // namespace figures
