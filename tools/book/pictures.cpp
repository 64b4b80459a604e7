// Figures: drawings inlined as SVG so that they follow the page's colours, and pictures carried as PNG.
#include "book/blocks.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <regex>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

/// The drawing with a prefix before each id and each reference to one that has not got it yet.
std::string own_ids(const std::string& svg, const std::string& prefix)
{
    static const std::regex id(R"re((\bid="|url\(#|href="#)([^")]+))re");
    std::string out;
    auto rest = svg.cbegin();
    for (std::sregex_iterator at(svg.begin(), svg.end(), id), none; at != none; ++at) {
        out.append(rest, (*at)[1].second);
        out += (*at)[2].str().starts_with(prefix) ? "" : prefix;
        rest = (*at)[2].first;
    }
    out.append(rest, svg.cend());
    return out;
}

/// The size of the smallest label; 0 where there is none.
double smallest_label(const std::string& svg)
{
    static const std::regex size(R"re(\bfont-size="([0-9.]+)")re");
    double smallest = 0.0;
    for (std::sregex_iterator at(svg.begin(), svg.end(), size), none; at != none; ++at) {
        const double found = std::stod((*at)[1]);
        smallest = smallest > 0.0 ? std::min(smallest, found) : found;
    }
    return smallest;
}

/// The sizes that the style sheet asks for: the drawing's own width, and the least at which every label is legible.
std::string sizes_of(const std::string& svg, double width)
{
    constexpr double legible = 10.0; // CSS pixels
    const double smallest = smallest_label(svg);
    std::string sizes = fmt::format("--natural:{:.0f}px", width);
    if (smallest > 0.0) sizes += fmt::format(";--legible:{:.0f}px", std::ceil(width * legible / smallest));
    return sizes;
}

/// The drawing without its XML prologue, its ids made unique, its size left to the page.
std::string inline_svg(std::string svg, const std::string& name, std::string_view caption)
{
    const auto open = svg.find("<svg");
    if (open == std::string::npos) return {};
    svg.erase(0, open);
    svg = own_ids(svg, slug(name) + "-");
    const auto end = svg.find('>');
    std::string tag = svg.substr(0, end);
    double width = 0.0;
    const std::string box = attribute(tag, "viewBox");
    if (!box.empty()) {
        std::sscanf(box.c_str(), "%*f%*[ ,]%*f%*[ ,]%lf", &width);
        tag = std::regex_replace(tag, std::regex(R"( (width|height)="[^"]*")"), "");
    }
    if (attribute(tag, "role").empty())
        tag += fmt::format(" role=\"img\" aria-label=\"{}\"", escape_html(plain_text(caption)));
    tag += fmt::format(" style=\"{}\"", sizes_of(svg, width > 0.0 ? width : 600.0));
    return tag + svg.substr(end);
}

/// Width and height of a PNG, from its first chunk.
std::pair<unsigned, unsigned> png_size(const fs::path& file)
{
    const std::string bytes = read_bytes(file).substr(0, 24);
    if (bytes.size() < 24 || bytes.substr(1, 3) != "PNG") return {0, 0};
    const auto number = [&](std::size_t at) {
        unsigned value = 0;
        for (std::size_t i = at; i < at + 4; ++i) value = value << 8U | static_cast<unsigned char>(bytes[i]);
        return value;
    };
    return {number(16), number(20)};
}

/// The drawing in a file; where NAME-narrow.svg lies beside it, that as well, for a screen that is narrow.
std::string drawings(const Templates& theme, const fs::path& file, std::string_view caption)
{
    const std::string name = file.stem().string();
    const std::string wide = drawing(theme, read_text(file), name, caption);
    const fs::path narrow = file.parent_path() / (name + "-narrow.svg");
    if (!fs::exists(narrow)) return wide;
    return theme.fill(
        "drawing-twice",
        {{"WIDE", wide}, {"NARROW", drawing(theme, read_text(narrow), narrow.stem().string(), caption)}});
}

} // namespace

std::string drawing(const Templates& theme, const std::string& svg, const std::string& name,
                    std::string_view caption)
{
    return theme.fill("drawing", {{"SVG", inline_svg(svg, name, caption)}});
}

std::string picture(Site& site, const Page& page, const std::string& name, std::string_view caption, int line)
{
    const fs::path folder = page.source.parent_path();
    for (const fs::path& file : {site.options.build / "book" / "figures" / (name + ".svg"),
                                 folder / (name + ".svg"), site.options.design / "theme" / (name + ".svg")})
        if (fs::exists(file)) return drawings(site.theme, file, caption);
    const fs::path png = folder / (name.ends_with(".png") ? name : name + ".png");
    if (fs::exists(png)) {
        const std::string shown = fmt::format("{}-{}", folder.filename().string(), png.filename().string());
        site.images[png] = shown;
        const auto [width, height] = png_size(png);
        return site.theme.fill("picture", {{"FILE", shown},
                                           {"CAPTION", escape_html(plain_text(caption))},
                                           {"WIDTH", std::to_string(width)},
                                           {"HEIGHT", std::to_string(height)}});
    }
    site.problem(
        page, line,
        fmt::format(
            "There is no figure '{}'. Draw {}.svg in book/figures and build the target 'figures', or put "
            "{}.png beside the lesson.",
            name, name, name));
    return {};
}

} // namespace lockstep::book
