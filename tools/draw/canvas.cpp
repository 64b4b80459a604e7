/// The drawing layer: shapes, arrows and text as SVG elements.
#include "draw/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace figures
{
namespace
{

std::string number(double value)
{
    const double rounded = std::round(value * 10) / 10;
    return fmt::format("{:g}", rounded == 0 ? 0.0 : rounded);
}

std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

std::string attributes(const Shape& shape)
{
    std::string result = fmt::format(R"( fill="{}")", paint(shape.fill));
    if (shape.stroke != Colour::none)
        result += fmt::format(R"( stroke="{}" stroke-width="{}")", paint(shape.stroke), shape.width);
    if (!shape.dash.empty()) result += fmt::format(R"( stroke-dasharray="{}")", shape.dash);
    if (shape.opacity != 1) result += fmt::format(R"( opacity="{}")", shape.opacity);
    return result;
}

std::string point_list(std::span<const Point> points)
{
    std::string result;
    for (const Point& p : points)
        result += fmt::format("{}{},{}", result.empty() ? "" : " ", number(p.x), number(p.y));
    return result;
}

Point direction(Point from, Point to)
{
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length == 0) throw std::logic_error("an arrow needs two different points");
    return {(to.x - from.x) / length, (to.y - from.y) / length};
}

double head_length(const Pen& pen)
{
    return 6 + 2 * pen.width;
}

std::vector<std::string_view> lines_of(std::string_view words)
{
    std::vector<std::string_view> lines;
    for (;;) {
        const std::size_t end = words.find('\n');
        lines.push_back(words.substr(0, end));
        if (end == std::string_view::npos) return lines;
        words.remove_prefix(end + 1);
    }
}

constexpr double line_spacing = 1.25;
constexpr std::string_view sans_fonts =
    "var(--fig-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif)";
constexpr std::string_view mono_fonts =
    "var(--fig-mono, ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace)";

} // namespace

Canvas::Canvas(std::string name, double width, double height, std::string title, std::string description)
    : name_(std::move(name)), width_(width), height_(height), title_(std::move(title)),
      description_(std::move(description))
{
}

void Canvas::box(const Rect& rect, const Shape& shape)
{
    body_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}")", number(rect.x), number(rect.y),
                         number(rect.width), number(rect.height));
    if (shape.radius > 0) body_ += fmt::format(R"( rx="{}")", number(shape.radius));
    body_ += attributes(shape) + "/>\n";
}

void Canvas::circle(Point centre, double radius, const Shape& shape)
{
    ellipse(centre, radius, radius, shape);
}

void Canvas::ellipse(Point centre, double radius_x, double radius_y, const Shape& shape)
{
    body_ += fmt::format(R"(<ellipse cx="{}" cy="{}" rx="{}" ry="{}"{}/>)", number(centre.x),
                         number(centre.y), number(radius_x), number(radius_y), attributes(shape));
    body_ += '\n';
}

void Canvas::polygon(std::span<const Point> points, const Shape& shape)
{
    body_ += fmt::format(R"(<polygon points="{}" stroke-linejoin="round"{}/>)", point_list(points),
                         attributes(shape));
    body_ += '\n';
}

void Canvas::polygon(std::initializer_list<Point> points, const Shape& shape)
{
    polygon(std::span{points.begin(), points.size()}, shape);
}

void Canvas::path(std::string_view data, const Shape& shape)
{
    body_ += fmt::format(R"(<path d="{}" stroke-linecap="round" stroke-linejoin="round"{}/>)", data,
                         attributes(shape));
    body_ += '\n';
}

void Canvas::stroke(std::string_view data, const Pen& pen)
{
    path(data, {.stroke = pen.colour, .width = pen.width, .dash = pen.dash, .opacity = pen.opacity});
}

void Canvas::line(Point from, Point to, const Pen& pen)
{
    stroke(fmt::format("M{} {}L{} {}", number(from.x), number(from.y), number(to.x), number(to.y)), pen);
}

void Canvas::polyline(std::span<const Point> points, const Pen& pen)
{
    std::string data;
    for (const Point& p : points)
        data += fmt::format("{}{} {}", data.empty() ? "M" : "L", number(p.x), number(p.y));
    stroke(data, pen);
}

void Canvas::head(Point tip, Point direction, const Pen& pen)
{
    const double length = head_length(pen);
    const double half = length * 0.45;
    const Point base{tip.x - direction.x * length, tip.y - direction.y * length};
    polygon({tip,
             {base.x - direction.y * half, base.y + direction.x * half},
             {base.x + direction.y * half, base.y - direction.x * half}},
            {.fill = pen.colour, .opacity = pen.opacity});
}

void Canvas::arrow(std::initializer_list<Point> points, const Pen& pen)
{
    std::vector<Point> shaft(points);
    const Point tip = shaft.back();
    const Point towards = direction(shaft[shaft.size() - 2], tip);
    const double back = head_length(pen) * 0.8;
    shaft.back() = {tip.x - towards.x * back, tip.y - towards.y * back};
    polyline(shaft, pen);
    head(tip, towards, pen);
}

void Canvas::curved_arrow(Point from, Point control1, Point control2, Point to, const Pen& pen)
{
    const Point towards = direction(control2, to);
    const double back = head_length(pen) * 0.8;
    stroke(fmt::format("M{} {}C{} {} {} {} {} {}", number(from.x), number(from.y), number(control1.x),
                       number(control1.y), number(control2.x), number(control2.y),
                       number(to.x - towards.x * back), number(to.y - towards.y * back)),
           pen);
    head(to, towards, pen);
}

void Canvas::bracket(Point from, Point to, double depth, const Pen& pen)
{
    const Point along = direction(from, to);
    const Point across{-along.y * depth, along.x * depth};
    const std::array points{from, Point{from.x + across.x, from.y + across.y},
                            Point{to.x + across.x, to.y + across.y}, to};
    polyline(points, pen);
}

void Canvas::text(Point at, std::string_view words, const Type& type)
{
    const std::vector<std::string_view> lines = lines_of(words);
    const double step = type.size * line_spacing;
    double baseline = at.y + type.size * 0.36 - step * (static_cast<double>(lines.size()) - 1) / 2;
    constexpr std::array anchors{"start", "middle", "end"};
    for (const std::string_view line : lines) {
        body_ += fmt::format(R"(<text x="{}" y="{}" font-size="{}" fill="{}" text-anchor="{}")", number(at.x),
                             number(baseline), type.size, paint(type.colour),
                             anchors.at(static_cast<std::size_t>(type.align)));
        if (type.bold) body_ += R"( font-weight="600")";
        if (type.mono) body_ += fmt::format(R"( font-family="{}")", mono_fonts);
        if (type.turn != 0)
            body_ += fmt::format(R"svg( transform="rotate({} {} {})")svg", number(type.turn), number(at.x),
                                 number(at.y));
        body_ += fmt::format(">{}</text>\n", escaped(line));
        baseline += step;
    }
}

void Canvas::label(const Rect& rect, std::string_view words, const Type& type)
{
    const std::vector<std::string_view> lines = lines_of(words);
    const double needed_height = type.size * (1 + line_spacing * (static_cast<double>(lines.size()) - 1));
    for (const std::string_view line : lines)
        if (text_width(line, type) > rect.width || needed_height > rect.height)
            throw std::logic_error(
                fmt::format("{}: \"{}\" needs {:.0f} x {:.0f}, its box has {:.0f} x {:.0f}", name_, line,
                            text_width(line, type), needed_height, rect.width, rect.height));
    text(rect.centre(), words, type);
}

void Canvas::card(const Rect& rect, std::string_view words, const Shape& shape, const Type& type)
{
    box(rect, shape);
    label(rect, words, type);
}

void Canvas::heading(Point at, std::string_view label, std::string_view note)
{
    body_ += fmt::format(
        R"(<text x="{}" y="{}" font-size="17" fill="{}" text-anchor="start" font-weight="600">{})",
        number(at.x), number(at.y + 6), paint(Colour::ink), escaped(label));
    if (!note.empty())
        body_ += fmt::format(R"(<tspan dx="9" font-size="15" fill="{}" font-weight="400">{}</tspan>)",
                             paint(Colour::muted), escaped(note));
    body_ += "</text>\n";
}

void Canvas::panel(const Rect& rect, std::string_view label, std::string_view note)
{
    box(rect, {.fill = Colour::surface, .radius = 10});
    heading({rect.x + 14, rect.y + 20}, label, note);
}

void Canvas::grid(Point origin, int columns, int rows, double cell_width, double cell_height,
                  const Shape& shape)
{
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            box(cell_rect(origin, column, row, cell_width, cell_height), shape);
}

void Canvas::hatch(const Rect& rect, Colour colour, double spacing, double width)
{
    std::string data;
    for (double along = spacing; along < rect.width + rect.height; along += spacing) {
        const double top = std::max(0.0, along - rect.width);
        const double bottom = std::min(rect.height, along);
        data += fmt::format("M{} {}L{} {}", number(rect.x + along - top), number(rect.y + top),
                            number(rect.x + along - bottom), number(rect.y + bottom));
    }
    path(data, {.stroke = colour, .width = width});
}

void Canvas::cross(Point centre, double radius, const Pen& pen)
{
    line({centre.x - radius, centre.y - radius}, {centre.x + radius, centre.y + radius}, pen);
    line({centre.x - radius, centre.y + radius}, {centre.x + radius, centre.y - radius}, pen);
}

void Canvas::frame(const Rect& rect, const Film& film, std::string_view film_name, int which)
{
    frame_of(rect, film, film_name, which, false);
}

void Canvas::frame_of(const Rect& rect, const Film& film, std::string_view film_name, int which, bool runs)
{
    body_ += fmt::format(
        R"(<svg x="{}" y="{}" width="{}" height="{}" viewBox="0 0 {} {}" overflow="hidden">)", number(rect.x),
        number(rect.y), number(rect.width), number(rect.height), film.columns, film.rows);
    body_ += fmt::format(R"~(<g{} transform="translate({} 0)"><use href="#{}"/></g></svg>)~",
                         runs ? fmt::format(R"( class="runs-{}")", film_name) : "", -which * film.columns,
                         film_name);
    body_ += "\n";
}

std::string Canvas::svg() const
{
    return svg_with("");
}

std::string Canvas::document() const
{
    std::string style = "<style>\n@media (prefers-color-scheme: dark) {\n  svg {\n";
    for (const Swatch& swatch : palette())
        style += fmt::format("    {}: {};\n", swatch.property, swatch.dark);
    style += "  }\n}\n</style>\n";
    return svg_with(
        fmt::format(R"({}<rect width="100%" height="100%" fill="{}"/>)", style, paint(Colour::paper)) + "\n");
}

std::string Canvas::svg_with(std::string_view before_body) const
{
    std::string result = R"(<svg xmlns="http://www.w3.org/2000/svg" class="lockstep-figure")";
    result +=
        fmt::format(R"( width="{0}" height="{1}" viewBox="0 0 {0} {1}")", number(width_), number(height_));
    result += fmt::format(R"( role="img" aria-labelledby="{0}-title {0}-desc" font-family="{1}">)", name_,
                          sans_fonts);
    result += fmt::format("\n<title id=\"{0}-title\">{1}</title>\n<desc id=\"{0}-desc\">{2}</desc>\n", name_,
                          escaped(title_), escaped(description_));
    result += before_body;
    return result + body_ + "</svg>\n";
}

Rect cell_rect(Point origin, int column, int row, double cell_width, double cell_height)
{
    return {origin.x + column * cell_width, origin.y + row * cell_height, cell_width, cell_height};
}

} // namespace figures
