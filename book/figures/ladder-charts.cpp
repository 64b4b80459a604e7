/// How far each rung of a ladder is up on every recorded device, and what sizes do to some of them: of each ladder in bench/results whose
/// registration has words for a chart.
#include "base/paths.hpp"
#include "draw/ladder_chart.hpp"
#include "draw/size_chart.hpp"
#include "figure.hpp"
#include "lockstep/formats/size_curves.hpp"

#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace figures
{
namespace
{

using lockstep::formats::ShownDevice;

std::filesystem::path results_folder()
{
    return lockstep::tool::own_source_dir() / "bench" / "results";
}

const std::vector<ShownDevice>& shown_devices()
{
    static const std::vector<ShownDevice> shown = lockstep::formats::shown_devices(results_folder());
    return shown;
}

/// Which ladder, and what it computes.
struct Shown
{
    std::string ladder;
    std::string input;
    std::string what;
};

LadderChart chart_of(const Shown& shown, double width)
{
    return LadderChart{charted_devices(shown_devices(), shown.ladder, shown.input), width};
}

SizeChart sizes_of(const Shown& shown, double width)
{
    return SizeChart{charted_curves(shown_devices(), results_folder(), shown.ladder, shown.input), width};
}

/// "on an H200 and on a CPU": those that climbed it, in the order of their bars.
std::string devices_in_words(const std::string& ladder, const std::string& input)
{
    std::vector<std::string> words;
    for (const ShownDevice& device : shown_devices())
        if (device.results.find_ladder(ladder, input) != nullptr)
            words.insert(words.begin(), fmt::format("on {} {}", device.article, device.label));
    const std::string last = words.empty() ? "" : words.back();
    if (words.size() < 2) return last;
    words.pop_back();
    return fmt::format("{} and {}", fmt::join(words, ", "), last);
}

/// Its height and its description depend on what was recorded; where that cannot be read, drawing says why.
Figure chart(const Shown& shown, const std::string& name, double width)
{
    Figure figure{name, width,
                  0,    fmt::format("The ladder of {}", shown.what),
                  "",   [shown, width](Canvas& canvas) { chart_of(shown, width).draw(canvas); }};
    try {
        figure.height = chart_of(shown, width).height();
        figure.description =
            fmt::format("Each rung's figure {}, in percent of what the device can do, and the peers: {}.",
                        devices_in_words(shown.ladder, shown.input), shown.what);
    } catch (const std::exception&) {
        figure.description = "The results cannot be read.";
    }
    return figure;
}

/// As chart(), for the curves over sizes.
Figure sizes(const Shown& shown, const std::string& name, double width)
{
    Figure figure{name, width,
                  0,    fmt::format("{} of every size", shown.what),
                  "",   [shown, width](Canvas& canvas) { sizes_of(shown, width).draw(canvas); }};
    try {
        figure.height = sizes_of(shown, width).height();
        figure.description =
            fmt::format("The figures of three rungs and of the peers against the number of elements, on two "
                        "logarithmic axes. They rise with the size while launches dominate, and level out "
                        "near the device's limit: {}.",
                        shown.what);
    } catch (const std::exception&) {
        figure.description = "The results cannot be read.";
    }
    return figure;
}

/// A ladder's chart, and the same for a narrow screen.
void register_chart(const std::string& name, const Shown& shown)
{
    Register{chart(shown, name, LadderChart::width)};
    Register{chart(shown, name + "-narrow", LadderChart::narrow_width)};
}

/// The same of its curves over sizes.
void register_sizes(const std::string& name, Shown shown)
{
    shown.what[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(shown.what[0])));
    Register{sizes(shown, name, SizeChart::width)};
    Register{sizes(shown, name + "-narrow", SizeChart::narrow_width)};
}

bool has_curve(const std::string& ladder, const std::string& input)
{
    return std::ranges::any_of(shown_devices(), [&](const ShownDevice& device) {
        const auto curves = lockstep::formats::find_size_curves(results_folder(), device.id);
        return curves && curves->find(ladder, input) != nullptr;
    });
}

/// What was recorded with words for a chart.
void register_recorded()
{
    std::set<std::pair<std::string, std::string>> seen;
    for (const ShownDevice& device : shown_devices())
        for (const lockstep::formats::LadderResult& ladder : device.results.ladders) {
            if (ladder.chart.empty() || !seen.insert({ladder.name, ladder.input}).second) continue;
            const Shown shown{ladder.name, ladder.input, ladder.chart};
            const std::string chapter = ladder.chapter.substr(0, 2);
            const bool first = device.results.find_ladder(ladder.name, "")->input == ladder.input;
            register_chart(chapter + "-ladder" + (first ? "" : "-" + ladder.input), shown);
            if (has_curve(ladder.name, ladder.input)) register_sizes(chapter + "-sizes", shown);
        }
}

/// At the start of the program, where nobody hears of failures: then a figure stands for all, and drawing it says why.
const struct AtStart
{
    AtStart()
    {
        try {
            register_recorded();
        } catch (const std::exception&) {
            Register{{"ladders", 0, 0, "The ladders", "The results cannot be read.",
                      [](Canvas&) { register_recorded(); }}};
        }
    }
} at_start;

} // namespace
} // namespace figures
