/// Chapters 11 to 14: what the H200 measured, drawn from bench/results.
#include "base/paths.hpp"
#include "draw/chart.hpp"
#include "figure.hpp"

#include "lockstep/formats/measurements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace
{

using lockstep::formats::CoalescingRow;
using lockstep::formats::DivergenceRow;
using lockstep::formats::LocalMemoryRow;
using lockstep::formats::Measurements;
using lockstep::formats::OccupancyRow;
using lockstep::formats::Origin;

constexpr double width = 660;
constexpr double height = 372;
constexpr SeriesStyle loads{.colour = Colour::accent};
constexpr SeriesStyle stores{.colour = Colour::accent2, .dash = "7 4"};
constexpr SeriesStyle predicted{.colour = Colour::muted, .dash = "2 4", .has_dots = false};

Rect area_of(const Canvas& canvas)
{
    return {62, 56, canvas.width() - 90, 222};
}

template <typename Row>
Measurements<Row> read_h200()
{
    return lockstep::formats::read_measurements<Row>(lockstep::tool::own_source_dir() / "bench" / "results",
                                                     "h200");
}

void sign(Canvas& canvas, const Origin& origin)
{
    canvas.text({area_of(canvas).right(), height - 14}, in_words(origin),
                {.size = 14, .colour = Colour::muted, .align = Align::end});
}

template <typename Value>
double number(Value value)
{
    return static_cast<double>(value);
}

template <typename Value>
double number(const std::optional<Value>& value)
{
    if (!value) throw std::runtime_error("a row of the results lacks a value that is to be drawn");
    return number(*value);
}

/// The points (row.*x, row.*y) of the rows that `is_wanted`.
template <typename Row, typename X, typename Y, typename Wanted>
std::vector<Point> points_of(const Measurements<Row>& results, X Row::*x, Y Row::*y, Wanted is_wanted)
{
    std::vector<Point> points;
    for (const Row& row : results.rows)
        if (is_wanted(row)) points.push_back({number(row.*x), number(row.*y)});
    std::ranges::sort(points, {}, &Point::x);
    return points;
}

double highest_of(std::initializer_list<std::vector<Point>> lines)
{
    double highest = 0;
    for (const std::vector<Point>& line : lines)
        for (const Point& point : line) highest = std::max(highest, point.y);
    return highest;
}

Axis from_zero(double highest, std::string title)
{
    const std::vector<double> ticks = round_ticks(highest);
    return {.low = 0, .high = ticks.back(), .ticks = ticks, .title = std::move(title)};
}

Axis doubling(double low, double high, std::string title)
{
    Axis axis{.low = low, .high = high, .ticks = {}, .title = std::move(title), .is_logarithmic = true};
    for (double tick = low; tick <= high; tick *= 2) axis.ticks.push_back(tick);
    return axis;
}

auto access(const char* vary, const char* name)
{
    return [=](const CoalescingRow& row) { return row.vary == vary && row.access == name; };
}

void draw_stride(Canvas& canvas)
{
    const auto results = read_h200<CoalescingRow>();
    const auto load =
        points_of(results, &CoalescingRow::stride, &CoalescingRow::gbps, access("stride", "load"));
    const auto store =
        points_of(results, &CoalescingRow::stride, &CoalescingRow::gbps, access("stride", "store"));
    std::vector<Point> sectors; // 4 bytes of every sector of 32 at the worst
    for (const Point& point : load) sectors.push_back({point.x, load.front().y / std::min(point.x, 8.0)});
    Chart chart(canvas, area_of(canvas),
                doubling(1, 64, "distance between neighbours' elements, in elements of 4 bytes"),
                from_zero(highest_of({load, store}), "useful bytes, GB/s"));
    chart.series(sectors, predicted);
    chart.series(load, loads);
    chart.series(store, stores);
    chart.key({area_of(canvas).right() - 202, 76},
              {{"loads", loads}, {"stores", stores}, {"loads, by sectors", predicted}});
    sign(canvas, results.origin);
}

void draw_offset(Canvas& canvas)
{
    const auto results = read_h200<CoalescingRow>();
    const auto load =
        points_of(results, &CoalescingRow::offset_bytes, &CoalescingRow::gbps, access("offset", "load"));
    const auto store =
        points_of(results, &CoalescingRow::offset_bytes, &CoalescingRow::gbps, access("offset", "store"));
    std::vector<Point> sectors; // a fifth sector for each four, unless the offset is a whole number of them
    for (const Point& point : load)
        sectors.push_back({point.x, load.front().y * (std::fmod(point.x, 32) == 0 ? 1.0 : 0.8)});
    Chart chart(canvas, area_of(canvas),
                {.low = 0,
                 .high = 128,
                 .ticks = {0, 32, 64, 96, 128},
                 .title = "offset of the first element, in bytes"},
                from_zero(highest_of({load, store}), "GB/s"));
    chart.series(sectors, predicted);
    chart.series(load, loads);
    chart.series(store, stores);
    chart.key(
        {72, 214},
        {{"loads", loads}, {"stores", stores}, {"loads, if the fifth sector came from memory", predicted}});
    sign(canvas, results.origin);
}

void draw_conflict_degree(Canvas& canvas)
{
    const auto results = read_h200<LocalMemoryRow>();
    auto times = points_of(results, &LocalMemoryRow::stride, &LocalMemoryRow::ms,
                           [](const LocalMemoryRow& row) { return row.bytes == 4 && row.stride > 0; });
    const double fastest = times.front().y; // stride 1
    Chart chart(canvas, area_of(canvas),
                {.low = 0,
                 .high = 34,
                 .ticks = {1, 2, 4, 8, 12, 16, 20, 24, 28, 32},
                 .title = "stride between neighbours, in words"},
                doubling(0.5, 32, "time of a read, in times that of stride 1"));
    for (Point& point : times) {
        const double passes = std::gcd(static_cast<int>(point.x), 32);
        const Point top = chart.at(point.x, passes);
        canvas.box({top.x - 6, top.y, 12, area_of(canvas).bottom() - top.y},
                   {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .width = 1});
    }
    for (const Point& point : times)
        canvas.circle(chart.at(point.x, std::max(point.y / fastest, 0.5)), 4,
                      {.fill = Colour::accent, .stroke = Colour::paper, .width = 1});
    canvas.box({82, 72, 12, 14}, {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .width = 1});
    canvas.text({104, 79}, "passes: greatest common divisor of stride and 32",
                {.size = 15, .align = Align::start});
    canvas.circle({88, 101}, 4, {.fill = Colour::accent});
    canvas.text({104, 101}, "measured", {.size = 15, .align = Align::start});
    sign(canvas, results.origin);
}

void draw_granularity(Canvas& canvas)
{
    const auto results = read_h200<DivergenceRow>();
    const auto relative = [&](const char* sides) {
        auto points = points_of(results, &DivergenceRow::granularity, &DivergenceRow::ms,
                                [&](const DivergenceRow& row) { return row.sides == sides; });
        const double uniform = points.back().y;
        for (Point& point : points) point.y /= uniform;
        return points;
    };
    const auto dear = relative("long");
    const auto brief = relative("short");
    Chart chart(
        canvas, area_of(canvas), doubling(1, 256, "neighbouring work-items that take the same side"),
        from_zero(std::max(2.0, highest_of({dear, brief})), "time, in times that of sub-groups that agree"));
    constexpr SeriesStyle short_style{.colour = Colour::violet, .dash = "7 4"};
    chart.series(dear, loads);
    chart.series(brief, short_style);
    chart.key({area_of(canvas).right() - 232, 76},
              {{"sides of 256 steps", loads}, {"sides of 2 steps", short_style}});
    sign(canvas, results.origin);
}

void draw_throughput(Canvas& canvas)
{
    const auto results = read_h200<OccupancyRow>();
    constexpr std::array styles{
        std::pair{1U, SeriesStyle{.colour = Colour::bad, .has_line = false}},
        std::pair{2U, SeriesStyle{.colour = Colour::accent2, .has_line = false}},
        std::pair{4U, SeriesStyle{.colour = Colour::violet, .has_line = false}},
        std::pair{8U, SeriesStyle{.colour = Colour::accent, .has_line = false}},
    };
    std::map<std::uint64_t, std::vector<Point>> points; // by the reads that a work-item has under way
    double highest = 0;
    for (const OccupancyRow& row : results.rows) {
        if (row.kernel != "stream") continue;
        points[row.per_item].push_back(
            {4.0 * number(row.per_item) * number(row.resident_items), number(row.gbps)});
        highest = std::max(highest, points[row.per_item].back().y);
    }
    Chart chart(canvas, area_of(canvas), doubling(512, 65536, "bytes under way in a compute unit"),
                from_zero(highest, "GB/s"));
    std::vector<std::pair<std::string, SeriesStyle>> names;
    for (const auto& [per_item, style] : styles) {
        chart.series(points[per_item], style);
        names.emplace_back(per_item == 1 ? "1 read a work-item" : fmt::format("{} reads", per_item), style);
    }
    chart.key({72, 76}, names);
    sign(canvas, results.origin);
}

const RegisterTwice stride{{"12-stride", width, height, "Bandwidth against stride",
                            "Loads and stores of 4 bytes on an H200, neighbours 1 to 64 elements apart: the "
                            "useful bandwidth falls with the stride and levels out.",
                            draw_stride}};
const RegisterTwice offset{
    {"12-offset", width, height, "Bandwidth against offset",
     "Loads and stores of 4 bytes on an H200 whose first element lies 0 to 128 bytes behind a boundary.",
     draw_offset}};
const RegisterTwice conflict_degree{
    {"13-conflict-degree", width, height, "Time of local reads against stride",
     "Reads of local memory on an H200 with strides of 1 to 33 words: the time "
     "follows the greatest common divisor of stride and 32.",
     draw_conflict_degree}};
const RegisterTwice granularity{
    {"11-granularity", width, height, "Time of a branch against granularity",
     "If and else on an H200 when 1 to 256 neighbouring work-items agree: long sides "
     "cost twice until 32 agree.",
     draw_granularity}};
const RegisterTwice throughput{
    {"14-throughput", width, height, "Bandwidth against bytes under way",
     "Reads in a row on an H200 against the bytes that the resident work-items of a compute unit have "
     "under way: a curve that rises and levels out, whatever gives the bytes.",
     draw_throughput}};

} // namespace
} // namespace figures
