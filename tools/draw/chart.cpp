/// Charts of measurements.
#include "draw/chart.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace figures
{
namespace
{

double share(const Axis& axis, double value)
{
    if (!axis.is_logarithmic) return (value - axis.low) / (axis.high - axis.low);
    return std::log(value / axis.low) / std::log(axis.high / axis.low);
}

/// 4,000 and 0.5.
std::string written(double value)
{
    const bool is_grouped = value >= 1000 && value == std::floor(value);
    return is_grouped ? fmt::format("{:.0f},{:03.0f}", std::floor(value / 1000), std::fmod(value, 1000))
                      : fmt::format("{:g}", value);
}

} // namespace

Chart::Chart(Canvas& canvas, const Rect& area, Axis x, Axis y)
    : canvas_(canvas), area_(area), x_(std::move(x)), y_(std::move(y))
{
    const Type quiet{.size = 14, .colour = Colour::muted};
    for (const double tick : y_.ticks) {
        const double height = at(x_.low, tick).y;
        canvas_.line({area_.x, height}, {area_.right(), height}, {.colour = Colour::line, .width = 0.75});
        canvas_.text({area_.x - 8, height}, written(tick),
                     {.size = 14, .colour = Colour::muted, .align = Align::end});
    }
    for (std::size_t i = 0; i < x_.ticks.size(); ++i) {
        const double place = at(x_.ticks[i], y_.low).x;
        canvas_.line({place, area_.bottom()}, {place, area_.bottom() + 5},
                     {.colour = Colour::muted, .width = 1});
        canvas_.text({place, area_.bottom() + 17}, x_.labels.empty() ? written(x_.ticks[i]) : x_.labels.at(i),
                     quiet);
    }
    canvas_.line({area_.x, area_.bottom()}, {area_.right(), area_.bottom()},
                 {.colour = Colour::muted, .width = 1.5});
    canvas_.text({area_.centre().x, area_.bottom() + 42}, x_.title, {.size = 15});
    canvas_.text({8, area_.y - 22}, y_.title, {.size = 15, .align = Align::start});
}

Point Chart::at(double x, double y) const
{
    return {area_.x + share(x_, x) * area_.width, area_.bottom() - share(y_, y) * area_.height};
}

void Chart::series(const std::vector<Point>& points, const SeriesStyle& style)
{
    std::vector<Point> places;
    for (const Point& point : points) places.push_back(at(point.x, point.y));
    if (style.has_line) canvas_.polyline(places, {.colour = style.colour, .width = 2, .dash = style.dash});
    if (!style.has_dots) return;
    for (const Point& place : places) canvas_.circle(place, 3.2, {.fill = style.colour});
}

void Chart::steps(const std::vector<double>& edges, const std::vector<double>& values,
                  const SeriesStyle& style, Colour area)
{
    std::vector<Point> corners;
    for (std::size_t i = 0; i < values.size(); ++i) {
        corners.push_back(at(edges[i], values[i]));
        corners.push_back(at(edges[i + 1], values[i]));
    }
    std::vector<Point> below = corners;
    below.push_back(at(edges.back(), y_.low));
    below.push_back(at(edges.front(), y_.low));
    canvas_.polygon(below, {.fill = area});
    canvas_.polyline(corners, {.colour = style.colour, .width = 2, .dash = style.dash});
}

void Chart::mark(Point value, std::string_view words, Colour colour)
{
    constexpr double radius = 4.5;
    const Type type{.size = 15, .colour = colour, .bold = true};
    const Point place = at(value.x, value.y);
    canvas_.circle(place, radius, {.fill = colour, .stroke = Colour::paper, .width = 1});
    const bool to_the_left = place.x + 10 + text_width(words, type) > area_.right();
    canvas_.text({place.x + (to_the_left ? -10 : 10), place.y - 12}, words,
                 {.size = type.size,
                  .colour = colour,
                  .align = to_the_left ? Align::end : Align::start,
                  .bold = true});
}

void Chart::key(Point at, const std::vector<std::pair<std::string, SeriesStyle>>& names)
{
    for (const auto& [name, style] : names) {
        if (style.has_line)
            canvas_.line(at, {at.x + 30, at.y}, {.colour = style.colour, .width = 2, .dash = style.dash});
        if (style.has_dots) canvas_.circle({at.x + 15, at.y}, 3.2, {.fill = style.colour});
        canvas_.text({at.x + 40, at.y}, name, {.size = 15, .align = Align::start});
        at.y += 22;
    }
}

std::vector<double> round_ticks(double highest)
{
    const double power = std::pow(10, std::floor(std::log10(highest / 4)));
    double step = power;
    for (const double factor : {2.0, 2.5, 5.0, 10.0})
        if (step * 5 < highest) step = factor * power;
    std::vector<double> ticks{0};
    while (ticks.back() < highest) ticks.push_back(ticks.back() + step);
    return ticks;
}

} // namespace figures
