/// A small drawing layer that writes SVG meant to be inlined into a page.
///
/// Coordinates are SVG user units, x to the right and y down. Colours are CSS custom properties with the
/// light value as fallback, so that a page can restyle every figure by defining them (see figures.css).
#pragma once

#include "film.hpp"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace figures
{

enum class Colour
{
    none,
    ink,
    muted,
    line,
    surface,
    paper,
    on_solid,
    accent,
    accent_soft,
    accent2,
    accent2_soft,
    good,
    good_soft,
    bad,
    bad_soft,
    violet,
    violet_soft,
    leaf,
    leaf_shade,
    wood,
    skin,
};

/// One colour of the palette: the custom property that holds it and its value on a light and on a dark page.
struct Swatch
{
    Colour colour;
    std::string_view property;
    std::string_view light;
    std::string_view dark;
};

/// Every colour but `none`, in the order of the enumeration.
std::span<const Swatch> palette();

/// The colour as an SVG paint, for example `var(--fig-ink, #1c2733)`; `none` for Colour::none.
std::string paint(Colour colour);

struct Point
{
    double x = 0;
    double y = 0;
};

struct Rect
{
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    double right() const { return x + width; }
    double bottom() const { return y + height; }
    Point centre() const { return {x + width / 2, y + height / 2}; }
    Rect inset(double by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
};

/// How an area is filled and outlined.
struct Shape
{
    Colour fill = Colour::none;
    Colour stroke = Colour::none;
    double width = 1.5;
    double radius = 0;
    std::string_view dash{};
    double opacity = 1;
};

/// How a line or an arrow is drawn.
struct Pen
{
    Colour colour = Colour::muted;
    double width = 1.75;
    std::string_view dash{};
    double opacity = 1;
};

enum class Align
{
    start,
    middle,
    end
};

/// How text is set. `turn` rotates it about its anchor point, in degrees clockwise.
struct Type
{
    double size = 16;
    Colour colour = Colour::ink;
    Align align = Align::middle;
    bool bold = false;
    bool mono = false;
    double turn = 0;
};

/// Estimated width of one line of text, on the wide side of the fonts that browsers choose for `sans-serif`.
double text_width(std::string_view line, const Type& type);

/// One figure under construction.
class Canvas
{
public:
    /// `name` becomes the file name and the prefix of every id; `title` and `description` are what a screen
    /// reader says.
    Canvas(std::string name, double width, double height, std::string title, std::string description);

    const std::string& name() const { return name_; }
    double width() const { return width_; }
    double height() const { return height_; }

    void box(const Rect& rect, const Shape& shape);
    void circle(Point centre, double radius, const Shape& shape);
    void ellipse(Point centre, double radius_x, double radius_y, const Shape& shape);
    void polygon(std::span<const Point> points, const Shape& shape);
    void polygon(std::initializer_list<Point> points, const Shape& shape);
    /// A path in SVG's own notation, for free forms.
    void path(std::string_view data, const Shape& shape);

    void line(Point from, Point to, const Pen& pen = {});
    void polyline(std::span<const Point> points, const Pen& pen = {});
    /// Straight segments through `points`, with a head at the last one.
    void arrow(std::initializer_list<Point> points, const Pen& pen = {});
    /// One cubic curve with a head at its end.
    void curved_arrow(Point from, Point control1, Point control2, Point to, const Pen& pen = {});
    /// A square bracket whose bar lies `depth` to the right of the way from `from` to `to`.
    void bracket(Point from, Point to, double depth, const Pen& pen = {});

    /// Text whose vertical middle is at `at.y`; `\n` separates lines, which are centred on it together.
    void text(Point at, std::string_view words, const Type& type = {});
    /// Text centred in `rect`. Throws std::logic_error when it does not fit.
    void label(const Rect& rect, std::string_view words, const Type& type = {});
    /// A box with a label in it.
    void card(const Rect& rect, std::string_view words, const Shape& shape, const Type& type = {});
    /// One line that starts at `at`: a bold label and a quieter note after it.
    void heading(Point at, std::string_view label, std::string_view note = {});
    /// A rounded background with a heading in its upper left corner.
    void panel(const Rect& rect, std::string_view label, std::string_view note = {});

    /// `columns` × `rows` cells of one size; cell_rect() says where each one is.
    void grid(Point origin, int columns, int rows, double cell_width, double cell_height, const Shape& shape);
    /// Diagonal strokes across `rect`.
    void hatch(const Rect& rect, Colour colour, double spacing = 8, double width = 1.5);
    void cross(Point centre, double radius, const Pen& pen);

    /// A film that runs again and again in `seconds`, unless the reader prefers no motion; then, and on paper, its
    /// frame `still` stands. Returns a name under which frame() shows single ones.
    std::string film(const Rect& rect, const Film& film, double seconds, int still);
    /// One frame of what film() has brought into this figure.
    void frame(const Rect& rect, const Film& film, std::string_view film_name, int which);

    /// The complete document, for a page that brings the colours.
    std::string svg() const;
    /// The complete document for itself: on a background, in the light or the dark colours, as its reader prefers.
    std::string document() const;

private:
    std::string svg_with(std::string_view before_body) const;
    void head(Point tip, Point direction, const Pen& pen);
    void stroke(std::string_view data, const Pen& pen);
    void frame_of(const Rect& rect, const Film& film, std::string_view film_name, int which, bool runs);

    std::string name_;
    double width_;
    double height_;
    std::string title_;
    std::string description_;
    std::string body_;
    int films_ = 0;
};

/// Where cell (column, row) of a grid is.
Rect cell_rect(Point origin, int column, int row, double cell_width, double cell_height);

} // namespace figures
