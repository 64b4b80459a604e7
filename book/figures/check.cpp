/// What is wrong with a figure, and the style sheet of the palette.
#include "check.hpp"
#include "xml.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <fmt/format.h>

namespace figures
{
namespace
{

constexpr double smallest_text = 14;
constexpr double tolerance = 0.5;

/// Where a line of text is, and its words for the message.
struct Line
{
    Rect box;
    std::string words;
};

/// The line of a text element and of the tspan, if any, that continues it.
Line line_of(const Element& element, const Element* more)
{
    const Type type{.size = element.number("font-size"),
                    .bold = element.get("font-weight") == "600",
                    .mono = !element.get("font-family").empty()};
    const double added =
        more == nullptr ? 0
                        : more->number("dx") + text_width(more->text, {.size = more->number("font-size")});
    const double width = text_width(element.text, type) + added;
    const std::string anchor = element.get("text-anchor");
    const double before = anchor == "start" ? 0 : anchor == "end" ? width : width / 2;
    const double x = element.number("x");
    const double y = element.number("y");
    Rect box{x - before, y - 0.74 * type.size, width, 0.95 * type.size};
    if (const std::string turn = element.get("transform"); !turn.empty()) {
        double angle = 0;
        double centre_x = 0;
        double centre_y = 0;
        std::istringstream(turn.substr(turn.find('(') + 1)) >> angle >> centre_x >> centre_y;
        const double across = y - centre_y; // only quarter turns are used
        const double side = angle < 0 ? 1 : -1;
        const double near = centre_y + side * before;
        box = {centre_x + side * across - 0.74 * type.size, std::min(near, near - side * width),
               0.95 * type.size, width};
    }
    return {box, element.text};
}

bool overlap(const Rect& a, const Rect& b)
{
    return a.x + tolerance < b.right() && b.x + tolerance < a.right() && a.y + tolerance < b.bottom() &&
           b.y + tolerance < a.bottom();
}

std::vector<std::string> faults_of_ids(std::string_view name, const std::vector<Element>& elements)
{
    std::vector<std::string> faults;
    std::set<std::string> ids;
    for (const Element& element : elements) {
        const std::string id = element.get("id");
        if (id.empty()) continue;
        if (!ids.insert(id).second) faults.push_back(fmt::format("the id {} is used twice", id));
        if (!id.starts_with(fmt::format("{}-", name)))
            faults.push_back(fmt::format("the id {} does not begin with the figure's name", id));
    }
    for (const std::string_view needed : {"title", "desc"})
        if (!ids.contains(fmt::format("{}-{}", name, needed)))
            faults.push_back(fmt::format("there is no {}", needed));
    return faults;
}

std::vector<std::string> faults_of_text(const Rect& view, const std::vector<Element>& elements)
{
    std::vector<std::string> faults;
    std::vector<Line> lines;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const Element& element = elements[i];
        if (element.name != "text") continue;
        const bool continued = i + 1 < elements.size() && elements[i + 1].name == "tspan";
        const Line line = line_of(element, continued ? &elements[i + 1] : nullptr);
        if (line.words.empty()) faults.emplace_back("there is an empty text");
        if (element.number("font-size") < smallest_text)
            faults.push_back(fmt::format("\"{}\" is smaller than {}", line.words, smallest_text));
        if (line.box.x < view.x - tolerance || line.box.y < view.y - tolerance ||
            line.box.right() > view.right() + tolerance || line.box.bottom() > view.bottom() + tolerance)
            faults.push_back(fmt::format("\"{}\" leaves the view box: x {:.0f} to {:.0f}, y {:.0f} to {:.0f}",
                                         line.words, line.box.x, line.box.right(), line.box.y,
                                         line.box.bottom()));
        for (const Line& other : lines)
            if (overlap(line.box, other.box))
                faults.push_back(fmt::format("\"{}\" lies on \"{}\"", line.words, other.words));
        lines.push_back(line);
    }
    return faults;
}

std::string declarations(std::string_view indent, std::string_view Swatch::*value)
{
    std::string result;
    for (const Swatch& swatch : palette())
        result += fmt::format("{}{}: {};\n", indent, swatch.property, swatch.*value);
    return result;
}

} // namespace

std::vector<std::string> faults_of_svg(std::string_view name, std::string_view svg)
{
    try {
        const std::vector<Element> elements = read_xml(svg);
        Rect view;
        std::istringstream(elements.front().get("viewBox")) >> view.x >> view.y >> view.width >> view.height;
        if (elements.front().name != "svg" || elements.front().get("role") != "img" || view.width <= 0 ||
            view.height <= 0)
            return {"the root must be an svg element with role=\"img\" and a viewBox"};
        std::vector<std::string> faults = faults_of_ids(name, elements);
        std::vector<std::string> more = faults_of_text(view, elements);
        faults.insert(faults.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
        return faults;
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

std::vector<std::string> faults_of(const Figure& figure)
{
    try {
        return faults_of_svg(figure.name, figure.svg());
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

std::string style_sheet()
{
    const std::string light = declarations("  ", &Swatch::light);
    const std::string dark = declarations("    ", &Swatch::dark);
    return fmt::format(
        R"css(/* Colours of the figures: light, dark, and light again on paper. Printed by `figures --css`. */
:root {{
{0}}}

@media screen and (prefers-color-scheme: dark) {{
  html:not(.light-mode) {{
{1}  }}
}}

@media screen {{
  html.dark-mode {{
{1}  }}
}}

svg.lockstep-figure {{
  display: block;
  width: 100%;
  max-width: 700px;
  height: auto;
  margin: 0 auto;
}}
)css",
        light, dark);
}

std::vector<std::string> faults_of_style_sheet(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text != style_sheet())
        return {fmt::format("{} does not match the palette; write it with `figures --css`", path.string())};
    return {};
}

} // namespace figures
