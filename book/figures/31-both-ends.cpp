/// Chapter 31: the same step of a search from both ends of the edges.
#include "figure.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_31_both_ends
{

constexpr double label_size = 16; // 10 CSS pixels on a phone, in figures of this width
constexpr double figure_width = 600;
constexpr double radius = 15;

/// Five vertices of the frontier, two that were found before it, three that were not found yet, and their rows.
class BothEnds
{
public:
    explicit BothEnds(Canvas& canvas) : canvas_(canvas) {}

    void draw()
    {
        draw_side(0, "down: the frontier looks", true);
        draw_side(side, "up: vertices not found look", false);
    }

private:
    enum class Kind
    {
        frontier,
        found,
        unfound
    };
    struct Vertex
    {
        Kind kind;
        double x;
        double y;
        std::vector<std::size_t> row;
    };
    static constexpr double side = 300;

    bool is_found(std::size_t v) const { return vertices_.at(v).kind != Kind::unfound; }

    Point place(std::size_t v, double left) const { return {left + vertices_.at(v).x, vertices_.at(v).y}; }

    void look(std::size_t from, std::size_t to, double left, bool finds)
    {
        const Point a = place(from, left), b = place(to, left);
        const double dx = b.x - a.x, dy = b.y - a.y;
        const double length = std::sqrt(dx * dx + dy * dy), part = 1 - (radius + 3) / length;
        canvas_.arrow({{a.x + dx * (radius + 1) / length, a.y + dy * (radius + 1) / length},
                       {a.x + dx * part, a.y + dy * part}},
                      {.colour = finds ? Colour::accent : Colour::muted, .width = finds ? 2.5 : 1.25});
    }

    void draw_side(double left, std::string_view title, bool down)
    {
        canvas_.text({left + side / 2, 18}, title, {.size = label_size, .bold = true});
        std::size_t looks = 0;
        std::array<bool, 10> claimed{};
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            const Vertex& vertex = vertices_.at(v);
            if (vertex.kind != (down ? Kind::frontier : Kind::unfound)) continue;
            for (const std::size_t u : vertex.row) {
                const bool finds = down ? !is_found(u) && !claimed.at(u) : is_found(u);
                look(v, u, left, finds);
                ++looks;
                if (down && finds) claimed.at(u) = true;
                if (!down && finds) break;
            }
        }
        for (std::size_t v = 0; v < vertices_.size(); ++v) draw_vertex(v, left);
        canvas_.text({left + side / 2, 268}, fmt::format("{} edges looked at, 3 vertices found", looks),
                     {.size = label_size, .colour = Colour::muted});
    }

    void draw_vertex(std::size_t v, double left)
    {
        const Kind kind = vertices_.at(v).kind;
        const Colour fill = kind == Kind::frontier ? Colour::accent2_soft
                            : kind == Kind::found  ? Colour::line
                                                   : Colour::paper;
        const Colour stroke = kind == Kind::frontier ? Colour::accent2
                              : kind == Kind::found  ? Colour::muted
                                                     : Colour::accent;
        canvas_.circle(place(v, left), radius, {.fill = fill, .stroke = stroke, .width = 2});
        canvas_.text(place(v, left), fmt::format("{}", v), {.size = label_size, .bold = true});
    }

    Canvas& canvas_;
    std::array<Vertex, 10> vertices_{{{Kind::found, 100, 60, {2, 3, 5}},
                                      {Kind::found, 200, 60, {2, 4, 6}},
                                      {Kind::frontier, 30, 140, {0, 1, 7}},
                                      {Kind::frontier, 90, 140, {0, 7, 8}},
                                      {Kind::frontier, 150, 140, {1, 8, 9}},
                                      {Kind::frontier, 210, 140, {0, 9}},
                                      {Kind::frontier, 270, 140, {1, 7, 9}},
                                      {Kind::unfound, 70, 225, {2, 3, 6}},
                                      {Kind::unfound, 150, 225, {9, 3, 4}},
                                      {Kind::unfound, 230, 225, {8, 4, 5, 6}}}};
};

void draw_both_ends(Canvas& canvas)
{
    BothEnds(canvas).draw();
}

const Register both_ends({"31-both-ends", figure_width, 284,
                          "One step of a search, from the frontier down and from the others up",
                          "Ten vertices twice. 0 and 1 were found before, 2 to 6 are the frontier, 7 to 9 "
                          "were not found yet. On the "
                          "left each vertex of the frontier looks along all of its edges, 14 in all, and "
                          "three looks find a vertex. "
                          "On the right 7, 8 and 9 look for a neighbour that was found, and stop at the "
                          "first: they look at 5 edges.",
                          draw_both_ends});

} // namespace of_31_both_ends
} // namespace figures
