/// Chapter 31: the levels of a small graph, and the queue that a search by levels fills.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_31_levels
{

constexpr double label_size = 16; // 10 CSS pixels on a phone, in figures of this width
constexpr double figure_width = 600;
constexpr double radius = 17;

/// Ten vertices, the edges between them, and where each is drawn: a column for each level.
class Levels
{
public:
    explicit Levels(Canvas& canvas) : canvas_(canvas)
    {
        level_.fill(none);
        level_[0] = 0;
        for (std::size_t next = 0; next < queue_.size(); ++next)
            for (const auto& [a, b] : edges_)
                for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}})
                    if (from == queue_[next] && level_.at(to) == none) {
                        level_.at(to) = level_.at(from) + 1;
                        parent_.at(to) = from;
                        queue_.push_back(to);
                    }
    }

    void draw()
    {
        for (std::size_t level = 0; level < columns; ++level)
            canvas_.text({left + static_cast<double>(level) * column, 18}, fmt::format("level {}", level),
                         {.size = label_size, .colour = strokes.at(level), .bold = true});
        for (const auto& [a, b] : edges_) draw_edge(a, b);
        for (std::size_t v = 0; v < vertices; ++v) draw_vertex(v, places_.at(v));
        draw_queue();
    }

private:
    static constexpr std::size_t vertices = 10;
    static constexpr std::size_t columns = 5;
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr double left = 60;
    static constexpr double column = 120;
    static constexpr std::array<Colour, columns> strokes{Colour::ink, Colour::accent, Colour::accent2,
                                                         Colour::good, Colour::violet};
    static constexpr std::array<Colour, columns> fills{
        Colour::paper, Colour::accent_soft, Colour::accent2_soft, Colour::good_soft, Colour::violet_soft};

    void draw_edge(std::size_t a, std::size_t b)
    {
        const Point from = places_.at(a), to = places_.at(b);
        if (parent_.at(b) == a && b != 0) {
            const double along = 1 - (radius + 3) / std::max(1.0, to.x - from.x);
            canvas_.arrow({from, {from.x + (to.x - from.x) * along, from.y + (to.y - from.y) * along}},
                          {.colour = strokes.at(level_.at(b)), .width = 2.5});
        } else {
            canvas_.line(from, to, {.colour = Colour::line, .width = 1.5});
        }
    }

    void draw_vertex(std::size_t v, Point at)
    {
        const std::size_t level = level_.at(v);
        canvas_.circle(at, radius, {.fill = Colour::surface});
        canvas_.circle(at, radius, {.fill = fills.at(level), .stroke = strokes.at(level), .width = 2});
        canvas_.text(at, fmt::format("{}", v), {.size = label_size, .bold = true});
    }

    void draw_queue()
    {
        constexpr double top = 258, cell = 46, begin = 92;
        canvas_.text({begin - 12, top + 17}, "queue",
                     {.size = label_size, .colour = Colour::muted, .align = Align::end});
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const std::size_t level = level_.at(queue_[i]);
            canvas_.card({begin + static_cast<double>(i) * cell + 1, top, cell - 2, 34},
                         fmt::format("{}", queue_[i]),
                         {.fill = fills.at(level), .stroke = strokes.at(level), .radius = 4},
                         {.size = label_size, .bold = true});
            canvas_.text({begin + (static_cast<double>(i) + 0.5) * cell, top + 50}, fmt::format("{}", i),
                         {.size = label_size, .colour = Colour::muted});
        }
        canvas_.text({begin - 12, top + 50}, "place",
                     {.size = label_size, .colour = Colour::muted, .align = Align::end});
    }

    Canvas& canvas_;
    std::vector<std::pair<std::size_t, std::size_t>> edges_{{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4},
                                                            {2, 5}, {3, 5}, {3, 6}, {4, 7}, {5, 7},
                                                            {5, 8}, {6, 8}, {7, 9}, {8, 9}};
    std::array<Point, vertices> places_{{{left, 135},
                                         {left + column, 60},
                                         {left + column, 135},
                                         {left + column, 210},
                                         {left + 2 * column, 60},
                                         {left + 2 * column, 135},
                                         {left + 2 * column, 210},
                                         {left + 3 * column, 98},
                                         {left + 3 * column, 172},
                                         {left + 4 * column, 135}}};
    std::array<std::size_t, vertices> level_{};
    std::array<std::size_t, vertices> parent_{};
    std::vector<std::size_t> queue_{0};
};

void draw_levels(Canvas& canvas)
{
    Levels(canvas).draw();
}

const Register levels(
    {"31-levels", figure_width, 322, "The levels of a graph, and the queue of a search through it",
     "Ten vertices in five columns, one for each level. Vertex 0 is level 0; 1, 2 and 3 are its neighbours, "
     "level 1; 4, 5 and 6 are level 2; 7 and 8 level 3; 9 level 4. Arrows lead from each vertex' parent to "
     "it. "
     "Other edges are thin: vertices 4, 5, 7, 8 and 9 could have had two parents each, and one of them "
     "claimed it. Below is the queue: the vertices of each level one after the other, each of them once.",
     draw_levels});

} // namespace of_31_levels
} // namespace figures
