/// Chapter 1: three kinds of parallel hardware, and the laws of Amdahl and Gustafson.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_01_machines
{

struct Operation
{
    std::string_view words;
    Colour strong;
    Colour soft;
};

constexpr std::array operations{Operation{"add", Colour::accent, Colour::accent_soft},
                                Operation{"load", Colour::accent2, Colour::accent2_soft},
                                Operation{"mul", Colour::good, Colour::good_soft},
                                Operation{"if", Colour::violet, Colour::violet_soft}};

constexpr double machine_width = 204;
constexpr Type unit_type{.size = 15, .bold = true};

void instruction(Canvas& canvas, const Rect& rect, const Operation& operation)
{
    canvas.card(rect, operation.words, {.fill = operation.soft, .stroke = operation.strong, .radius = 5},
                {.size = 15, .mono = true});
}

void control(Canvas& canvas, const Rect& rect, std::string_view words = "control")
{
    canvas.card(rect, words, {.fill = Colour::ink, .radius = 6}, {.size = 15, .colour = Colour::paper});
}

/// An execution unit: a solid block with the operation that it carries out now.
void unit(Canvas& canvas, const Rect& rect, const Operation& operation)
{
    canvas.card(rect, operation.words, {.fill = operation.strong, .radius = 5},
                {.size = unit_type.size, .colour = Colour::on_solid, .bold = true});
}

void superscalar(Canvas& canvas, double x)
{
    canvas.panel({x, 0, machine_width, 330}, "Superscalar");
    for (int i = 0; i < 4; ++i)
        instruction(canvas, {x + 10 + i * 47.0, 44, 43, 28}, operations.at(static_cast<std::size_t>(i)));
    canvas.text({x + machine_width / 2, 90}, "one stream", {.size = 15, .colour = Colour::muted});
    canvas.arrow({{x + machine_width / 2, 104}, {x + machine_width / 2, 130}});
    control(canvas, {x + 10, 132, 184, 40});
    for (int i = 0; i < 4; ++i) {
        const Operation& operation = operations.at(static_cast<std::size_t>(i));
        const double middle = x + 31.5 + i * 47.0;
        canvas.arrow({{middle, 173}, {middle, 206}}, {.colour = operation.strong, .width = 2.25});
        unit(canvas, {middle - 21.5, 208, 43, 64}, operation);
    }
    canvas.text({x + machine_width / 2, 304}, "different units", {.size = 16});
}

void simd(Canvas& canvas, double x)
{
    canvas.panel({x, 0, machine_width, 330}, "SIMD");
    instruction(canvas, {x + machine_width / 2 - 28, 44, 56, 28}, operations[0]);
    canvas.text({x + machine_width / 2, 90}, "one instruction", {.size = 15, .colour = Colour::muted});
    canvas.arrow({{x + machine_width / 2, 104}, {x + machine_width / 2, 130}});
    control(canvas, {x + 10, 132, 184, 40});
    for (int i = 0; i < 4; ++i) {
        const double middle = x + 31.5 + i * 47.0;
        canvas.arrow({{middle, 173}, {middle, 206}}, {.colour = Colour::accent, .width = 2.25});
        unit(canvas, {middle - 21.5, 208, 43, 64}, operations[0]);
    }
    canvas.text({x + machine_width / 2, 304}, "lanes in lockstep", {.size = 16});
}

void many_core(Canvas& canvas, double x)
{
    canvas.panel({x, 0, machine_width, 330}, "Many-core");
    for (std::size_t i = 0; i < 4; ++i) {
        const Rect core{x + 10 + static_cast<double>(i % 2) * 95, 44 + static_cast<double>(i / 2) * 119, 89,
                        112};
        canvas.box(core, {.fill = Colour::paper, .stroke = Colour::line, .radius = 6});
        for (std::size_t k = 0; k < 4; ++k)
            canvas.box({core.x + 9 + static_cast<double>(k) * 18.5, core.y + 8, 15, 9},
                       {.fill = operations.at((i + k) % 4).strong, .radius = 2});
        control(canvas, {core.x + 8, core.y + 26, 73, 28});
        unit(canvas, {core.x + 8, core.y + 62, 73, 42}, operations[i]);
    }
    canvas.text({x + machine_width / 2, 304}, "cores on their own", {.size = 16});
}

void draw_three_machines(Canvas& canvas)
{
    superscalar(canvas, 4);
    simd(canvas, 218);
    many_core(canvas, 432);
}

struct Law
{
    std::string_view name;
    std::string_view note;
    double highest;
    double tick;
    double (*speed_up)(double serial, double processors);
};

double amdahl(double serial, double processors)
{
    return 1 / (serial + (1 - serial) / processors);
}

double gustafson(double serial, double processors)
{
    return serial + (1 - serial) * processors;
}

void plot(Canvas& canvas, double x, const Law& law)
{
    const Rect area{x + 46, 62, 190, 230};
    constexpr double doublings = 10;
    const auto place = [&](double exponent, double value) {
        return Point{area.x + exponent / doublings * area.width,
                     area.bottom() - value / law.highest * area.height};
    };
    const Type axis{.size = 15, .colour = Colour::muted};

    canvas.heading({x, 12}, law.name, law.note);
    canvas.text({x, 42}, "speed-up", {.size = 15, .colour = Colour::muted, .align = Align::start});
    for (double value = 0; value <= law.highest; value += law.tick) {
        canvas.line(place(0, value), place(doublings, value), {.colour = Colour::line, .width = 1});
        canvas.text({area.x - 8, place(0, value).y}, fmt::format("{:g}", value),
                    {.size = 15, .colour = Colour::muted, .align = Align::end});
    }
    for (int exponent = 0; exponent <= 10; ++exponent) {
        const Point foot = place(exponent, 0);
        canvas.line(foot, {foot.x, foot.y + (exponent % 5 == 0 ? 7 : 4)},
                    {.colour = Colour::muted, .width = 1});
        if (exponent % 5 == 0) canvas.text({foot.x, foot.y + 18}, fmt::format("{}", 1 << exponent), axis);
    }
    canvas.text({area.centre().x, area.bottom() + 42}, "processors", axis);

    std::vector<Point> ideal;
    for (double exponent = 0; exponent <= doublings && std::exp2(exponent) <= law.highest; exponent += 0.05)
        ideal.push_back(place(exponent, std::exp2(exponent)));
    canvas.polyline(ideal, {.colour = Colour::muted, .width = 1.75, .dash = "2 5"});
    canvas.text({ideal.back().x - 10, area.y + 14}, "ideal",
                {.size = 15, .colour = Colour::muted, .align = Align::end});

    constexpr std::array fractions{0.05, 0.10, 0.25};
    constexpr std::array colours{Colour::accent, Colour::accent2, Colour::violet};
    double lowest_free = 0;
    for (std::size_t i = 0; i < fractions.size(); ++i) {
        std::vector<Point> curve;
        for (int step = 0; step <= 200; ++step)
            curve.push_back(
                place(step * doublings / 200, law.speed_up(fractions[i], std::exp2(step * doublings / 200))));
        canvas.polyline(curve, {.colour = colours[i], .width = 3});
        const double y = std::max(curve.back().y, lowest_free);
        canvas.text({area.right() + 8, y}, fmt::format("{:g} %", fractions[i] * 100),
                    {.size = 16, .colour = colours[i], .align = Align::start, .bold = true});
        lowest_free = y + 19;
    }
}

void draw_laws(Canvas& canvas)
{
    plot(canvas, 4, {"Amdahl", "the same problem", 24, 4, amdahl});
    plot(canvas, 334, {"Gustafson", "a growing problem", 1024, 256, gustafson});
}

const Register three_machines(
    {"three-machines", 640, 330, "Superscalar, SIMD and many-core hardware",
     "Superscalar: one stream of instructions; its control sends an add, a load, a multiplication "
     "and a branch to four different units at once. SIMD: one instruction, four lanes that all "
     "carry it out. Many-core: four small cores, each with its own instructions and control.",
     draw_three_machines});
const Register laws(
    {"amdahl-gustafson", 640, 350, "Speed-up according to Amdahl and to Gustafson",
     "Speed-up against 1 to 1024 processors for serial fractions of 5, 10 and 25 percent. Amdahl's curves "
     "flatten below 20, 10 and 4. Gustafson's rise to 973, 922 and 768.",
     draw_laws});

} // namespace of_01_machines
} // namespace figures
