// Figures: drawings inlined as SVG so that they follow the page's colours, and pictures carried as PNG.
#include "book/blocks.hpp"
#include "html/html.hpp"
#include "lockstep/files.hpp"

#include <cctype>
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

/// The drawing without its XML prologue, its ids made unique, its size left to the page.
std::string inline_svg(std::string svg, const std::string& name, std::string_view caption)
{
    const auto open = svg.find("<svg");
    if (open == std::string::npos) {
        return {};
    }
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
    if (attribute(tag, "role").empty()) {
        tag += fmt::format(" role=\"img\" aria-label=\"{}\"", escape_html(plain_text(caption)));
    }
    tag += fmt::format(" style=\"--natural:{:.0f}px\"", width > 0.0 ? width : 600.0);
    return tag + svg.substr(end);
}

/// Width and height of a PNG, from its first chunk.
std::pair<unsigned, unsigned> png_size(const fs::path& file)
{
    const std::string bytes = read_bytes(file).substr(0, 24);
    if (bytes.size() < 24 || bytes.substr(1, 3) != "PNG") {
        return {0, 0};
    }
    const auto number = [&](std::size_t at) {
        unsigned value = 0;
        for (std::size_t i = at; i < at + 4; ++i) {
            value = value << 8U | static_cast<unsigned char>(bytes[i]);
        }
        return value;
    };
    return {number(16), number(20)};
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
                                 folder / (name + ".svg"), site.options.design / "theme" / (name + ".svg")}) {
        if (fs::exists(file)) {
            return drawing(site.theme, read_text(file), name, caption);
        }
    }
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
