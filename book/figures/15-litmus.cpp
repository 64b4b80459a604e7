/// Chapter 15: the four litmus tests, and the buffers between a core and its memory.
#include "figure.hpp"

#include <array>
#include <string>
#include <string_view>

namespace figures
{
namespace of_15_litmus
{

struct Panel
{
    std::string_view title;
    std::array<std::string_view, 2> left;
    std::array<std::string_view, 2> right;
    std::string_view weak;
};

constexpr std::array panels{Panel{"message passing", {"x = 1", "y = 1"}, {"a = y", "b = x"}, "a = 1, b = 0"},
                            Panel{"store buffering", {"x = 1", "a = y"}, {"y = 1", "b = x"}, "a = 0, b = 0"},
                            Panel{"load buffering", {"a = x", "y = 1"}, {"b = y", "x = 1"}, "a = 1, b = 1"},
                            Panel{"coherence", {"x = 1", ""}, {"a = x", "b = x"}, "a = 1, b = 0"}};

void draw_side(Canvas& canvas, Point at, std::string_view who, const std::array<std::string_view, 2>& lines)
{
    canvas.text({at.x + 56, at.y}, who, {.size = 15, .colour = Colour::muted});
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Rect rect{at.x, at.y + 14 + 36 * static_cast<double>(i), 112, 30};
        if (lines.at(i).empty()) continue;
        const bool writes = lines.at(i).ends_with("1");
        canvas.card(rect, lines.at(i),
                    {.fill = writes ? Colour::accent2_soft : Colour::accent_soft,
                     .stroke = writes ? Colour::accent2 : Colour::accent,
                     .radius = 4},
                    {.size = 16, .mono = true});
    }
}

void draw_tests(Canvas& canvas)
{
    for (std::size_t p = 0; p < panels.size(); ++p) {
        const Panel& panel = panels.at(p);
        const double x = 10 + 330 * static_cast<double>(p % 2);
        const double y = 16 + 172 * static_cast<double>(p / 2);
        canvas.text({x, y}, panel.title, {.size = 17, .align = Align::start, .bold = true});
        draw_side(canvas, {x, y + 24}, "one group", panel.left);
        draw_side(canvas, {x + 150, y + 24}, "another", panel.right);
        canvas.text({x, y + 124}, "weak:", {.size = 15, .colour = Colour::muted, .align = Align::start});
        canvas.text({x + 48, y + 124}, panel.weak,
                    {.size = 16, .colour = Colour::bad, .align = Align::start, .mono = true});
    }
}

const Register litmus_tests({"15-litmus", 620, 336, "Four litmus tests and their weak outcomes",
                             "In each test x and y are 0 at first. Message passing: one group sets x, then "
                             "y; the other reads y, then x, "
                             "and gets 1 and 0. Store buffering: each sets one word and reads the other, and "
                             "both get 0. Load buffering: "
                             "each reads one word and sets the other, and both get 1. Coherence: one sets x, "
                             "the other reads it twice, "
                             "and gets 1 and then 0.",
                             draw_tests});

void draw_core(Canvas& canvas, double x, std::string_view name, std::string_view stored,
               std::string_view read)
{
    canvas.card({x, 30, 210, 40}, name, {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 6},
                {.size = 17, .bold = true});
    canvas.box({x, 112, 96, 66}, {.fill = Colour::surface, .stroke = Colour::line, .radius = 6});
    canvas.text({x + 48, 128}, "store buffer", {.size = 14, .colour = Colour::muted});
    canvas.card({x + 14, 142, 68, 28}, stored,
                {.fill = Colour::accent2_soft, .stroke = Colour::accent2, .radius = 4},
                {.size = 15, .mono = true});
    canvas.arrow({{x + 48, 70}, {x + 48, 110}}, {.colour = Colour::accent2, .width = 2});
    canvas.text({x + 38, 90}, "1",
                {.size = 15, .colour = Colour::accent2, .align = Align::end, .bold = true});
    canvas.arrow({{x + 48, 178}, {x + 48, 224}}, {.colour = Colour::accent2, .width = 2, .dash = "5 4"});
    canvas.text({x + 38, 202}, "3",
                {.size = 15, .colour = Colour::accent2, .align = Align::end, .bold = true});
    canvas.arrow({{x + 166, 224}, {x + 166, 72}}, {.colour = Colour::accent, .width = 2});
    canvas.text({x + 156, 146}, "2",
                {.size = 15, .colour = Colour::accent, .align = Align::end, .bold = true});
    canvas.text({x + 176, 146}, read, {.size = 15, .align = Align::start, .mono = true});
}

void draw_store_buffer(Canvas& canvas)
{
    draw_core(canvas, 20, "core 0", "x = 1", "a = 0");
    draw_core(canvas, 330, "core 1", "y = 1", "b = 0");
    canvas.card({20, 226, 570, 42}, "cache and memory:  x = 0,  y = 0",
                {.fill = Colour::surface, .stroke = Colour::line, .radius = 6}, {.size = 16});
}

const Register store_buffer(
    {"15-store-buffer", 620, 284, "Two cores with a store buffer each",
     "Each core puts its store into its own store buffer, step 1. Then it reads the other word from the "
     "cache, where "
     "it is still 0, step 2. Only later do the stores leave the buffers, step 3. Both reads have returned 0.",
     draw_store_buffer});

} // namespace of_15_litmus
} // namespace figures
