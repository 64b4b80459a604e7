/// Chapter 11: time that passes without work: loops of unequal length, and waiting for a result.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

namespace figures
{
namespace of_11_time
{

/// Steps of Collatz' rule from `start` to 1.
int collatz_steps(int start)
{
    int steps = 0;
    for (int n = start; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    return steps;
}

void draw_loop_trips(Canvas& canvas)
{
    constexpr std::size_t lanes = 32;
    std::array<int, lanes> trips{};
    for (std::size_t lane = 0; lane < lanes; ++lane)
        trips.at(lane) = collatz_steps(static_cast<int>(lane) + 1);
    const int longest = *std::max_element(trips.begin(), trips.end());
    const int sum = std::accumulate(trips.begin(), trips.end(), 0);

    constexpr double step = 18;
    constexpr double scale = 2.1;
    constexpr Point origin{52, 286}; // where the axes meet
    const double top = origin.y - longest * scale;
    const double right = origin.x + lanes * step;

    canvas.hatch({origin.x, top, right - origin.x, origin.y - top}, Colour::bad, 14, 1);
    canvas.box({origin.x, top, right - origin.x, origin.y - top}, {.stroke = Colour::bad, .width = 1.5});
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double x = origin.x + static_cast<double>(lane) * step;
        const double height = trips.at(lane) * scale;
        canvas.box({x, top, 1.5, origin.y - top}, {.fill = Colour::paper});
        if (trips.at(lane) > 0)
            canvas.box({x + 1.5, origin.y - height, step - 1.5, height}, {.fill = Colour::accent});
    }
    canvas.line({origin.x, origin.y}, {right, origin.y}, {.colour = Colour::ink});
    for (int trip = 0; trip <= longest; trip += 25) {
        canvas.line({origin.x - 5, origin.y - trip * scale}, {origin.x, origin.y - trip * scale},
                    {.colour = Colour::muted, .width = 1.25});
        canvas.text({origin.x - 9, origin.y - trip * scale}, fmt::format("{}", trip),
                    {.size = 15, .colour = Colour::muted, .align = Align::end});
    }
    canvas.text({origin.x, 16}, "steps until 1", {.size = 16, .align = Align::start, .bold = true});
    canvas.text({right, 16}, fmt::format("all 32 lanes stay for {} rounds", longest),
                {.size = 16, .colour = Colour::bad, .align = Align::end, .bold = true});
    for (const int number : {1, 9, 18, 27, 31})
        canvas.text(
            {origin.x + (number - 0.5) * step, origin.y + 16}, fmt::format("{}", number),
            {.size = 15, .colour = number == 27 ? Colour::accent : Colour::muted, .bold = number == 27});
    canvas.text({(origin.x + right) / 2, origin.y + 38}, "the number that each work-item begins with",
                {.size = 15, .colour = Colour::muted});
    // A clear label on top of the hatching.
    const Rect note{origin.x + 4.5 * step, top + 34, 13 * step, 58};
    canvas.box(note, {.fill = Colour::paper, .radius = 6});
    canvas.text({note.centre().x, note.centre().y - 12},
                fmt::format("at work: {} of {}", sum, lanes * static_cast<std::size_t>(longest)),
                {.size = 16, .colour = Colour::accent, .bold = true});
    canvas.text({note.centre().x, note.centre().y + 13},
                fmt::format("SIMD efficiency {:.2f}",
                            static_cast<double>(sum) / (longest * static_cast<double>(lanes))),
                {.size = 16});
}

constexpr double cycle = 34;
constexpr double quarter = 28;
constexpr int quarters = 4;

struct Wave
{
    std::string_view name;
    Colour solid;
};

constexpr std::array waves{Wave{"A", Colour::accent}, Wave{"B", Colour::accent2}};

/// One instruction of a wavefront: four cycles.
void draw_instruction(Canvas& canvas, Point at, const Wave& wave, int number)
{
    canvas.card({at.x + 1, at.y + 1, cycle * quarters - 2, quarter - 2},
                fmt::format("{} {}", wave.name, number), {.fill = wave.solid, .radius = 4},
                {.size = 15, .colour = Colour::on_solid, .bold = true});
}

void draw_wave_schedule(Canvas& canvas)
{
    constexpr double x = 84;
    constexpr int cycles = 16;
    // One instruction close up: which work-items take the stream cores in each of its four cycles.
    constexpr double zoom_y = 40;
    constexpr double zoom_width = 4 * cycle;
    canvas.text({8, 14}, "one instruction of a wavefront: 64 work-items on 16 stream cores",
                {.size = 16, .align = Align::start, .bold = true});
    for (int i = 0; i < quarters; ++i) {
        const Rect rect{x + i * zoom_width, zoom_y, zoom_width, 48};
        canvas.box(rect.inset(2), {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4});
        canvas.text({rect.centre().x, rect.y + 16}, fmt::format("cycle {}", i),
                    {.size = 15, .colour = Colour::muted});
        canvas.text({rect.centre().x, rect.y + 34}, fmt::format("{} to {}", i * 16, i * 16 + 15),
                    {.size = 15, .bold = true});
    }

    constexpr double axis_y = 122;
    canvas.text({8, axis_y}, "cycle", {.size = 15, .colour = Colour::muted, .align = Align::start});
    for (int i = 0; i <= cycles; i += quarters) {
        canvas.text({x + i * cycle, axis_y}, fmt::format("{}", i), {.size = 15, .colour = Colour::muted});
        canvas.line({x + i * cycle, axis_y + 12}, {x + i * cycle, axis_y + 194},
                    {.colour = Colour::line, .width = 1, .dash = "2 4"});
    }

    const double alone = axis_y + 44;
    canvas.text({8, alone - 18 + quarter / 2}, "one\nalone", {.size = 15, .align = Align::start});
    for (int i = 0; i < 2; ++i) {
        const double start = x + i * 2 * quarters * cycle;
        draw_instruction(canvas, {start, alone - 18}, waves[0], i);
        const Rect gap{start + quarters * cycle, alone - 18, quarters * cycle, quarter};
        canvas.hatch(gap.inset(2), Colour::bad, 9, 1.25);
        canvas.box(gap.inset(2), {.stroke = Colour::bad, .width = 1.25, .radius = 4});
    }
    canvas.curved_arrow({x + 2 * cycle, alone + 11}, {x + 3 * cycle, alone + 38}, {x + 7 * cycle, alone + 38},
                        {x + 8.4 * cycle, alone + 12}, {.colour = Colour::ink});
    canvas.text({x + 5 * cycle, alone + 46}, "A 1 reads what A 0 wrote", {.size = 15});

    const double two = alone + 92;
    canvas.text({8, two + quarter}, "two in\nturn", {.size = 15, .align = Align::start});
    for (int i = 0; i < 2; ++i)
        for (std::size_t w = 0; w < waves.size(); ++w)
            draw_instruction(canvas,
                             {x + (2 * i + static_cast<int>(w)) * quarters * cycle,
                              two + static_cast<double>(w) * quarter},
                             waves.at(w), i);
    canvas.text({x, two + 2 * quarter + 20}, "no cycle is lost",
                {.size = 16, .colour = Colour::good, .align = Align::start, .bold = true});
    canvas.text({x + cycles * cycle, two + 2 * quarter + 20}, "hatched: waiting for a result",
                {.size = 15, .colour = Colour::bad, .align = Align::end});
}

const Register loop_trips({"11-loop-trips", 640, 336,
                           "Thirty-two lanes and the rounds that each of them needs",
                           "Work-item i counts Collatz' steps from i + 1 to 1. Most need fewer than 25; the "
                           "one that begins with 27 "
                           "needs 111, so all lanes stay for 111 rounds.",
                           draw_loop_trips});
// AMD, "Accelerated Parallel Processing OpenCL Programming Guide" (2011), on the HD 5870: a wavefront takes four
// cycles on sixteen stream cores, and a result can be read eight cycles after its instruction began.
const Register wave_schedule(
    {"11-wave-schedule", 640, 354, "Wavefronts of 64 on the 16 stream cores of an HD 5870",
     "An instruction takes four cycles, sixteen work-items a cycle. A wavefront alone waits four more cycles "
     "for its result; two wavefronts in turn leave no gap.",
     draw_wave_schedule});

} // namespace of_11_time
} // namespace figures
