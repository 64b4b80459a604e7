/// Chapter 18: who meets whom when 32 work-items count 32 bytes, and how full the fullest of some bins is.
#include "figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_18_collisions
{

constexpr int work_items = 32;
constexpr int banks = 32;

/// Bytes that look random: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), seed 29.
std::vector<int> random_bytes()
{
    std::vector<int> bytes;
    std::uint64_t state = 29;
    for (int i = 0; i < work_items; ++i) {
        state += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        bytes.push_back(static_cast<int>((z ^ (z >> 31U)) % 256));
    }
    return bytes;
}

/// The expected number of balls in the fullest of some buckets, when each of `balls` falls into one at random.
/// At most m are in each with probability balls! / buckets^balls times the coefficient of x^balls in
/// (1 + x + x²/2! + ... + x^m/m!)^buckets.
double expected_fullest(int balls, int buckets)
{
    double expected = 0;
    for (int most = 0; most < balls; ++most) {
        std::vector<double> ways(static_cast<std::size_t>(balls) + 1); // probability that so many have fallen
        ways[0] = 1;
        for (int left = buckets; left > 0;
             --left) { // into the next of `left` buckets falls each with 1 / left
            std::vector<double> next(ways.size());
            for (int gone = 0; gone <= balls; ++gone)
                for (int here = 0; here <= std::min(most, balls - gone); ++here) {
                    const int rest = balls - gone;
                    const double choose = std::exp(std::lgamma(rest + 1) - std::lgamma(here + 1) -
                                                   std::lgamma(rest - here + 1));
                    const double chance = left == 1 ? (here == rest ? 1 : 0)
                                                    : choose * std::pow(1.0 / left, here) *
                                                          std::pow(1 - 1.0 / left, rest - here);
                    next[static_cast<std::size_t>(gone + here)] +=
                        ways[static_cast<std::size_t>(gone)] * chance;
                }
            ways = next;
        }
        expected += 1 - ways.back();
    }
    return expected;
}

/// Work-items above, their banks below, and a square for each that waits at a bank; equal bytes want one word, which
/// is served at once.
void draw_request(Canvas& canvas, double left, const std::string& name, const std::vector<int>& bytes)
{
    constexpr double step = 9;
    constexpr double items_y = 70;
    constexpr double banks_y = 292;
    canvas.text({left, 16}, name, {.size = 17, .align = Align::start, .bold = true});
    canvas.text({left, 44}, "32 work-items", {.size = 15, .colour = Colour::muted, .align = Align::start});
    std::array<int, banks> waiting{};
    const bool equal = std::ranges::count(bytes, bytes[0]) == work_items;
    for (const int byte : bytes) ++waiting.at(static_cast<std::size_t>(byte % banks));
    const int fullest = *std::ranges::max_element(waiting);
    const double size = equal ? 5 : 8; // of a square, upwards
    for (int i = 0; i < work_items; ++i) {
        const int bank = bytes[static_cast<std::size_t>(i)] % banks;
        const bool clash = !equal && waiting.at(static_cast<std::size_t>(bank)) == fullest;
        const Colour colour = clash ? Colour::bad : Colour::accent;
        const Point from{left + (i + 0.5) * step, items_y};
        canvas.circle(from, 3.5, {.fill = colour});
        const double top = banks_y - size * waiting.at(static_cast<std::size_t>(bank)) - 2;
        canvas.line({from.x, from.y + 4}, {left + (bank + 0.5) * step, top},
                    {.colour = colour, .width = clash ? 1.25 : 0.75, .opacity = clash ? 0.9 : 0.6});
    }
    for (int bank = 0; bank < banks; ++bank) {
        canvas.box({left + bank * step, banks_y, step, 12},
                   {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
        const int height = waiting.at(static_cast<std::size_t>(bank));
        if (equal && height > 0)
            canvas.box({left + bank * step + 1, banks_y - height * size, step - 2, height * size - 0.75},
                       {.fill = Colour::accent, .radius = 1});
        for (int k = 0; k < height && !equal; ++k)
            canvas.box({left + bank * step + 1, banks_y - (k + 1) * size + 0.5, step - 2, size - 1.25},
                       {.fill = height == fullest ? Colour::bad : Colour::accent, .radius = 1});
    }
    canvas.text({left, banks_y + 28}, "bank 0", {.size = 14, .colour = Colour::muted, .align = Align::start});
    canvas.text({left + banks * step, banks_y + 28}, "31",
                {.size = 14, .colour = Colour::muted, .align = Align::end});
    const std::string verdict = equal ? "one word: one pass" : fmt::format("{} in the fullest bank", fullest);
    canvas.text({left + banks * step / 2, banks_y + 52}, verdict,
                {.size = 16, .colour = equal ? Colour::accent : Colour::bad, .bold = true});
}

void draw_collisions(Canvas& canvas)
{
    draw_request(canvas, 12, "Random bytes", random_bytes());
    draw_request(canvas, 344, "Equal bytes", std::vector<int>(work_items, 77));
}

void draw_fullest(Canvas& canvas)
{
    constexpr std::array buckets{1, 2, 4, 8, 16, 32, 64, 128, 256};
    constexpr double left = 20;
    constexpr double step = 68;
    constexpr double floor = 250;
    constexpr double scale = 6.2;
    canvas.heading({left, 14}, "32 balls", "on average in the fullest of so many buckets");
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        const double value = expected_fullest(work_items, buckets.at(i));
        const bool here = buckets.at(i) == banks;
        const Rect bar{left + static_cast<double>(i) * step, floor - value * scale, step - 16, value * scale};
        canvas.box(bar, {.fill = here ? Colour::bad : Colour::accent, .radius = 2});
        const double x = bar.centre().x;
        canvas.text({x, bar.y - 13}, fmt::format("{:.{}f}", value, buckets.at(i) == 1 ? 0 : 1),
                    {.size = 16, .colour = here ? Colour::bad : Colour::ink, .bold = here});
        canvas.text({x, floor + 16}, fmt::format("{}", buckets.at(i)), {.size = 16, .bold = here});
    }
    canvas.line({left - 6, floor}, {left + 9 * step - 10, floor}, {.colour = Colour::line});
    canvas.text({left, floor + 42}, "buckets; 32 are the banks of local memory",
                {.size = 15, .colour = Colour::muted, .align = Align::start});
}

const Register collisions(
    {"18-collisions", 644, 356, "32 random bytes and 32 equal ones at the banks of their counters",
     "Random bytes: most banks have none or one work-item waiting, the fullest a few. Equal bytes: all 32 "
     "work-items want one word of one bank, which one pass serves.",
     draw_collisions});
const Register fullest(
    {"18-fullest", 640, 306, "How full the fullest of some buckets is when 32 balls are thrown at random",
     "One bucket holds all 32 balls. Of 32 buckets the fullest holds three or four on average; of "
     "256 still more than one.",
     draw_fullest});

} // namespace of_18_collisions
} // namespace figures
