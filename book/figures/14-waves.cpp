/// Chapter 14: what was measured of waves of groups, and of the first level beside local memory.
#include "base/paths.hpp"
#include "draw/chart.hpp"
#include "figure.hpp"

#include "lockstep/formats/measurements.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_14_waves
{

using lockstep::formats::NamedRow;
using lockstep::formats::NamedRows;

constexpr double chart_width = 660;
constexpr double chart_height = 372;
constexpr Rect chart_area{62, 56, 570, 222};

NamedRows rows_of(const std::string& file)
{
    return lockstep::formats::read_named_rows(lockstep::tool::own_source_dir() / "bench" / "results", file);
}

double number_in(const NamedRow& row, std::string_view name)
{
    const NamedRow::Cell* cell = row.find(name);
    if (cell == nullptr || !cell->number)
        throw std::runtime_error(fmt::format("a row of the results lacks the number {}", name));
    return *cell->number;
}

bool says(const NamedRow& row, std::string_view name, std::string_view text)
{
    const NamedRow::Cell* cell = row.find(name);
    return cell != nullptr && cell->text == text;
}

void sign_rows(Canvas& canvas, const NamedRows& rows)
{
    canvas.text({chart_area.right(), chart_height - 14}, in_words(rows.origin),
                {.size = 14, .colour = Colour::muted, .align = Align::end});
}

void draw_waves(Canvas& canvas)
{
    constexpr double units = 132;
    constexpr double most = 8 * units;
    const NamedRows rows = rows_of("h100-waves");
    const auto times = [&](std::string_view kernel, std::string_view resident) {
        std::vector<Point> points;
        for (const NamedRow& row : rows.rows)
            if (says(row, "kernel", kernel) && says(row, "resident", resident) &&
                number_in(row, "groups") <= most)
                points.push_back({number_in(row, "groups"), number_in(row, "ms")});
        std::ranges::sort(points, {}, &Point::x);
        const double alone = points.front().y;
        for (Point& point : points) point.y /= alone;
        return points;
    };
    std::vector<double> waves;
    for (double wave = 0; wave <= 8; ++wave) waves.push_back(units * wave);
    Chart chart(canvas, chart_area, {.low = 0, .high = most, .ticks = waves, .title = "groups of the launch"},
                {.low = 0,
                 .high = 9,
                 .ticks = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                 .title = "time, in times that of one group"});
    constexpr SeriesStyle busy{.colour = Colour::accent};
    constexpr SeriesStyle waiting{.colour = Colour::accent2, .dash = "7 4"};
    chart.series(times("busy", "1"), busy);
    chart.series(times("waiting", "5"), waiting);
    chart.key({76, 76}, {{"one group keeps a unit busy", busy}, {"groups wait, five fit a unit", waiting}});
    sign_rows(canvas, rows);
}

void draw_carve_out(Canvas& canvas)
{
    const NamedRows rows = rows_of("h100-carve-out");
    struct Line
    {
        std::string_view local_kib;
        SeriesStyle style;
        Point label;
    };
    constexpr std::array lines{Line{"0", {.colour = Colour::accent}, {218, 72}},
                               Line{"8", {.colour = Colour::violet, .dash = "2 3"}, {124, 64}},
                               Line{"16", {.colour = Colour::accent2, .dash = "7 4"}, {92, 60}},
                               Line{"44", {.colour = Colour::bad, .dash = "10 3 2 3"}, {27, 56}}};
    std::vector<std::vector<Point>> series;
    double highest = 0;
    for (const Line& line : lines) {
        std::vector<Point>& points = series.emplace_back();
        for (const NamedRow& row : rows.rows)
            if (says(row, "subject", "carve-out") && says(row, "local_kib", line.local_kib))
                points.push_back({number_in(row, "kib"), number_in(row, "gbps_unit")});
        for (const Point& point : points) highest = std::max(highest, point.y);
    }
    const std::vector<double> ticks = round_ticks(highest);
    Chart chart(canvas, chart_area,
                {.low = 0,
                 .high = 256,
                 .ticks = {0, 32, 64, 96, 128, 160, 192, 224, 256},
                 .title = "words that a group reads again and again, in KiB"},
                {.low = 0, .high = ticks.back(), .ticks = ticks, .title = "GB/s of a compute unit"});
    for (std::size_t i = 0; i < lines.size(); ++i) {
        chart.series(series[i], lines[i].style);
        canvas.text(chart.at(lines[i].label.x, lines[i].label.y), fmt::format("{} KiB", lines[i].local_kib),
                    {.size = 15, .colour = lines[i].style.colour, .align = Align::start, .bold = true});
    }
    sign_rows(canvas, rows);
}

const Register waves{
    {"14-waves", chart_width, chart_height, "Time of a launch against its number of groups",
     "On an H100 with 132 compute units. Groups that fill a unit by themselves take a step more for each "
     "132; groups that only wait, of which five fit a unit, take a step more after 660.",
     draw_waves}};
const Register carve_out{
    {"14-carve-out", chart_width, chart_height,
     "Speed of repeated reads against what is read, for kernels with more and more local memory",
     "On an H100, one group a compute unit. The more local memory a kernel declares, the earlier the "
     "speed falls from that of the first level to that of the second.",
     draw_carve_out}};

} // namespace of_14_waves
} // namespace figures
