/// The palette of the figures and the estimate of how wide text gets.
#include "draw/canvas.hpp"

#include <array>

#include <fmt/format.h>

namespace figures
{
namespace
{

constexpr std::array swatches{
    Swatch{Colour::ink, "--fig-ink", "#1c2733", "#e6edf3"},
    Swatch{Colour::muted, "--fig-muted", "#5a6773", "#9aa7b4"},
    Swatch{Colour::line, "--fig-line", "#bcc6d0", "#4b5763"},
    Swatch{Colour::surface, "--fig-surface", "#f3f5f8", "#1f2730"},
    Swatch{Colour::paper, "--fig-paper", "#ffffff", "#141a21"},
    Swatch{Colour::on_solid, "--fig-on-solid", "#ffffff", "#0f151b"},
    Swatch{Colour::accent, "--fig-accent", "#2664d2", "#6ea8fe"},
    Swatch{Colour::accent_soft, "--fig-accent-soft", "#e0eafc", "#23395d"},
    Swatch{Colour::accent2, "--fig-accent2", "#ad5408", "#f2a65a"},
    Swatch{Colour::accent2_soft, "--fig-accent2-soft", "#fdecd8", "#4f3618"},
    Swatch{Colour::good, "--fig-good", "#187a41", "#57c785"},
    Swatch{Colour::good_soft, "--fig-good-soft", "#dcf3e4", "#1d432f"},
    Swatch{Colour::bad, "--fig-bad", "#c5302a", "#ff7b72"},
    Swatch{Colour::bad_soft, "--fig-bad-soft", "#fde4e1", "#562722"},
    Swatch{Colour::violet, "--fig-violet", "#7a4fc2", "#b89af5"},
    Swatch{Colour::violet_soft, "--fig-violet-soft", "#e8dffa", "#3c2e5e"},
    Swatch{Colour::leaf, "--fig-leaf", "#8fc98a", "#3d7a48"},
    Swatch{Colour::leaf_shade, "--fig-leaf-shade", "#74b570", "#336a3e"},
    Swatch{Colour::wood, "--fig-wood", "#8d6239", "#b48a60"},
    Swatch{Colour::skin, "--fig-skin", "#f0c29b", "#e3b48c"},
};

} // namespace

std::span<const Swatch> palette()
{
    return swatches;
}

std::string paint(Colour colour)
{
    for (const Swatch& swatch : swatches)
        if (swatch.colour == colour) return fmt::format("var({}, {})", swatch.property, swatch.light);
    return "none";
}

double text_width(std::string_view line, const Type& type)
{
    double ems = 0;
    for (const char c : line) {
        if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U)
            continue; // the later bytes of a UTF-8 character
        const std::string_view one{&c, 1};
        const auto is_in = [&](std::string_view set) { return set.find(one) != std::string_view::npos; };
        if (type.mono)
            ems += 0.602;
        else if (is_in("ijl.,:;'|! I"))
            ems += 0.31;
        else if (is_in("frt()[]-/"))
            ems += 0.4;
        else if (is_in("mwMW@%"))
            ems += 0.92;
        else if (c >= 'A' && c <= 'Z')
            ems += 0.7;
        else
            ems += 0.61;
    }
    return ems * type.size * (type.bold ? 1.13 : 1.0);
}

} // namespace figures
