/// Chapter 9: from a symptom to the first thing to do, the bisection with a host twin, and who notices which bug.
#include "base/paths.hpp"
#include "figure.hpp"

#include "lockstep/formats/captured_output.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_09_debugging
{

struct Symptom
{
    std::string_view seen;
    std::string_view first;
};

struct Kind
{
    std::string_view name;
    Colour colour;
    Colour soft;
    std::vector<Symptom> symptoms;
};

void draw_symptoms(Canvas& canvas)
{
    const std::array kinds{Kind{"it stops",
                                Colour::accent,
                                Colour::accent_soft,
                                {{"the build fails", "read the first error of the log"},
                                 {"a call fails", "name the code; finish() after each enqueue"},
                                 {"it crashes", "finish() after each enqueue; Oclgrind; gdb"},
                                 {"it hangs", "a time limit; loop bounds; every barrier"}}},
                           Kind{"it is wrong",
                                Colour::bad,
                                Colour::bad_soft,
                                {{"everywhere", "one work-item by hand; a host twin"},
                                 {"at the end", "a size no group divides; CHECK_INDEX"},
                                 {"sometimes", "Oclgrind: races, uninitialised memory"},
                                 {"on the GPU only", "Oclgrind: a barrier is missing, or an atomic"}}}};
    constexpr double row = 44;
    double y = 34;
    canvas.card({6, 150, 92, 52}, "what do\nyou see?",
                {.fill = Colour::surface, .stroke = Colour::ink, .radius = 6}, {.size = 16, .bold = true});
    for (const Kind& kind : kinds) {
        const double middle = y + row * 2;
        canvas.polyline(
            std::array<Point, 4>{Point{98, 176}, Point{106, 176}, Point{106, middle}, Point{114, middle}},
            {.colour = Colour::muted});
        canvas.card({114, middle - 20, 100, 40}, kind.name,
                    {.fill = kind.soft, .stroke = kind.colour, .radius = 6}, {.size = 16});
        for (const Symptom& symptom : kind.symptoms) {
            const double centre = y + row / 2;
            canvas.polyline(std::array<Point, 4>{Point{214, middle}, Point{222, middle}, Point{222, centre},
                                                 Point{230, centre}},
                            {.colour = Colour::muted});
            canvas.card({230, centre - 17, 136, 34}, symptom.seen,
                        {.fill = Colour::surface, .stroke = kind.colour, .radius = 5}, {.size = 15});
            canvas.arrow({{368, centre}, {384, centre}}, {.colour = kind.colour});
            canvas.text({390, centre}, symptom.first, {.size = 14, .align = Align::start});
            y += row;
        }
        y += 14;
    }
    canvas.text({298, 16}, "symptom", {.size = 14, .colour = Colour::muted});
    canvas.text({390, 16}, "what to do first", {.size = 14, .colour = Colour::muted, .align = Align::start});
}

// The cells of chapters/09-debugging: the right ones, and those of a kernel that takes 0 for a neighbour in the next group.
constexpr int cells = 512;
constexpr int group = 64;
constexpr int start = 40;
using Row = std::array<bool, cells>;

Row after(int steps, bool forgets)
{
    Row now{};
    now.at(start) = true;
    for (int step = 0; step < steps; ++step) {
        Row next{};
        for (int i = 0; i < cells; ++i) {
            const bool at_border = i + 1 == cells || (forgets && (i + 1) % group == 0);
            const auto at = [&](int cell) { return now.at(static_cast<std::size_t>(cell)); };
            next.at(static_cast<std::size_t>(i)) = (i > 0 && at(i - 1)) != (!at_border && at(i + 1));
        }
        now = next;
    }
    return now;
}

void draw_bisection(Canvas& canvas)
{
    constexpr double cell = 6.4;
    constexpr double row = 9;
    constexpr int first_cell = 16;
    constexpr int last_cell = 88;
    constexpr int first_step = 8;
    constexpr int last_step = 40;
    constexpr Point origin{164, 44};
    const auto x_of = [](int i) { return origin.x + (i - first_cell) * cell; };
    const auto y_of = [](int step) { return origin.y + (step - first_step) * row; };

    canvas.text({(x_of(first_cell) + x_of(group)) / 2, 14}, "work-group 0", {.size = 15});
    canvas.text({(x_of(group) + x_of(last_cell)) / 2, 14}, "work-group 1", {.size = 15});
    canvas.box({x_of(first_cell), y_of(first_step), (last_cell - first_cell) * cell,
                (last_step - first_step + 1) * row},
               {.fill = Colour::surface, .stroke = Colour::line, .width = 1});
    for (int step = first_step; step <= last_step; ++step) {
        const Row right = after(step, false);
        const Row got = after(step, true);
        for (int i = first_cell; i < last_cell; ++i) {
            const auto index = static_cast<std::size_t>(i);
            const bool wrong = right.at(index) != got.at(index);
            if (!wrong && !got.at(index)) continue;
            canvas.box({x_of(i) + 0.4, y_of(step) + 0.4, cell - 0.8, row - 0.8},
                       {.fill = wrong ? Colour::bad : Colour::accent});
        }
    }
    canvas.line({x_of(group), 26}, {x_of(group), y_of(last_step + 1) + 6},
                {.colour = Colour::ink, .width = 2});

    struct Probe
    {
        int step;
        bool same;
    };
    constexpr std::array probes{Probe{32, false}, Probe{16, true},  Probe{24, true},
                                Probe{28, false}, Probe{26, false}, Probe{25, false}};
    canvas.text({8, 14}, "steps", {.size = 15, .align = Align::start});
    int turn = 2;
    for (const Probe& probe : probes) {
        const double y = y_of(probe.step) + row / 2;
        const double x = 52 + (turn - 2) * 17.0;
        canvas.circle({x, y}, 8.5, {.fill = probe.same ? Colour::good : Colour::bad, .stroke = Colour::none});
        canvas.text({x, y}, fmt::format("{}", turn), {.size = 14, .colour = Colour::on_solid, .bold = true});
        ++turn;
    }
    for (const int step : {8, 16, 24, 32, 40})
        canvas.text({36, y_of(step) + row / 2}, fmt::format("{}", step),
                    {.size = 14, .colour = Colour::muted, .align = Align::end});
    const double y = y_of(25) + row / 2;
    canvas.arrow({{x_of(last_cell) - 8, y - 74}, {x_of(last_cell) - 40, y - 74}, {x_of(group) - 1, y}},
                 {.colour = Colour::ink});
    canvas.card({x_of(last_cell) - 134, y - 106, 128, 44}, "step 25, cell 63:\nthe first",
                {.fill = Colour::paper, .stroke = Colour::ink, .radius = 4}, {.size = 14});
    const double below = y_of(last_step + 1) + 24;
    const auto key = [&](double x, Colour colour, std::string_view words) {
        canvas.box({x, below - 6, 12, 12}, {.fill = colour});
        canvas.text({x + 18, below}, words, {.size = 14, .align = Align::start});
    };
    key(164, Colour::accent, "1 on the device");
    key(300, Colour::bad, "not what the host twin has");
    canvas.text({8, below}, "probe 1: step 64", {.size = 14, .colour = Colour::muted, .align = Align::start});
}

struct Column
{
    std::string_view title;
    std::string_view file;
    std::string_view suffix; // of the marks' names
};

constexpr std::array bug_names{"past_end",          "missing_barrier", "race",           "uninitialised",
                               "divergent_barrier", "local_array",     "group_for_local"};

void draw_verdict(Canvas& canvas, const Rect& rect, const std::string& verdict, bool is_report)
{
    const bool hidden = is_report ? verdict == "nothing" : verdict == "right";
    const bool fatal = verdict.starts_with("crash") || verdict.starts_with("time");
    const std::string words = is_report ? (hidden ? "nothing" : verdict.substr(0, verdict.find(':')))
                              : hidden  ? "right"
                              : fatal   ? "crash"
                              : verdict.starts_with("CL_") || verdict.starts_with("NVIDIA") ? "error"
                                                                                            : "wrong";
    canvas.card(rect.inset(2), words,
                {.fill = hidden      ? Colour::surface
                         : is_report ? Colour::good_soft
                                     : Colour::bad_soft,
                 .stroke = hidden      ? Colour::line
                           : is_report ? Colour::good
                                       : Colour::bad,
                 .width = 1.25,
                 .radius = 4},
                {.size = 15, .colour = hidden ? Colour::muted : Colour::ink});
}

void draw_who_notices(Canvas& canvas)
{
    const std::filesystem::path folder = lockstep::tool::own_source_dir() / "chapters" / "09-debugging";
    const std::vector<Column> columns{{"PoCL", "output.txt", ""},
                                      {"Intel", "output.intel.txt", ""},
                                      {"H200", "output.h200.txt", ""},
                                      {"Oclgrind", "output.txt", "_report"}};
    constexpr double left = 168;
    constexpr double row = 36;
    const double column_width = (canvas.width() - left - 8) / static_cast<double>(columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Column& column = columns[c];
        const double x = left + static_cast<double>(c) * column_width;
        canvas.text({x + column_width / 2, 18}, column.title, {.size = 15, .bold = true});
        const lockstep::CapturedOutput output = lockstep::read_captured_output(folder / column.file);
        for (std::size_t b = 0; b < bug_names.size(); ++b)
            draw_verdict(canvas, {x, 36 + static_cast<double>(b) * row, column_width, row},
                         output.values.at(bug_names.at(b) + std::string{column.suffix}),
                         !column.suffix.empty());
    }
    for (std::size_t b = 0; b < bug_names.size(); ++b)
        canvas.text({8, 36 + (static_cast<double>(b) + 0.5) * row}, bug_names.at(b),
                    {.size = 15, .align = Align::start, .mono = true});
}

const Register symptoms({"debugging-symptoms", 704, 424, "From a symptom to the first thing to do",
                         "A program that stops: if the build fails, read the first error of the log. If a "
                         "call fails, name the code and finish after each enqueue before it. If it crashes, "
                         "finish after each enqueue, then use Oclgrind, then gdb. If it hangs, set a time "
                         "limit and look at loop bounds and barriers. A result that is wrong everywhere: "
                         "compute one work-item by hand, check the arguments, then use a host twin. Wrong at "
                         "the end: try a size that no group divides, look at the guard, compile in "
                         "CHECK_INDEX. Wrong sometimes, or on the GPU only: Oclgrind finds races, "
                         "uninitialised memory and missing barriers.",
                         draw_symptoms});
const Register bisection({"debugging-bisection", 640, 392,
                          "Bisecting the steps of a row of cells with a host twin",
                          "Each line is a row of cells after one more step. The cells that differ from the "
                          "host's begin at step 25 in cell 63, the last of work-group 0, and spread to both "
                          "sides from there. The probes jump to step 32, 16, 24, 28, 26 and 25.",
                          draw_bisection});
const Register who_notices({"debugging-who-notices", 640, 296, "Seven bugs, and who notices which",
                            "For each of the seven planted bugs: the result on each device that was "
                            "recorded, and the line that Oclgrind reports first. Oclgrind reports all "
                            "seven.",
                            draw_who_notices});

} // namespace of_09_debugging
} // namespace figures
