// A machine's recording as a picture that stands by itself: its limits, and how near the best rung of each ladder came to one.
#include "desk/machines.hpp"

#include "desk/verdict_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::tool
{

namespace
{

constexpr int bar_width = 200; // of 100 % of the limit
constexpr std::size_t most_letters = 56;

std::string words(const std::string& text)
{
    return escaped(harmless(text).substr(0, most_letters));
}

std::string row(const formats::LadderResult& ladder, int y)
{
    const formats::RungResult* best = formats::best_of(ladder);
    if (best == nullptr) return "";
    const formats::RungFigures& figures = *best->figures;
    const double part = std::clamp(figures.of_limit, 0.0, 1.0);
    return fmt::format(
        R"(<text x="24" y="{0}" font-size="14" fill="#1c2128">{1}: {2}</text>
<rect x="270" y="{3}" width="{4}" height="12" fill="#e3e7ec"/><rect x="270" y="{3}" width="{5:.0f}" height="12" fill="#2a6f97"/>
<text x="484" y="{0}" font-size="14" fill="#1c2128">{6:.4g} {7}, {8:.0f} %</text>
)",
        y, words(ladder.name), words(best->name), y - 11, bar_width, part * bar_width, figures.median,
        words(ladder.unit), 100 * figures.of_limit);
}

} // namespace

std::string card_svg(const formats::MachineRecording& recording)
{
    const formats::Origin& origin = recording.results.origin;
    const auto limit = [&](const char* name) {
        return formats::middle_limit(recording.results, name).value_or(0);
    };
    std::string rows;
    int y = 112;
    for (const formats::LadderResult& ladder : recording.results.ladders) {
        rows += row(ladder, y);
        y += 26;
    }
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 {0}" width="680" height="{0}" font-family="system-ui, sans-serif">
<title>{1}</title>
<rect x="1" y="1" width="678" height="{2}" rx="12" fill="#fff" stroke="#c9ced6" stroke-width="2"/>
<text x="24" y="36" font-size="19" font-weight="600" fill="#1c2128">{1}</text>
<text x="24" y="58" font-size="14" fill="#5b6470">{3}, driver {4}</text>
<text x="24" y="80" font-size="14" fill="#5b6470">copy {5:.4g} GB/s, read {6:.4g} GB/s, multiply and add {7:.4g} GFLOP/s</text>
{8}<text x="24" y="{9}" font-size="12" fill="#5b6470">The best rung of each ladder, and its part of that ladder's limit. {10}, Lockstep {11}</text>
</svg>
)",
        y + 26, words(origin.device), y + 24, words(origin.platform), words(origin.driver), limit("copy"),
        limit("read"), limit("FMA"), rows, y + 4, words(origin.date), words(recording.version));
}

} // namespace lockstep::tool
