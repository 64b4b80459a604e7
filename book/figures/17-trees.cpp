/// Chapter 17: a tree of additions in a work-group, whose two ways to share the work, and the orders of
/// additions.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_17_trees
{

// ---------------------------------------------------------------- 17-trees

constexpr int words = 8;
constexpr double cell = 34;
constexpr double round_height = 78;

/// One round of a tree: the words that take in another, which stands `apart` places further on.
struct Round
{
    std::vector<int> words;
    int apart;
};

struct Tree
{
    std::string_view name;
    std::string_view note;
    std::array<Round, 3> rounds;
};

void draw_word(Canvas& canvas, const Rect& rect, bool is_sum, bool is_used)
{
    canvas.box(rect.inset(1.5), {.fill = is_sum    ? Colour::accent
                                         : is_used ? Colour::accent_soft
                                                   : Colour::surface,
                                 .stroke = Colour::line,
                                 .width = 1,
                                 .radius = 3});
}

void draw_tree(Canvas& canvas, Point origin, const Tree& tree)
{
    canvas.text({origin.x, 14}, tree.name, {.size = 17, .align = Align::start, .bold = true});
    canvas.text({origin.x, 38}, tree.note, {.size = 15, .colour = Colour::muted, .align = Align::start});
    const auto place = [&](int word, double y) { return Rect{origin.x + word * cell, y, cell, cell}; };
    for (int word = 0; word < words; ++word) {
        canvas.text({origin.x + (word + 0.5) * cell, origin.y - 11}, fmt::format("{}", word),
                    {.size = 14, .colour = Colour::muted});
        draw_word(canvas, place(word, origin.y), false, true);
    }
    double y = origin.y;
    std::vector<int> used{0, 1, 2, 3, 4, 5, 6, 7}; // words that still hold a sum
    for (const Round& round : tree.rounds) {
        const double next = y + round_height;
        for (const int word : round.words) {
            const double x = place(word, 0).centre().x;
            const double partner = place(word + round.apart, 0).centre().x;
            canvas.line({x, y + cell}, {x, next - 1}, {.colour = Colour::accent, .width = 2});
            canvas.arrow({{partner, y + cell}, {x + 5, next - 2}},
                         {.colour = Colour::accent2, .width = 1.75});
        }
        for (int word = 0; word < words; ++word) {
            const bool sums = std::find(round.words.begin(), round.words.end(), word) != round.words.end();
            draw_word(canvas, place(word, next), sums, false);
            if (sums)
                canvas.text(place(word, next).centre(), fmt::format("{}", word),
                            {.size = 16, .colour = Colour::on_solid, .bold = true});
        }
        y = next;
    }
}

void draw_trees(Canvas& canvas)
{
    constexpr double top = 76;
    const std::array trees{
        Tree{"Interleaved",
             "the partner is 1, 2, 4 away",
             {Round{{0, 2, 4, 6}, 1}, Round{{0, 4}, 2}, Round{{0}, 4}}},
        Tree{"Folded",
             "the partner is 4, 2, 1 away",
             {Round{{0, 1, 2, 3}, 4}, Round{{0, 1}, 2}, Round{{0}, 1}}},
    };
    draw_tree(canvas, {30, top}, trees[0]);
    draw_tree(canvas, {346, top}, trees[1]);
    const double bottom = top + 3 * round_height + cell + 24;
    canvas.box({30, bottom - 9, 18, 18}, {.fill = Colour::accent, .radius = 3});
    canvas.text({56, bottom}, "written by the work-item with this number",
                {.size = 15, .align = Align::start});
    canvas.text({30, bottom + 26}, "Columns are words of local memory, and so banks.",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
    canvas.text({30, bottom + 48}, "Where a box is empty, the work-item of its number is idle.",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

// ---------------------------------------------------------------- 17-orders

constexpr int elements = 16;

/// A sum in the drawing: where it stands, and how many additions the worst of its elements has gone through.
struct Sum
{
    double x;
    int depth;
};

constexpr double level = 14; ///< height of one addition

Point at(Point origin, const Sum& sum)
{
    return {origin.x + sum.x, origin.y + sum.depth * level};
}

/// The sum of two, drawn at `x`.
Sum add(Canvas& canvas, Point origin, const Sum& a, const Sum& b, double x)
{
    const Sum sum{x, std::max(a.depth, b.depth) + 1};
    for (const Sum& part : {a, b})
        canvas.line(at(origin, part), at(origin, sum), {.colour = Colour::muted, .width = 1.25});
    canvas.circle(at(origin, sum), 4.5, {.fill = Colour::accent});
    return sum;
}

std::vector<Sum> leaves(Canvas& canvas, Point origin)
{
    std::vector<Sum> all;
    for (int i = 0; i < elements; ++i) {
        all.push_back({i * 11.5, 0});
        canvas.circle(at(origin, all.back()), 4,
                      {.fill = Colour::paper, .stroke = Colour::ink, .width = 1.25});
    }
    return all;
}

Sum tree_of(Canvas& canvas, Point origin, std::vector<Sum> sums)
{
    while (sums.size() > 1) {
        std::vector<Sum> next;
        for (std::size_t i = 0; i + 1 < sums.size(); i += 2)
            next.push_back(add(canvas, origin, sums[i], sums[i + 1], (sums[i].x + sums[i + 1].x) / 2));
        sums = next;
    }
    return sums.front();
}

void captions(Canvas& canvas, double left, std::string_view name, std::string_view here,
              std::string_view formula, std::string_view large)
{
    canvas.text({left, 14}, name, {.size = 17, .align = Align::start, .bold = true});
    canvas.text({left, 40}, here, {.size = 15, .align = Align::start});
    canvas.text({left, 318}, formula, {.size = 15, .colour = Colour::muted, .align = Align::start});
    canvas.text({left, 342}, large,
                {.size = 16, .colour = Colour::accent, .align = Align::start, .bold = true});
}

void draw_orders(Canvas& canvas)
{
    constexpr std::array columns{14.0, 238.0, 462.0};
    constexpr double top = 76;
    const auto origin = [&](std::size_t column) { return Point{columns.at(column) + 6, top}; };

    captions(canvas, columns[0], "A chain", "16 elements, 15 roundings", "n − 1", "2²⁶: 67,108,863");
    std::vector<Sum> row = leaves(canvas, origin(0));
    Sum sum = row.front();
    for (std::size_t i = 1; i < row.size(); ++i) sum = add(canvas, origin(0), sum, row[i], row[i].x);

    captions(canvas, columns[1], "A tree", "4 roundings", "log₂ n", "2²⁶: 26");
    tree_of(canvas, origin(1), leaves(canvas, origin(1)));

    captions(canvas, columns[2], "Four sums and a tree", "3 + 2 roundings", "n / sums − 1 + log₂ sums",
             "2²⁶ by 2²⁰ sums: 83");
    row = leaves(canvas, origin(2));
    std::vector<Sum> sums(row.begin(), row.begin() + 4);
    for (std::size_t i = 4; i < row.size(); ++i) {
        const double middle =
            (row[i % 4 * 4 + 1].x + row[i % 4 * 4 + 2].x) / 2; // sums have room to be told apart
        sums[i % 4] = add(canvas, origin(2), sums[i % 4], row[i], middle);
    }
    tree_of(canvas, origin(2), sums);
}

const Register trees(
    {"17-trees", 640, 430, "Two trees of additions over eight words of local memory",
     "Interleaved: work-items 0, 2, 4 and 6 add their right neighbour's word, then 0 and 4 the word two "
     "away, then 0 the word four away. Folded: work-items 0 to 3 add the words 4 to 7, then 0 and 1 the "
     "words 2 and 3, then 0 word 1.",
     draw_trees});
const Register
    orders({"17-orders", 672, 360, "Three orders in which sixteen elements are added",
            "In a chain the first element goes through fifteen additions. In a tree each goes through four. "
            "With four sums, each a chain of three additions, and a tree over the sums, it is five.",
            draw_orders});

} // namespace of_17_trees
} // namespace figures
