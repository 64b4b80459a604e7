/// Chapter 10: rooflines and memory hierarchies, drawn from what its program printed on each device and from data sheets; and chains
/// of multiply-adds.
#include "10-profiles.hpp"
#include "figure.hpp"

#include "base/paths.hpp"
#include "draw/chart.hpp"

#include "lockstep/formats/captured_output.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_10_measured
{

constexpr double width = 660;
constexpr std::array rounds{3, 6, 24, 96, 384, 1024, 4096};

Rect area_of(const Canvas& canvas)
{
    return {66, 56, canvas.width() - 102, 250};
}

/// What the chapter's program printed: output.txt, or output.DEVICE.txt.
class Printed
{
public:
    explicit Printed(const std::string& device)
        : output_(lockstep::read_captured_output(
              lockstep::tool::own_source_dir() / "chapters" / "10-architectures" /
              (device.empty() ? "output.txt" : fmt::format("output.{}.txt", device))))
    {
    }

    double number(const std::string& name) const
    {
        std::string digits = output_.values.at(name);
        std::erase(digits, ',');
        return std::stod(digits);
    }

    /// GFLOP/s against operations for each byte. @param form "w" of vectors, "p" of one float.
    std::vector<Point> roofline(const std::string& form) const
    {
        std::vector<Point> points;
        points.reserve(rounds.size());
        for (const int round : rounds)
            points.push_back({round / 4.0, number(fmt::format("{}{}", form, round))});
        return points;
    }

    double peak() const
    {
        double highest = 0;
        for (const Point& point : roofline("w")) highest = std::max(highest, point.y);
        return highest;
    }

    double copy_gbps() const { return std::max(number("wb0"), number("pb0")); }

    /// Nanoseconds of a read at random against the size of the set, in KiB.
    std::vector<Point> hierarchy() const
    {
        std::vector<Point> points;
        for (int kib = 4; kib <= 256 * 1024; kib *= 2)
            points.push_back({double(kib), number(fmt::format("r{}", kib))});
        return points;
    }

private:
    lockstep::CapturedOutput output_;
};

Axis powers(double low, double high, double factor, std::string title)
{
    Axis axis{.low = low, .high = high, .ticks = {}, .title = std::move(title), .is_logarithmic = true};
    for (double tick = low; tick <= high * 1.001; tick *= factor) axis.ticks.push_back(tick);
    return axis;
}

void roof(Chart& chart, const Printed& printed, Colour colour)
{
    const double peak = printed.peak();
    const double ridge = peak / printed.copy_gbps();
    chart.series({{0.25, printed.copy_gbps() / 4}, {ridge, peak}, {1024, peak}},
                 {.colour = colour, .dash = "7 4", .has_dots = false});
}

void draw_roofline(Canvas& canvas)
{
    const Printed h200("h200");
    const Printed pocl("");
    const Printed intel("intel");
    Axis speed = powers(1, 1000000, 10, "GFLOP/s");
    speed.ticks.pop_back(); // too wide to be written
    Chart chart(canvas, area_of(canvas), powers(0.25, 1024, 4, "operations for each byte"), speed);
    const double matrix = profile_of("h200").matrix_gflops;
    chart.series(
        {{h200.peak() / h200.copy_gbps(), h200.peak()}, {matrix / h200.copy_gbps(), matrix}, {1024, matrix}},
        {.colour = Colour::violet, .dash = "7 4", .has_dots = false});
    roof(chart, h200, Colour::accent);
    roof(chart, pocl, Colour::accent2);
    constexpr SeriesStyle gpu{.colour = Colour::accent, .has_line = false};
    constexpr SeriesStyle cpu{.colour = Colour::accent2, .has_line = false};
    constexpr SeriesStyle one_intel{.colour = Colour::good};
    constexpr SeriesStyle one_pocl{.colour = Colour::bad};
    chart.series(h200.roofline("w"), gpu);
    chart.series(pocl.roofline("w"), cpu);
    chart.series(intel.roofline("p"), one_intel);
    chart.series(pocl.roofline("p"), one_pocl);
    const auto name = [&](double x, double y, std::string_view words, Colour colour) {
        Type type{.size = 15, .colour = colour, .align = Align::start, .bold = true};
        Point at = chart.at(x, y);
        if (at.x + text_width(words, type) > canvas.width()) {
            at.x = area_of(canvas).right();
            type.align = Align::end;
        }
        canvas.text(at, words, type);
    };
    name(0.9, 21000, "H200", Colour::accent);
    name(0.4, 420000, "its matrix units, half precision", Colour::violet);
    name(30, 1050, "two CPU cores, 8 × float16", Colour::accent2);
    name(30, 190, "one float, Intel's runtime", Colour::good);
    name(30, 18, "one float, PoCL", Colour::bad);
}

/// The roofs of an H200's data sheet, dense: one slope, and a level for each kind of number.
void draw_roofs(Canvas& canvas)
{
    const auto h200 = profile_of("h200");
    const double slope = h200.peak_gbps / 1000;
    struct Level
    {
        double tflops;
        std::string_view words;
        Colour colour;
    };
    const std::array levels{Level{34, "double, by slots", Colour::accent},
                            Level{h200.peak_gflops / 1000,
                                  canvas.width() < width ? "float; double, by matrix units"
                                                         : "float, by slots; double, by matrix units",
                                  Colour::accent},
                            Level{494.75, "TF32", Colour::violet},
                            Level{h200.matrix_gflops / 1000, "bf16, half", Colour::violet},
                            Level{1979, "FP8, INT8", Colour::violet}};
    Chart chart(canvas, area_of(canvas), powers(1, 4096, 4, "operations for each byte"),
                powers(10, 10000, 10, "TFLOP/s"));
    const double highest = levels.back().tflops;
    chart.series({{10 / slope, 10}, {highest / slope, highest}}, {.colour = Colour::ink, .has_dots = false});
    for (const Level& level : levels) {
        const double ridge = level.tflops / slope;
        chart.series({{ridge, level.tflops}, {4096, level.tflops}},
                     {.colour = level.colour, .has_dots = false});
        const Point end = chart.at(4096, level.tflops);
        canvas.text({end.x - 4, end.y - 9}, level.words,
                    {.size = 14, .colour = level.colour, .align = Align::end, .bold = true});
        const Point corner = chart.at(ridge, level.tflops);
        canvas.text({corner.x - 8, corner.y - 7}, fmt::format("{:.0f}", ridge),
                    {.size = 14, .colour = level.colour, .align = Align::end, .bold = true});
    }
    canvas.text(chart.at(3.4, 24), fmt::format("{:g} TB/s", slope),
                {.size = 14, .align = Align::end, .bold = true});
}

void draw_hierarchy(Canvas& canvas)
{
    const Printed h200("h200");
    const Printed pocl("");
    Axis sizes = powers(4, 262144, 4, "size of the set, in KiB");
    Chart chart(canvas, area_of(canvas), sizes, powers(1, 1000, 10, "nanoseconds until the answer"));
    chart.series(h200.hierarchy(), {.colour = Colour::accent});
    chart.series(pocl.hierarchy(), {.colour = Colour::accent2});
    const auto name = [&](double kib, double ns, std::string_view words, Colour colour) {
        canvas.text(chart.at(kib, ns), words, {.size = 15, .colour = colour});
    };
    name(20, 34, "H200: L1", Colour::accent);
    name(2900, 230, "L2", Colour::accent);
    name(110000, 560, "memory", Colour::accent);
    name(11, 2.1, "CPU: L1", Colour::accent2);
    name(180, 6.4, "L2", Colour::accent2);
    name(70000, 60, "L3 and memory", Colour::accent2);
}

/// A pipe of four cycles: a multiply-add enters at `cycle` and leaves four cycles later.
void in_the_pipe(Canvas& canvas, Point origin, double cycle, double lanes_height, Colour fill)
{
    canvas.box({origin.x + cycle * 36 + 1, origin.y, 4 * 36.0 - 2, lanes_height},
               {.fill = fill, .stroke = Colour::accent, .width = 1, .radius = 3});
}

void draw_chains(Canvas& canvas)
{
    constexpr double left = 152;
    constexpr int cycles = 14;
    const auto label = [&](double y, std::string_view words, std::string_view note) {
        canvas.text({4, y - 9}, words, {.size = 15, .align = Align::start, .bold = true});
        canvas.text({4, y + (note.find('\n') == std::string_view::npos ? 10.0 : 30.0)}, note,
                    {.size = 14, .colour = Colour::muted, .align = Align::start});
    };
    for (int cycle = 0; cycle <= cycles; ++cycle)
        canvas.line({left + cycle * 36.0, 24}, {left + cycle * 36.0, 306},
                    {.colour = Colour::line, .width = 0.75});
    canvas.text({left, 12}, "cycles of one pipe",
                {.size = 14, .colour = Colour::muted, .align = Align::start});

    label(46, "one float", "one chain of 1");
    for (int k = 0; k < 3; ++k) in_the_pipe(canvas, {left, 42}, 4.0 * k, 7, Colour::accent_soft);
    label(102, "16 work-items", "one chain of 16");
    for (int k = 0; k < 3; ++k) in_the_pipe(canvas, {left, 78}, 4.0 * k, 46, Colour::accent_soft);
    label(220, "8 × float16", "in two pipes:\nfour chains of 16\nin each");
    for (int chain = 0; chain < 4; ++chain)
        for (int k = 0; 4 * k + chain + 4 <= cycles; ++k)
            in_the_pipe(canvas, {left, 142 + chain * 41.0}, 4.0 * k + chain, 37, Colour::accent_soft);
}

const RegisterTwice roofline(
    {"10-roofline", width, 366, "Rooflines of an H200 and of two CPU cores",
     "Arithmetic against operations for each byte. The roofs rise with the bandwidth and level out at "
     "the peak. With enough vectors both devices follow their roofs; one float a work-item stays far "
     "below the CPU's through PoCL, and between the two through Intel's runtime. Above the H200's roof its "
     "slope "
     "goes on to a second level, that of the matrix units.",
     draw_roofline});
const RegisterTwice roofs(
    {"10-roofs", width, 366, "The roofs of an H200, from its data sheet",
     "One slope of 4.8 terabytes a second meets five levels: 34 TFLOP/s of doubles at 7 operations for each "
     "byte, 67 of floats at 14, 495 of TF32 at 103, 990 of bf16 at 206, 1,979 of FP8 or INT8 at 412.",
     draw_roofs});
const RegisterTwice
    hierarchy({"10-hierarchy", width, 366, "Time of a read against the size of the set",
               "Both curves rise in steps. The CPU: 1.3 nanoseconds in L1, 4 in L2, more than a hundred in "
               "memory. The H200: 20 in L1, 142 in L2, and several hundred in memory.",
               draw_hierarchy});
const Register chains(
    {"10-chains", width, 312, "Multiply-adds in a pipe of four cycles",
     "One chain starts a multiply-add every fourth cycle, with one float or with sixteen. Four chains of "
     "sixteen start one in every cycle.",
     draw_chains});

} // namespace of_10_measured
} // namespace figures
