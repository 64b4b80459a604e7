// A chart of results: for each ladder its rungs and peers as percent of the device's limit.
#include "results.hpp"

#include "draw/ladder_chart.hpp"

#include <fmt/format.h>

#include <vector>

namespace lockstep::bench
{
namespace
{

constexpr double head = 36;
constexpr double heading_height = 44;

/// One ladder below the other, each under its title.
struct Panel
{
    std::string title;
    figures::LadderChart chart;
};

} // namespace

std::string chart_of(const formats::DeviceResults& results)
{
    std::vector<Panel> panels;
    double height = head;
    for (const formats::LadderResult& ladder : results.ladders) {
        panels.push_back({fmt::format("{}, {}", ladder.title, ladder.input),
                          figures::LadderChart{{{results.origin.device, figures::Colour::accent, ladder}}}});
        height += heading_height + panels.back().chart.height();
    }
    figures::Canvas canvas("bench", figures::LadderChart::width, height,
                           fmt::format("The ladders on {}", results.origin.device),
                           "Each rung's figure in percent of what the device can do, and the peers.");
    canvas.text({16, 22}, in_words(results.origin),
                {.size = 14, .colour = figures::Colour::muted, .align = figures::Align::start});
    double top = head;
    for (const Panel& panel : panels) {
        canvas.heading({16, top + 28}, panel.title);
        panel.chart.draw(canvas, top + heading_height);
        top += heading_height + panel.chart.height();
    }
    return canvas.document();
}

} // namespace lockstep::bench
