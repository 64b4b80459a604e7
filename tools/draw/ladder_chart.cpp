/// Bars of ladders.
#include "draw/ladder_chart.hpp"

#include "lockstep/failure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace figures
{
namespace
{

using lockstep::formats::LadderResult;
using lockstep::formats::PeerResult;
using lockstep::formats::RungResult;

constexpr double label_width = 176;
constexpr double right_of_bars = 70;
constexpr double bar_height = 12;
constexpr double bar_step = 15;
constexpr double key_step = 22;
constexpr double head = 40;
constexpr double foot = 82;

/// Of the devices in the order of their list.
constexpr std::array colours{Colour::accent2, Colour::accent, Colour::violet, Colour::good, Colour::bad};

/// What part of the limit a peer reached, by the highest rung that was measured in turn with it: limits and peers of
/// different minutes cannot be compared on a machine that others use as well.
double part_of_peer(const LadderResult& ladder, const std::string& peer)
{
    double highest = 0;
    double part = 0;
    for (const RungResult& rung : ladder.rungs) {
        if (!rung.figures || rung.figures->median <= highest) continue;
        const std::optional<double> ratio = rung.figures->of(peer);
        if (!ratio) continue;
        highest = rung.figures->median;
        part = rung.figures->of_limit * rung.figures->limit_times.value_or(1) / *ratio;
    }
    return part;
}

/// Where the name of each device stands, from the left and from the first line down.
std::vector<Point> key_places(const std::vector<ChartedDevice>& devices, double width)
{
    constexpr double least_step = 150;
    std::vector<Point> places;
    Point next{label_width, 0};
    for (const ChartedDevice& device : devices) {
        const double needed = 18 + text_width(device.name, {.size = 15});
        if (!places.empty() && next.x + needed > width) next = {label_width, next.y + key_step};
        places.push_back(next);
        next.x += std::max(least_step, needed + 16);
    }
    return places;
}

/// "5 runs, lowest to highest".
std::string runs_of(const ChartedDevice& device)
{
    const std::uint64_t repeats = device.ladder.repeats();
    return repeats > 1 ? fmt::format("{} runs, lowest to highest", repeats) : "one run";
}

/// "CPU through PoCL: 5 runs; the others one run"; where all have as many, that alone.
std::string runs_in_words(const std::vector<ChartedDevice>& devices)
{
    const std::string first = runs_of(devices.front());
    if (std::ranges::all_of(devices, [&](const ChartedDevice& device) { return runs_of(device) == first; }))
        return "each " + first;
    std::map<std::uint64_t, std::string> names; // of the devices with so many runs
    for (const ChartedDevice& device : devices) {
        std::string& of = names[device.ladder.repeats()];
        of += (of.empty() ? "" : ", ") + device.name;
    }
    std::string words;
    for (const auto& [runs, of] : names)
        if (runs > 1) words += fmt::format("{}{}: {} runs", words.empty() ? "" : "; ", of, runs);
    return names.begin()->first > 1 ? words : words + "; the others one run";
}

/// A peer's name, and that it has one thread only.
std::string name_of(const PeerResult& peer)
{
    return peer.threads == 1 ? peer.name + "\n(one thread)" : peer.name;
}

} // namespace

Colour device_colour(std::size_t place)
{
    return colours.at(place % colours.size());
}

std::vector<ChartedDevice> charted_devices(const std::vector<lockstep::formats::ShownDevice>& shown,
                                           const std::string& ladder, const std::string& input)
{
    std::vector<ChartedDevice> devices;
    for (std::size_t i = shown.size(); i-- > 0;)
        if (const LadderResult* found = shown[i].results.find_ladder(ladder, input))
            devices.push_back({shown[i].title, device_colour(i), *found});
    if (devices.empty())
        throw lockstep::Failure(
            fmt::format("No recorded device has the ladder {}, {}.", ladder, input),
            fmt::format("./lockstep bench measure {} --json bench/results/NAME-ladders.json", ladder));
    return devices;
}

std::string limit_in_words(const std::string& limit)
{
    if (limit == "matrix FMA") return "peak on units for matrices";
    return limit == "FMA" ? "multiply-add peak" : limit + " bandwidth";
}

LadderChart::LadderChart(std::vector<ChartedDevice> devices, double across)
    : devices_(std::move(devices)), width_(across)
{
    for (std::size_t d = 0; d < devices_.size(); ++d)
        for (const RungResult& rung : devices_[d].ladder.rungs)
            if (rung.figures)
                row(rung.name, false).bars[d] = {rung.figures->of_limit, rung.figures->of_limit_spread};
    for (std::size_t d = 0; d < devices_.size(); ++d)
        for (const PeerResult& peer : devices_[d].ladder.peers)
            row(name_of(peer), true).bars[d] = {peer.of_limit ? *peer.of_limit
                                                              : part_of_peer(devices_[d].ladder, peer.name),
                                                peer.of_limit_spread};
}

LadderChart::Row& LadderChart::row(const std::string& name, bool is_peer)
{
    const auto found = std::ranges::find(rows_, name, &Row::name);
    if (found != rows_.end()) return *found;
    return rows_.emplace_back(Row{name, is_peer, std::vector<std::optional<Bar>>(devices_.size())});
}

double LadderChart::bars_width() const
{
    return width_ - label_width - right_of_bars;
}

double LadderChart::row_height() const
{
    return std::max(36.0, bar_step * static_cast<double>(devices_.size()) + 6);
}

double LadderChart::height() const
{
    return head + key_places(devices_, width_).back().y + row_height() * static_cast<double>(rows_.size()) +
           foot;
}

/// @returns where the rows begin.
double LadderChart::draw_key(Canvas& canvas, double top) const
{
    const std::vector<Point> places = key_places(devices_, width_);
    for (std::size_t d = 0; d < devices_.size(); ++d) {
        const Point at{places[d].x, top + 10 + places[d].y};
        canvas.box({at.x, at.y, 12, 12}, {.fill = devices_[d].colour});
        canvas.text({at.x + 18, at.y + 6}, devices_[d].name, {.size = 15, .align = Align::start});
    }
    return top + head + places.back().y;
}

void LadderChart::draw_bar(Canvas& canvas, double y, const Bar& bar, Colour fill, bool is_peer) const
{
    const Type quiet{.size = 14, .colour = Colour::muted, .align = Align::start};
    const std::string label = fmt::format("{:.{}f} %", 100 * bar.part, bar.part < 0.01 ? 1 : 0);
    const double room = width_ - label_width - 8 - text_width(label, quiet);
    const auto fitting = [&](double part) { // more than the limit has its number
        return std::clamp(bars_width() * part / 1.05, 1.0, room);
    };
    const double length = fitting(bar.part);
    double end = length;
    canvas.box({label_width, y, length, bar_height},
               {.fill = is_peer ? Colour::none : fill, .stroke = fill, .width = 1});
    // A whisker that is not longer than its own caps says nothing.
    if (bar.spread && fitting(bar.spread->high) - fitting(bar.spread->low) > 3) {
        const Pen pen{.colour = Colour::ink, .width = 1.25};
        const double low = label_width + fitting(bar.spread->low);
        const double high = label_width + fitting(bar.spread->high);
        const double middle = y + bar_height / 2;
        canvas.line({low, middle}, {high, middle}, pen);
        for (const double x : {low, high}) canvas.line({x, middle - 3.5}, {x, middle + 3.5}, pen);
        end = std::max(end, high - label_width);
    }
    canvas.text({label_width + end + 6, y + bar_height / 2}, label, quiet);
}

void LadderChart::draw_row(Canvas& canvas, double top, const Row& row) const
{
    canvas.text({label_width - 10, top + row_height() / 2 - 2}, row.name,
                {.size = 14, .align = Align::end, .mono = !row.is_peer});
    const auto count =
        static_cast<double>(std::ranges::count_if(row.bars, [](const auto& bar) { return bar.has_value(); }));
    double y = top + std::floor((row_height() - 4 - (count * bar_step - 3)) / 2);
    for (std::size_t d = 0; d < devices_.size(); ++d) {
        if (!row.bars[d]) continue;
        draw_bar(canvas, y, *row.bars[d], devices_[d].colour, row.is_peer);
        y += bar_step;
    }
}

void LadderChart::draw(Canvas& canvas, double top) const
{
    double y = draw_key(canvas, top);
    const double bottom = y + row_height() * static_cast<double>(rows_.size());
    for (const int tick : {0, 25, 50, 75, 100}) {
        const double x = label_width + bars_width() * tick / 105.0;
        canvas.line({x, y - 4}, {x, bottom}, {.colour = Colour::line, .width = 1});
        canvas.text({x, bottom + 14}, fmt::format("{}", tick), {.size = 14, .colour = Colour::muted});
    }
    const std::string& limit = devices_.front().ladder.limit;
    canvas.text({label_width + bars_width() / 2, bottom + 34},
                fmt::format("percent of the device's {}", limit_in_words(limit)), {.size = 15});
    canvas.text({width_ - 8, bottom + 58}, runs_in_words(devices_),
                {.size = 14, .colour = Colour::muted, .align = Align::end});
    for (const Row& row : rows_) {
        draw_row(canvas, y, row);
        y += row_height();
    }
}

} // namespace figures
