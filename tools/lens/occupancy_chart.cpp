// Occupancy against one resource at a time: as text for the terminal and as an SVG drawing.
#include "lens/occupancy_chart.hpp"

#include "draw/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace lockstep::tool
{

namespace
{

template <typename Set>
Sweep sweep(const lens::Profile& profile, lens::KernelResources kernel, std::string title, unsigned chosen,
            std::vector<unsigned> values, Set set)
{
    Sweep made{std::move(title), std::move(values), {}, chosen};
    for (const unsigned value : made.values) {
        set(kernel, value);
        made.fractions.push_back(lens::occupancy(profile, kernel).fraction);
    }
    return made;
}

std::vector<unsigned> steps(unsigned first, unsigned last, unsigned step)
{
    std::vector<unsigned> values;
    for (unsigned value = first; value <= last; value += step) values.push_back(value);
    return values;
}

std::size_t nearest(const Sweep& sweep)
{
    std::size_t best = 0;
    const auto distance = [&](std::size_t i) {
        return std::abs(static_cast<long>(sweep.values[i]) - static_cast<long>(sweep.chosen));
    };
    for (std::size_t i = 1; i < sweep.values.size(); ++i)
        if (distance(i) < distance(best)) best = i;
    return best;
}

/// A column of height 0 to 8 eighths, in the line that shows the eighths from `floor` upwards.
const char* block(double eighths)
{
    constexpr std::array<const char*, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    return blocks[static_cast<std::size_t>(std::clamp(std::lround(eighths), 0L, 8L))];
}

/// Powers of two in quarters, others in round numbers; the last value in any case.
std::vector<double> ticks_up_to(unsigned last)
{
    if (std::has_single_bit(last))
        return {0, last * 0.25, last * 0.5, last * 0.75, static_cast<double>(last)};
    std::vector<double> ticks = figures::round_ticks(last);
    std::erase_if(ticks, [&](double tick) { return tick > 0.9 * last; });
    ticks.push_back(last);
    return ticks;
}

void draw_sweep(figures::Canvas& canvas, const figures::Rect& area, const Sweep& sweep)
{
    const unsigned last = sweep.values.back();
    figures::Chart chart(
        canvas, area,
        {.low = 0, .high = static_cast<double>(last), .ticks = ticks_up_to(last), .title = sweep.title},
        {.low = 0, .high = 100, .ticks = {0, 50, 100}, .title = "occupancy in percent"});
    // A value stands for those down to the one before: registers and local memory are given out in portions.
    std::vector<double> edges{0};
    std::vector<double> percents;
    for (std::size_t i = 0; i < sweep.values.size(); ++i) {
        if (sweep.values[i] == 0) continue;
        edges.push_back(sweep.values[i]);
        percents.push_back(100 * sweep.fractions[i]);
    }
    chart.steps(edges, percents, {.colour = figures::Colour::accent}, figures::Colour::accent_soft);
    if (sweep.chosen == 0) return;
    const double own = 100 * sweep.fractions[nearest(sweep)];
    chart.mark({static_cast<double>(sweep.chosen), own}, fmt::format("{}: {:.0f} %", sweep.chosen, own),
               figures::Colour::accent2);
}

} // namespace

std::vector<Sweep> occupancy_sweeps(const lens::Profile& profile, const lens::KernelResources& kernel)
{
    const lens::UnitLimits& unit = profile.unit;
    const unsigned group_step = std::max(profile.sub_group_size, unit.max_group_size / 64);
    const unsigned register_step = std::max(1U, (unit.max_registers_per_item + 63) / 64);
    const unsigned local_step = std::max(unit.local_granularity_bytes, unit.max_local_bytes_per_group / 64);
    return {sweep(profile, kernel, "work-items in a group", kernel.group_size,
                  steps(group_step, unit.max_group_size, group_step),
                  [](auto& tried, unsigned value) { tried.group_size = value; }),
            sweep(profile, kernel, "registers of a work-item", kernel.registers_per_item,
                  steps(register_step, unit.max_registers_per_item, register_step),
                  [](auto& tried, unsigned value) { tried.registers_per_item = value; }),
            sweep(profile, kernel, "bytes of local memory of a group", kernel.local_bytes,
                  steps(0, unit.max_local_bytes_per_group, local_step),
                  [](auto& tried, unsigned value) { tried.local_bytes = value; })};
}

std::string text_chart(const Sweep& sweep)
{
    constexpr int lines = 8;
    const std::size_t width = sweep.values.size();
    const std::size_t repeat = std::max<std::size_t>(1, 64 / width);
    std::string text = fmt::format("occupancy against {}\n", sweep.title);
    for (int line = lines - 1; line >= 0; --line) {
        text += line == lines - 1 ? "100 % " : line == lines / 2 - 1 ? " 50 % " : "      ";
        text += "│";
        std::string row;
        for (const double fraction : sweep.fractions)
            for (std::size_t i = 0; i < repeat; ++i) row += block(8 * (fraction * lines - line));
        text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
    }
    text += "  0 % └";
    for (std::size_t i = 0; i < width * repeat; ++i) text += "─";
    const std::string first = std::to_string(sweep.values.front());
    const std::string last = std::to_string(sweep.values.back());
    text += fmt::format("\n       {}{:>{}}\n", first, last,
                        std::max(width * repeat, first.size() + 1) - first.size());
    if (sweep.chosen == 0) return text;
    return text + fmt::format("       {:>{}} {}\n", "▲", nearest(sweep) * repeat + 1, sweep.chosen);
}

std::string svg_chart(const std::string& device, const std::string& kernel, const std::vector<Sweep>& sweeps)
{
    constexpr double width = 660;
    constexpr double head = 64;
    constexpr double panel = 236;
    figures::Canvas canvas("occupancy", width, head + panel * static_cast<double>(sweeps.size()),
                           fmt::format("Occupancy of {}", device), fmt::format("Occupancy with {}.", kernel));
    canvas.heading({16, 24}, device);
    canvas.text({16, 50}, kernel,
                {.size = 15, .colour = figures::Colour::muted, .align = figures::Align::start});
    double top = head;
    for (const Sweep& sweep : sweeps) {
        draw_sweep(canvas, {52, top + 46, width - 84, panel - 46 - 70}, sweep);
        top += panel;
    }
    return canvas.document();
}

} // namespace lockstep::tool
