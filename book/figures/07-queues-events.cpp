/// Chapter 7: three kinds of queues for the bakery, a command's life, and double buffering.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_07_queues_events
{

constexpr double width = 660;
constexpr double queues_width = 704;
constexpr Type small{.size = 15, .colour = Colour::muted};

/// A task of the cake, on the critical path or beside it, when it runs with two bakers, and what it waits for.
struct Task
{
    std::string_view name;
    double minutes;
    double start;
    int baker;
    std::vector<std::size_t> after;
};

const std::vector<Task> cake{{"buy", 20, 0, 0, {}},          {"preheat", 20, 0, 1, {}},
                             {"mix", 15, 20, 0, {0}},        {"icing", 25, 20, 1, {0}},
                             {"bake", 30, 35, 0, {1, 2}},    {"cool", 20, 65, 0, {4}},
                             {"decorate", 15, 85, 0, {3, 5}}};

constexpr double minute = 4.6;
constexpr double left = 24;
constexpr double bar_height = 36;

void task_bar(Canvas& canvas, const Rect& rect, const Task& task)
{
    const bool is_critical = task.baker == 0;
    canvas.card(rect.inset(1), task.name,
                {.fill = is_critical ? Colour::accent_soft : Colour::accent2_soft,
                 .stroke = is_critical ? Colour::accent : Colour::accent2,
                 .radius = 4},
                {.size = 14});
}

/// The cake with two bakers; the arrows are the events in wait lists.
/// @param between_rows_alone leaves out those that the order within a queue stands for.
void two_rows(Canvas& canvas, double top, bool between_rows_alone)
{
    constexpr double row_step = 84;
    const auto place = [&](const Task& task) {
        return Rect{left + task.start * minute, top + task.baker * row_step, task.minutes * minute,
                    bar_height};
    };
    for (const Task& task : cake) {
        task_bar(canvas, place(task), task);
        std::size_t arrival = 0;
        for (const std::size_t before : task.after) {
            const Rect from = place(cake[before]);
            const Rect to = place(task);
            const bool same_row = cake[before].baker == task.baker;
            if (same_row && between_rows_alone) continue;
            if (same_row) { // a small arc over the place where one ends and the other begins
                const double x = to.x;
                const double y = to.y - 1;
                canvas.curved_arrow({x - 14, y}, {x - 14, y - 18}, {x + 12, y - 18}, {x + 12, y},
                                    {.colour = Colour::ink});
                continue;
            }
            const double down = from.y < to.y ? 1 : -1;
            const double from_y = down > 0 ? from.bottom() : from.y;
            const double to_y = down > 0 ? to.y - 1 : to.bottom() + 1;
            const double bend = from_y + down * 16;
            const Point start{from.right() - (down > 0 ? 26 : 12), from_y};
            const double end_x = to.x + 14 + 14 * static_cast<double>(arrival++);
            canvas.arrow({start, {start.x, bend}, {end_x, bend}, {end_x, to_y}}, {.colour = Colour::ink});
        }
    }
}

void draw_queues(Canvas& canvas)
{
    double top = 0;
    canvas.heading({4, top + 14}, "In-order queue", "145 minutes, no events needed");
    double x = left;
    for (const Task& task : cake) {
        task_bar(canvas, {x, top + 34, task.minutes * minute, bar_height}, task);
        x += task.minutes * minute;
    }
    top = 96;
    canvas.heading({4, top + 14}, "Out-of-order queue", "100 minutes, all 7 arrows are events");
    two_rows(canvas, top + 50, false);
    top = 290;
    canvas.heading({4, top + 14}, "Two in-order queues", "100 minutes, the 3 arrows between them are events");
    two_rows(canvas, top + 38, true);
    const double axis = top + 38 + 84 + bar_height + 18;
    canvas.arrow({{left, axis}, {queues_width - 10, axis}}, {.colour = Colour::muted});
    canvas.text({left, axis + 18}, "time", {.size = 15, .colour = Colour::muted, .align = Align::start});
}

void draw_stamps(Canvas& canvas)
{
    struct State
    {
        std::string_view name;
        std::string_view what;
        Colour fill;
        Colour stroke;
    };
    constexpr std::array states{
        State{"queued", "in the host's\nlist", Colour::surface, Colour::muted},
        State{"submitted", "handed over,\nwaits its turn", Colour::accent2_soft, Colour::accent2},
        State{"running", "the device\nworks", Colour::accent_soft, Colour::accent}};
    constexpr std::array stamps{"QUEUED", "SUBMIT", "START", "END"};
    constexpr std::array causes{"clEnqueue…\ncalled", "flush, or the\ndriver's choice",
                                "wait list done,\ndevice free", "results can be\nread by others"};
    constexpr double step = 178;
    constexpr double first = 62;
    constexpr double top = 74;
    constexpr double height = 74;
    canvas.text({4, 12}, "CL_PROFILING_COMMAND_…",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    for (std::size_t i = 0; i < stamps.size(); ++i) {
        const double x = first + static_cast<double>(i) * step;
        if (i < states.size()) {
            canvas.box({x, top, step, height}, {.fill = states[i].fill, .stroke = states[i].stroke});
            canvas.text({x + step / 2, top + 18}, states[i].name, {.size = 17, .bold = true});
            canvas.text({x + step / 2, top + 50}, states[i].what, {.size = 15});
        }
        canvas.line({x, top - 14}, {x, top + height + 16}, {.colour = Colour::ink, .width = 2.5});
        canvas.text({x, top - 28}, stamps.at(i), {.size = 16, .bold = true, .mono = true});
        canvas.text({x, top + height + 38}, causes.at(i), small);
    }
    constexpr double below = top + height + 84;
    const auto span = [&](double from, double to, double y, std::string_view words, Colour colour) {
        canvas.arrow({{from, y}, {to, y}}, {.colour = colour});
        canvas.arrow({{to, y}, {from, y}}, {.colour = colour});
        canvas.text({(from + to) / 2, y + 16}, words, {.size = 15, .colour = colour});
    };
    span(first, first + 2 * step - 6, below, "waiting, and the way to the device", Colour::accent2);
    span(first + 2 * step + 6, first + 3 * step, below, "the duration", Colour::accent);
}

/// When each stage of each chunk begins if every stage takes one step.
std::vector<std::array<int, 3>> starts(int chunks, int buffers, bool is_one_queue)
{
    std::vector<std::array<int, 3>> result;
    for (int chunk = 0; chunk < chunks; ++chunk) {
        std::array<int, 3> at{};
        int ready = chunk < buffers ? 0 : result[static_cast<std::size_t>(chunk - buffers)][2] + 1;
        for (std::size_t stage = 0; stage < 3; ++stage) {
            if (chunk > 0) ready = std::max(ready, result.back().at(is_one_queue ? 2 : stage) + 1);
            at.at(stage) = ready++;
        }
        result.push_back(at);
    }
    return result;
}

void draw_double_buffer(Canvas& canvas)
{
    constexpr std::array stages{"upload", "compute", "download"};
    constexpr std::array solid{Colour::accent, Colour::accent2, Colour::good};
    constexpr std::array soft{Colour::accent_soft, Colour::accent2_soft, Colour::good_soft};
    constexpr double name_width = 92;
    constexpr double step = 46;
    constexpr double row = 32;
    constexpr int chunks = 4;
    double top = 0;
    const auto way = [&](std::string_view title, int buffers, bool is_one_queue) {
        const auto when = starts(chunks, buffers, is_one_queue);
        canvas.heading({4, top + 14}, title, fmt::format("{} steps", when.back()[2] + 1));
        top += 30;
        for (std::size_t stage = 0; stage < 3; ++stage) {
            const double y = top + static_cast<double>(stage) * row;
            canvas.text({name_width - 10, y + row / 2}, stages.at(stage), {.size = 15, .align = Align::end});
            canvas.line({name_width, y + row}, {name_width + 12 * step, y + row},
                        {.colour = Colour::line, .width = 1});
            for (int chunk = 0; chunk < chunks; ++chunk) {
                const auto buffer = static_cast<std::size_t>(chunk % buffers);
                const double x = name_width + step * when[static_cast<std::size_t>(chunk)].at(stage);
                canvas.card({x + 1, y + 2, step - 2, row - 4}, fmt::format("{}", chunk),
                            {.fill = soft.at(buffer), .stroke = solid.at(buffer), .radius = 4},
                            {.size = 16, .bold = true});
            }
        }
        top += 3 * row + 14;
    };
    way("One queue, one buffer", 1, true);
    way("Three queues, two buffers", 2, false);
    way("Three queues, three buffers", 3, false);
    double x = name_width;
    constexpr std::array names{"buffer A", "buffer B", "buffer C"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        canvas.box({x, top + 2, 16, 16}, {.fill = soft.at(i), .stroke = solid.at(i), .radius = 3});
        canvas.text({x + 24, top + 10}, names.at(i), {.size = 15, .align = Align::start});
        x += 124;
    }
    canvas.text({x, top + 10}, "the numbers are frames", {.size = 15, .align = Align::start});
}

/// Two frames that use one slot: each row is ordered by its own events, and the rows by one that is easily forgotten.
void draw_missing_edge(Canvas& canvas)
{
    constexpr std::array commands{"upload", "brighten", "turn", "download"};
    constexpr double step = 134;
    constexpr double card = 104;
    constexpr double first = 84;
    constexpr double row_step = 96;
    for (int frame = 0; frame < 2; ++frame) {
        const double y = 6 + frame * row_step;
        canvas.text({first - 14, y + bar_height / 2}, fmt::format("frame {}", frame),
                    {.size = 15, .align = Align::end});
        for (std::size_t i = 0; i < commands.size(); ++i) {
            const double x = first + step * static_cast<double>(i);
            canvas.card({x, y, card, bar_height}, commands.at(i),
                        {.fill = frame == 0 ? Colour::accent_soft : Colour::accent2_soft,
                         .stroke = frame == 0 ? Colour::accent : Colour::accent2,
                         .radius = 4},
                        {.size = 15});
            if (i > 0)
                canvas.arrow({{x - step + card, y + bar_height / 2}, {x - 2, y + bar_height / 2}},
                             {.colour = Colour::ink});
        }
    }
    const double bend = 6 + bar_height + 24;
    const double from = first + 3 * step + card / 2;
    const double to = first + card / 2;
    canvas.arrow({{from, 6 + bar_height}, {from, bend}, {to, bend}, {to, 6 + row_step - 2}},
                 {.colour = Colour::bad, .dash = "6 4"});
    canvas.text({(from + to) / 2, bend + 15}, "the slot is free again", {.size = 15, .colour = Colour::bad});
}

const Register missing_edge(
    {"07-missing-edge", width, 150, "Two frames in one slot, and the edge between them",
     "Each frame has four commands in a row: upload, brighten, turn, download, joined by arrows. A dashed "
     "arrow leads "
     "from the download of frame 0 to the upload of frame 1, because both frames use the same slot.",
     draw_missing_edge});
const Register queues(
    {"07-queues", queues_width, 500, "The bakery in an in-order queue, an out-of-order queue and two queues",
     "An in-order queue runs buy, preheat, mix, icing, bake, cool and decorate one after the other in "
     "145 minutes. From an out-of-order queue with seven events preheating runs beside buying, and "
     "the icing beside mixing and baking: 100 minutes. Two in-order queues do the same with three "
     "events: from buy to icing, from preheat to bake, from icing to decorate.",
     draw_queues});
const Register
    stamps({"07-stamps", width, 280, "The life of a command and its four time stamps",
            "A command is queued, then submitted, then running. The stamp QUEUED stands at its beginning, "
            "SUBMIT where it is handed over, START where it begins to run, END where it has ended. From "
            "START to END is its duration; all before is waiting.",
            draw_stamps});
const Register double_buffer(
    {"07-double-buffer", width, 452, "Four frames with one, two and three buffers",
     "Rows are upload, compute and download, columns are steps of equal length. With one queue and "
     "one buffer four frames take 12 steps. With three queues and two buffers a frame is uploaded "
     "while the one before it is computed: 7 steps. With three buffers all three stages run side "
     "by side: 6 steps.",
     draw_double_buffer});

} // namespace of_07_queues_events
} // namespace figures
