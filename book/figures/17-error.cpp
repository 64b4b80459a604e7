/// Chapters 17 and 19: the error of sums and scans against the number of elements, drawn from bench/results.
#include "base/paths.hpp"
#include "draw/chart.hpp"
#include "figure.hpp"

#include "lockstep/formats/measurements.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_17_error
{

using lockstep::formats::AccuracyRow;

constexpr double width = 660;
constexpr double height = 420;
constexpr Rect area{70, 56, 562, 268};
constexpr double least = -8; ///< powers of ten; smaller errors are drawn there
constexpr double last_place = 0x1p-24;

/// One order of additions: its rung in the results, and what the chart calls it.
struct Order
{
    std::string rung;
    std::string name;
    SeriesStyle style;
};

std::string power(std::string_view base, int exponent)
{
    constexpr std::string_view digits[]{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text{base};
    if (exponent < 0) text += "⁻";
    for (const char digit : std::to_string(std::abs(exponent))) text += digits[digit - '0'];
    return text;
}

/// Both axes in powers: of two for the elements, of ten for the errors.
Chart axes(Canvas& canvas, const char* title)
{
    Chart chart(canvas, area, {.low = 10, .high = 26, .ticks = {}, .title = "elements"},
                {.low = least, .high = 0, .ticks = {}, .title = title});
    for (int exponent = static_cast<int>(least); exponent <= 0; exponent += 2) {
        const Point place = chart.at(10, exponent);
        canvas.line(place, {area.right(), place.y}, {.colour = Colour::line, .width = 0.75});
        canvas.text({place.x - 8, place.y}, exponent == 0 ? "1" : power("10", exponent),
                    {.size = 15, .colour = Colour::muted, .align = Align::end});
    }
    for (int exponent = 10; exponent <= 26; exponent += 4) {
        const Point place = chart.at(exponent, least);
        canvas.line(place, {place.x, place.y + 5}, {.colour = Colour::muted, .width = 1});
        canvas.text({place.x, place.y + 17}, power("2", exponent), {.size = 15, .colour = Colour::muted});
    }
    const double half_unit = chart.at(10, std::log10(last_place)).y;
    canvas.line({area.x, half_unit}, {area.right(), half_unit}, {.colour = Colour::muted, .dash = "2 4"});
    return chart;
}

void draw_errors(Canvas& canvas, const std::string& ladder, const char* title,
                 const std::vector<Order>& orders)
{
    const auto results = lockstep::formats::read_measurements<AccuracyRow>(
        lockstep::tool::own_source_dir() / "bench" / "results", "h200");
    Chart chart = axes(canvas, title);
    std::vector<std::pair<std::string, SeriesStyle>> names;
    for (const Order& order : orders) {
        std::vector<Point> points;
        for (const AccuracyRow& row : results.rows)
            if (row.ladder == ladder && row.rung == order.rung && row.input == "uniform-0-1")
                points.push_back(
                    {std::log2(static_cast<double>(row.n)), std::max(least, std::log10(row.relative_error))});
        if (points.empty())
            throw std::runtime_error(
                fmt::format("bench/results/h200-accuracy.json has no rung '{}' of {}", order.rung, ladder));
        chart.series(points, order.style);
        names.emplace_back(order.name, order.style);
    }
    names.emplace_back("one rounding, 2⁻²⁴",
                       SeriesStyle{.colour = Colour::muted, .dash = "2 4", .has_dots = false});
    chart.key({92, 74}, names);
    canvas.text({area.right(), height - 14}, in_words(results.origin),
                {.size = 14, .colour = Colour::muted, .align = Align::end});
}

constexpr SeriesStyle chain{.colour = Colour::bad};
constexpr SeriesStyle compensated{.colour = Colour::good, .dash = "7 4"};

void draw_sums(Canvas& canvas)
{
    draw_errors(canvas, "reduction", "relative error of the sum of floats from 0 to 1",
                {{"serial", "one after the other, on the host", chain},
                 {"tree_sequential", "tree", {.colour = Colour::accent}},
                 {"one_launch", "sums in vectors, then a tree", {.colour = Colour::violet, .dash = "10 3"}},
                 {"sum_atomic", "atomic exchanges", {.colour = Colour::accent2, .dash = "3 3"}},
                 {"kahan", "one after the other, with Kahan's compensation", compensated}});
}

void draw_scans(Canvas& canvas)
{
    draw_errors(
        canvas, "scan", "largest relative error of all prefixes of floats from 0 to 1",
        {{"serial", "one after the other, on the host", chain},
         {"hillis_steele", "Hillis-Steele", {.colour = Colour::accent}},
         {"block_sweep", "up and down a tree in each block", {.colour = Colour::violet, .dash = "10 3"}},
         {"look_back", "one pass with look-back", {.colour = Colour::accent2, .dash = "3 3"}},
         {"kahan", "one after the other, with Kahan's compensation", compensated}});
}

const Register sums(
    {"17-error", width, height, "Relative error of a sum against the number of its elements",
     "Up to 2²⁶ floats between 0 and 1 on an H200. Added one after the other, the error grows from 10⁻⁷ to "
     "one half; in a tree, in several sums, by atomic exchanges and with compensation it stays near one "
     "rounding.",
     draw_sums});
const Register scans(
    {"19-error", width, height, "Largest relative error of a scan's prefixes against their number",
     "Up to 2²⁶ floats between 0 and 1 on an H200. Added one after the other, the error grows to one half; "
     "the parallel orders stay within a few roundings.",
     draw_scans});

} // namespace of_17_error
} // namespace figures
