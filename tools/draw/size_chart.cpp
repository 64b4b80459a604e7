/// Curves over sizes, on two logarithmic axes.
#include "draw/size_chart.hpp"

#include "draw/chart.hpp"
#include "draw/ladder_chart.hpp"

#include "lockstep/failure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace figures
{
namespace
{

using lockstep::formats::SizeCurve;
using lockstep::formats::SizeLine;
using lockstep::formats::SizePoint;

constexpr double panel_height = 396;
constexpr double key_line = 22; ///< where a narrow panel breaks its key
constexpr double area_top = 84;
constexpr double area_left = 72;
constexpr double labels_width = 164; ///< right of the lines
constexpr double label_step = 17;
constexpr Pen limit_pen{.colour = Colour::muted, .width = 1.25, .dash = "6 4"};
constexpr Pen launch_pen{.colour = Colour::muted, .width = 1.25, .dash = "2 4"};

/// "16 Ki", "64 Mi", "4 Gi".
std::string in_binary(double count)
{
    const auto counted = [count](double unit, const char* name) {
        return fmt::format("{:g} {}", std::round(10 * count / unit) / 10, name);
    };
    return count >= 0x1p30   ? counted(0x1p30, "Gi")
           : count >= 0x1p20 ? counted(0x1p20, "Mi")
                             : counted(0x1p10, "Ki");
}

/// All figures of a curve, spreads included.
std::pair<double, double> lowest_and_highest(const SizeCurve& curve)
{
    double low = curve.at_most;
    double high = curve.at_most;
    for (const SizeLine& line : curve.lines)
        for (const SizePoint& point : line.points) {
            low = std::min(low, point.spread ? point.spread->low : point.median);
            high = std::max(high, point.spread ? point.spread->high : point.median);
        }
    return {low, high};
}

/// The nearest of 1, 2 and 5 times a power of ten that is not above a value.
double round_below(double value)
{
    const double power = std::pow(10, std::floor(std::log10(value)));
    return value < 2 * power ? power : value < 5 * power ? 2 * power : 5 * power;
}

/// The nearest that is not below it.
double round_above(double value)
{
    const double power = std::pow(10, std::floor(std::log10(value)));
    return value <= power       ? power
           : value <= 2 * power ? 2 * power
           : value <= 5 * power ? 5 * power
                                : 10 * power;
}

/// Around all figures; its ticks are powers of ten.
Axis figures_axis(const SizeCurve& curve)
{
    const auto [low, high] = lowest_and_highest(curve);
    Axis axis{.low = round_below(low),
              .high = round_above(high),
              .ticks = {},
              .title = curve.unit,
              .is_logarithmic = true,
              .labels = {}};
    for (double tick = std::pow(10, std::ceil(std::log10(axis.low) - 1e-9)); tick < axis.high * 1.01;
         tick *= 10)
        axis.ticks.push_back(tick);
    return axis;
}

/// @param most_sizes that have room below it.
Axis elements_axis(const SizeCurve& curve, int most_sizes)
{
    Axis axis{.low = HUGE_VAL,
              .high = 0,
              .ticks = {},
              .title = curve.unit == "GB/s"     ? "elements"
                       : curve.name == "n_body" ? "pairs"
                                                : "products",
              .is_logarithmic = true,
              .labels = {}};
    for (const SizeLine& line : curve.lines)
        for (const SizePoint& point : line.points) {
            axis.low = std::min(axis.low, static_cast<double>(point.elements));
            axis.high = std::max(axis.high, static_cast<double>(point.elements));
        }
    double apart = 4;
    while (axis.low * std::pow(apart, most_sizes) < axis.high) apart *= 4;
    for (double tick = axis.low; tick < 1.01 * axis.high; tick *= apart) {
        axis.ticks.push_back(tick);
        axis.labels.push_back(in_binary(tick));
    }
    return axis;
}

/// Where a curve's name goes: at the end of its line, no nearer than a line of text to the next one.
struct Label
{
    std::string text;
    double y = 0;
    Point end{};
    bool is_peer = false;
    Colour colour = Colour::ink;
};

void spread_out(std::vector<Label>& labels, double top, double bottom)
{
    std::ranges::sort(labels, {}, &Label::y);
    double least = top;
    for (Label& label : labels) {
        label.y = std::max(label.y, least);
        least = label.y + label_step;
    }
    double most = bottom;
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        label->y = std::min(label->y, most);
        most = label->y - label_step;
    }
}

void draw_line(Canvas& canvas, const Chart& chart, const SizeLine& line, Colour colour)
{
    std::vector<Point> places;
    for (const SizePoint& point : line.points)
        places.push_back(chart.at(static_cast<double>(point.elements), point.median));
    for (const SizePoint& point : line.points) {
        if (!point.spread) continue;
        const Point low = chart.at(static_cast<double>(point.elements), point.spread->low);
        const Point high = chart.at(static_cast<double>(point.elements), point.spread->high);
        const Pen pen{.colour = Colour::ink, .width = 1.25};
        canvas.line(low, high, pen);
        for (const Point& end : {low, high}) canvas.line({end.x - 3, end.y}, {end.x + 3, end.y}, pen);
    }
    canvas.polyline(places, {.colour = colour, .width = 2, .dash = line.is_peer ? "7 4" : ""});
    for (const Point& place : places)
        canvas.circle(place, 3.4,
                      {.fill = line.is_peer ? Colour::paper : colour, .stroke = colour, .width = 1.5});
}

/// The figures that launches alone would allow: work in the time of an empty one, up to the limit.
void draw_bounds(Canvas& canvas, const Chart& chart, const SizeCurve& curve, const Axis& x, const Axis& y)
{
    canvas.line(chart.at(x.low, curve.at_most), chart.at(x.high, curve.at_most), limit_pen);
    const double slope = curve.work_per_element / (1e3 * curve.launch_us);
    const double from = std::max(x.low, y.low / slope);
    const double to = std::min(x.high, curve.at_most / slope);
    if (from < to) canvas.line(chart.at(from, slope * from), chart.at(to, slope * to), launch_pen);
}

void draw_key(Canvas& canvas, const SizeCurve& curve, Point at, Point second)
{
    const auto entry = [&](Point from, const Pen& pen, const std::string& words) {
        const auto [x, y] = from;
        canvas.line({x, y}, {x + 28, y}, pen);
        canvas.text({x + 36, y}, words, {.size = 14, .align = Align::start});
    };
    entry(at, limit_pen, limit_in_words(curve.limit));
    entry(second, launch_pen, fmt::format("if an empty launch were all: {:.3g} µs", curve.launch_us));
}

void draw_panel(Canvas& canvas, const ChartedCurve& charted, double top, double width)
{
    const SizeCurve& curve = charted.curve;
    const bool is_narrow = width < SizeChart::width;
    const double lower = is_narrow ? key_line : 0;
    const Rect area{area_left, top + area_top + lower, width - area_left - labels_width,
                    panel_height - area_top - 72};
    canvas.box({16, top + 10, 12, 12}, {.fill = charted.colour});
    canvas.text({34, top + 16}, charted.name, {.size = 15, .align = Align::start});
    canvas.text({width - 8, top + 16},
                curve.repeats > 1 ? fmt::format("{} runs, lowest to highest", curve.repeats) : "one run",
                {.size = 14, .colour = Colour::muted, .align = Align::end});
    const Point key{area_left, top + 40};
    draw_key(canvas, curve, key, is_narrow ? Point{key.x, key.y + key_line} : Point{key.x + 208, key.y});
    const Axis x = elements_axis(curve, is_narrow ? 4 : 8);
    const Axis y = figures_axis(curve);
    Chart chart(canvas, area, x, y);
    draw_bounds(canvas, chart, curve, x, y);
    std::vector<Label> labels;
    for (const SizeLine& line : curve.lines) {
        if (line.points.empty()) continue;
        const Colour colour = line.is_peer ? Colour::muted : charted.colour;
        draw_line(canvas, chart, line, colour);
        const SizePoint& last = line.points.back();
        const Point end = chart.at(static_cast<double>(last.elements), last.median);
        labels.push_back({line.name, end.y, end, line.is_peer, line.is_peer ? Colour::muted : Colour::ink});
    }
    spread_out(labels, area.y, area.bottom());
    for (const Label& label : labels) {
        canvas.line({label.end.x + 6, label.end.y}, {area.right() + 12, label.y},
                    {.colour = Colour::line, .width = 1});
        canvas.text({area.right() + 15, label.y}, label.text,
                    {.size = 14, .colour = label.colour, .align = Align::start, .mono = !label.is_peer});
    }
}

} // namespace

std::vector<ChartedCurve> charted_curves(const std::vector<lockstep::formats::ShownDevice>& shown,
                                         const std::filesystem::path& folder, const std::string& ladder,
                                         const std::string& input)
{
    std::vector<ChartedCurve> curves;
    for (std::size_t i = shown.size(); i-- > 0;)
        if (const auto recorded = lockstep::formats::find_size_curves(folder, shown[i].id))
            if (const SizeCurve* found = recorded->find(ladder, input))
                curves.push_back({shown[i].title, device_colour(i), *found});
    if (curves.empty())
        throw lockstep::Failure(
            fmt::format("No recorded device has the sizes of the ladder {}, {}.", ladder, input),
            fmt::format("./lockstep bench sizes {} --json bench/results/NAME-sizes.json", ladder));
    return curves;
}

SizeChart::SizeChart(std::vector<ChartedCurve> curves, double across)
    : curves_(std::move(curves)), width_(across), panel_(panel_height + (across < width ? key_line : 0))
{
}

double SizeChart::height() const
{
    return panel_ * static_cast<double>(curves_.size());
}

void SizeChart::draw(Canvas& canvas, double top) const
{
    for (const ChartedCurve& curve : curves_) {
        draw_panel(canvas, curve, top, width_);
        top += panel_;
    }
}

} // namespace figures
