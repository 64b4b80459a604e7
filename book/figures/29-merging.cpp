/// Chapter 29: the sorting network of eight places, and a merge as a path that is cut into equal parts.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_29_merging
{

constexpr double label_size = 16; // 10 CSS pixels on a phone, in figures of this width
constexpr double figure_width = 600;
constexpr Type quiet_start{.size = label_size, .colour = Colour::muted, .align = Align::start};

/// The network of kernels/sort.cl: places as lines from left to right, comparisons between them.
class Network
{
public:
    explicit Network(Canvas& canvas) : canvas_(canvas) {}

    void draw()
    {
        for (std::size_t place = 0; place < places; ++place) {
            canvas_.line({left, y_of(place)}, {figure_width - 24, y_of(place)},
                         {.colour = Colour::line, .width = 1.5});
            canvas_.text({10, y_of(place)}, fmt::format("{}", place), quiet_start);
        }
        canvas_.text({10, 16}, "merge", quiet_start);
        show_keys(1);
        for (std::size_t merged = 1; merged < places; merged *= 2) {
            const double begin = x_;
            step(merged, 2 * merged - 1, Colour::accent, "mirror");
            for (std::size_t reach = merged / 2; reach > 0; reach /= 2)
                step(reach, reach, Colour::accent2, fmt::format("i + {}", reach));
            canvas_.text({(begin + x_ - gap) / 2, 16}, fmt::format("{0} + {0}", merged),
                         {.size = label_size, .bold = true});
            show_keys(2 * merged);
        }
        explain(y_of(places - 1) + 76);
    }

private:
    static constexpr std::size_t places = 8;
    static constexpr double left = 26;
    static constexpr double top = 54;
    static constexpr double between = 37; // lines
    static constexpr double slot = 27;    // of a comparison beside others of its step
    static constexpr double gap = 14;     // between steps
    static constexpr double cell = 32;

    static double y_of(std::size_t place) { return top + static_cast<double>(place) * between; }

    /// The keys at this point, in runs of `run` that are in order.
    void show_keys(std::size_t run)
    {
        const bool sorted = run == places;
        const Colour stroke = sorted ? Colour::good : run == 1 ? Colour::muted : Colour::violet;
        const Colour fill = sorted ? Colour::good_soft : run == 1 ? Colour::surface : Colour::violet_soft;
        for (std::size_t first = 0; first < places; first += run)
            canvas_.box({x_, y_of(first) - 15, cell, static_cast<double>(run - 1) * between + 30},
                        {.fill = fill, .stroke = stroke, .radius = 6});
        for (std::size_t place = 0; place < places; ++place)
            canvas_.text({x_ + cell / 2, y_of(place)}, fmt::format("{}", keys_.at(place)),
                         {.size = 18, .bold = sorted});
        x_ += cell + gap;
    }

    /// Compares the lower half of every 2 * reach places with the upper half: with the places whose numbers
    /// differ in the bits `across`.
    void step(std::size_t reach, std::size_t across, Colour colour, const std::string& name)
    {
        for (std::size_t comparison = 0; comparison < places / 2; ++comparison) {
            const std::size_t upper = comparison / reach * 2 * reach + comparison % reach;
            const std::size_t lower = upper ^ across;
            int &a = keys_.at(upper), &b = keys_.at(lower);
            const double x = x_ + (static_cast<double>(comparison % reach) + 0.5) * slot;
            draw_comparison({x, y_of(upper)}, y_of(lower), colour, a > b);
            if (a > b) std::swap(a, b);
        }
        const double width = static_cast<double>(reach) * slot;
        canvas_.text({x_ + width / 2, y_of(places - 1) + 36}, name, {.size = label_size, .colour = colour});
        x_ += width + gap;
    }

    void draw_comparison(Point upper, double lower, Colour colour, bool exchanges)
    {
        canvas_.line(upper, {upper.x, lower}, {.colour = colour, .width = exchanges ? 3.0 : 1.25});
        for (const double y : {upper.y, lower})
            canvas_.circle({upper.x, y}, 5,
                           {.fill = exchanges ? colour : Colour::paper, .stroke = colour, .width = 1.5});
    }

    void explain(double y)
    {
        canvas_.arrow({{17, y + 14}, {17, y - 14}}, {.colour = Colour::muted, .width = 2});
        canvas_.text({32, y}, "the smaller key goes up", quiet_start);
        draw_comparison({262, y - 11}, y + 11, Colour::muted, true);
        canvas_.text({277, y}, "they change places", quiet_start);
        draw_comparison({464, y - 11}, y + 11, Colour::muted, false);
        canvas_.text({479, y}, "in order", quiet_start);
    }

    Canvas& canvas_;
    std::array<int, places> keys_{6, 3, 8, 1, 7, 4, 2, 5};
    double x_ = left + 8;
};

void draw_network(Canvas& canvas)
{
    Network(canvas).draw();
}

/// The merge of a and b as a path from corner to corner of a grid, and the parts of four results each.
class MergePath
{
public:
    explicit MergePath(Canvas& canvas) : canvas_(canvas) {}

    void draw()
    {
        draw_grid();
        for (std::size_t steps = part; steps < a_.size() + b_.size(); steps += part) draw_diagonal(steps);
        canvas_.text({results_left, 16}, "Four results a group",
                     {.size = label_size, .align = Align::start, .bold = true});
        std::size_t i = 0, j = 0;
        for (std::size_t steps = 0; steps < a_.size() + b_.size(); ++steps) {
            if (steps % part == 0) draw_part(steps, i);
            const bool from_a = j == b_.size() || (i < a_.size() && a_[i] <= b_[j]);
            draw_result(steps, from_a ? a_[i] : b_[j], from_a);
            const Point begin = at(i, j);
            from_a ? ++i : ++j;
            canvas_.line(begin, at(i, j), {.colour = from_a ? Colour::accent : Colour::accent2, .width = 5});
        }
        for (std::size_t steps = part; steps < a_.size() + b_.size(); steps += part) draw_crossing(steps);
        explain();
    }

private:
    static constexpr std::size_t part = 4;
    static constexpr double left = 54;
    static constexpr double top = 66;
    static constexpr double cell_width = 64;
    static constexpr double cell_height = 46;
    static constexpr double results_left = 394;
    static constexpr double result = 49;

    static Point at(std::size_t i, std::size_t j)
    {
        return {left + static_cast<double>(i) * cell_width, top + static_cast<double>(j) * cell_height};
    }

    /// How many of its first `steps` results the merge takes of a: PATH of kernels/sort.cl.
    std::size_t taken_of_a(std::size_t steps) const
    {
        std::size_t low = steps > b_.size() ? steps - b_.size() : 0, high = std::min(steps, a_.size());
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (a_[middle] <= b_[steps - 1 - middle])
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    void draw_grid()
    {
        canvas_.grid(at(0, 0), static_cast<int>(a_.size()), static_cast<int>(b_.size()), cell_width,
                     cell_height, {.stroke = Colour::line, .width = 1});
        canvas_.text({left - 10, top - 25}, "a", {.size = 18, .bold = true});
        canvas_.text({left - 27, top - 8}, "b", {.size = 18, .bold = true});
        for (std::size_t i = 0; i < a_.size(); ++i)
            canvas_.card({at(i, 0).x + 15, top - 40, cell_width - 30, 30}, fmt::format("{}", a_[i]),
                         {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 4}, {.size = 18});
        for (std::size_t j = 0; j < b_.size(); ++j)
            canvas_.card({left - 44, at(0, j).y + 8, 34, 30}, fmt::format("{}", b_[j]),
                         {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4},
                         {.size = 18});
    }

    void draw_diagonal(std::size_t steps)
    {
        const std::size_t most = std::min(steps, a_.size()), rest = std::min(steps, b_.size());
        canvas_.line(at(most, steps - most), at(steps - rest, rest),
                     {.colour = Colour::muted, .width = 2, .dash = "6 5"});
    }

    void draw_crossing(std::size_t steps)
    {
        const std::size_t i = taken_of_a(steps);
        const Point point = at(i, steps - i);
        canvas_.circle(point, 7, {.fill = Colour::paper, .stroke = Colour::ink, .width = 3});
        canvas_.text({point.x + 9, point.y + 24}, fmt::format("{} of a\n{} of b", i, steps - i),
                     {.size = label_size, .align = Align::start, .bold = true});
    }

    /// What the group takes whose part begins after `steps` results, of which `i` are of a.
    void draw_part(std::size_t steps, std::size_t i)
    {
        const std::size_t end = std::min(steps + part, a_.size() + b_.size());
        const std::size_t of_a = taken_of_a(end) - i;
        canvas_.text({results_left, y_of(steps) - 17},
                     fmt::format("group {}: {} of a, {} of b", steps / part, of_a, end - steps - of_a),
                     quiet_start);
    }

    static double y_of(std::size_t steps) { return 78 + static_cast<double>(steps / part) * 86; }

    void draw_result(std::size_t steps, int key, bool from_a)
    {
        canvas_.card({results_left + static_cast<double>(steps % part) * result, y_of(steps), result - 6, 34},
                     fmt::format("{}", key),
                     {.fill = from_a ? Colour::accent_soft : Colour::accent2_soft,
                      .stroke = from_a ? Colour::accent : Colour::accent2,
                      .radius = 4},
                     {.size = 18});
    }

    void explain()
    {
        double y = y_of(a_.size() + b_.size()) - 12;
        const auto entry = [&](const Pen& pen, bool down, const std::string& words) {
            canvas_.line({results_left + (down ? 15 : 0), down ? y - 12 : y},
                         {results_left + (down ? 15 : 30), down ? y + 12 : y}, pen);
            canvas_.text({results_left + 42, y}, words, quiet_start);
            y += 32;
        };
        entry({.colour = Colour::accent, .width = 5}, false, "a key of a");
        entry({.colour = Colour::accent2, .width = 5}, true, "a key of b");
        entry({.colour = Colour::muted, .width = 2, .dash = "6 5"}, false,
              fmt::format("{} and {} taken", part, 2 * part));
    }

    Canvas& canvas_;
    std::vector<int> a_{2, 4, 4, 7, 9};
    std::vector<int> b_{1, 4, 5, 5, 8, 8, 8};
};

void draw_path(Canvas& canvas)
{
    MergePath(canvas).draw();
}

const Register network(
    {"29-network", figure_width, 414, "A sorting network of eight places",
     "Eight lines, one for each place, and three merges. The first merge compares neighbours. The second "
     "compares places 0 and 3, 1 and 2, 4 and 7, 5 and 6, and then neighbours. The third compares places 0 "
     "and "
     "7, 1 and 6, 2 and 5, 3 and 4, then places two apart in each half, then neighbours. The smaller key "
     "goes "
     "to the upper place. After each merge the runs in order are twice as long.",
     draw_network});
const Register path(
    {"29-path", figure_width, 404, "The merge of two sorted runs as a path through a grid",
     "The keys of a are along the top, those of b down the side. The path goes to the right for a key of a "
     "and "
     "down for one of b; of equal keys, those of a are first. Diagonals after four and after eight steps cut "
     "the path into three parts of four results. The first crosses it where three keys of a and one of b are "
     "taken, the second where four of each are.",
     draw_path});

} // namespace of_29_merging
} // namespace figures
