// Occupancy against one resource at a time: as text for the terminal and as an SVG drawing.
#include "commands/occupancy_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

std::string svg_chart(const std::string& title, const std::vector<Sweep>& sweeps)
{
    constexpr double width = 420;
    constexpr double panel = 170;
    constexpr double left = 52;
    constexpr double right = 16;
    constexpr double plot = 100;
    const double height = 34 + panel * static_cast<double>(sweeps.size());
    std::string svg = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">
<title>{2}</title>
<style>
.ink{{fill:#1c2733}}.line{{stroke:#1c2733;fill:none}}.area{{fill:#2f6fb0;fill-opacity:.25;stroke:#2f6fb0;stroke-width:1.5}}.own{{fill:#c2571a;stroke:none}}
@media (prefers-color-scheme:dark){{.ink{{fill:#e6ebf0}}.line{{stroke:#e6ebf0}}.area{{fill:#7fb2e5;stroke:#7fb2e5}}.own{{fill:#f0a36b}}}}
text{{font:12px sans-serif}}
</style>
<text class="ink" x="{3}" y="20" style="font-weight:bold">{2}</text>
)",
        width, height, title, 12);
    double top = 34;
    for (const Sweep& sweep : sweeps) {
        const auto count = static_cast<double>(sweep.values.size());
        const double column = (width - left - right) / count;
        const double base = top + 20 + plot;
        std::string path = fmt::format("M{:.1f} {:.1f}", left, base);
        for (std::size_t i = 0; i < sweep.values.size(); ++i)
            path += fmt::format("V{:.1f}H{:.1f}", base - plot * sweep.fractions[i],
                                left + column * static_cast<double>(i + 1));
        path += fmt::format("V{:.1f}Z", base);
        svg += fmt::format("<text class=\"ink\" x=\"{}\" y=\"{:.1f}\">against {}</text>\n", left, top + 12,
                           sweep.title);
        svg += fmt::format("<path class=\"area\" d=\"{}\"/>\n", path);
        svg += fmt::format("<path class=\"line\" d=\"M{0} {1:.1f}V{2:.1f}H{3}\"/>\n", left, base - plot, base,
                           width - right);
        for (const int mark : {0, 50, 100})
            svg += fmt::format("<text class=\"ink\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{} %</text>\n",
                               left - 6, base + 4 - plot * mark / 100, mark);
        svg += fmt::format("<text class=\"ink\" x=\"{}\" y=\"{:.1f}\">{}</text>\n", left, base + 16,
                           sweep.values.front());
        svg += fmt::format("<text class=\"ink\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                           width - right, base + 16, sweep.values.back());
        if (sweep.chosen > 0) {
            const std::size_t own = nearest(sweep);
            svg += fmt::format(
                "<circle class=\"own\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}: {:.0f} %</title>"
                "</circle>\n",
                left + column * (static_cast<double>(own) + 0.5), base - plot * sweep.fractions[own],
                sweep.chosen, 100 * sweep.fractions[own]);
        }
        top += panel;
    }
    return svg + "</svg>\n";
}

} // namespace lockstep::tool
