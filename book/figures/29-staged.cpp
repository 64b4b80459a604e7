/// Chapter 29: the sectors that a request writes from a tile as it comes, and from one that was put in order first.
#include "figure.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_29_staged
{

constexpr double label_size = 16; // 10 CSS pixels on a phone, in figures of this width
constexpr double figure_width = 600;
constexpr Type quiet{.size = label_size, .colour = Colour::muted};

constexpr std::size_t lanes = 32;
constexpr std::size_t requests = 8;
constexpr std::size_t tile_keys = lanes * requests;
constexpr std::size_t digit_values = 16;
constexpr std::size_t sector_keys = 8; // of 32 bits in 32 bytes

/// A tile's digits, and where each of its keys goes in the result.
struct Tile
{
    std::vector<std::size_t> digits;
    std::vector<std::size_t> places;
    std::vector<std::size_t> begins; ///< of each digit
    std::vector<std::size_t> counts;
};

/// Digits and beginnings that look random: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), seed 29. The
/// keys of a digit are far from those of the next: other tiles have theirs between.
Tile random_tile()
{
    std::uint64_t state = 29;
    const auto random = [&](std::size_t values) {
        state += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return static_cast<std::size_t>((z ^ (z >> 31U)) % values);
    };
    Tile tile;
    tile.begins.resize(digit_values);
    tile.counts.resize(digit_values);
    constexpr std::size_t apart = 4096;
    for (std::size_t digit = 0; digit < digit_values; ++digit)
        tile.begins[digit] = apart * digit + random(sector_keys);
    for (std::size_t i = 0; i < tile_keys; ++i) {
        const std::size_t digit = random(digit_values);
        tile.digits.push_back(digit);
        tile.places.push_back(tile.begins[digit] + tile.counts[digit]++);
    }
    return tile;
}

/// The same tile after its keys have been put in order.
Tile ordered(Tile tile)
{
    std::ranges::sort(tile.digits);
    std::ranges::sort(tile.places); // digits are in order, and a digit's keys
    return tile;
}

std::set<std::size_t> sectors_of(const Tile& tile, std::size_t request)
{
    std::set<std::size_t> sectors;
    for (std::size_t lane = 0; lane < lanes; ++lane)
        sectors.insert(tile.places[request * lanes + lane] / sector_keys);
    return sectors;
}

std::size_t sectors_of_all(const Tile& tile)
{
    std::size_t sum = 0;
    for (std::size_t request = 0; request < requests; ++request) sum += sectors_of(tile, request).size();
    return sum;
}

/// One request of a tile: its lanes with their digits above, the sectors of the tile's part of the result below.
class RequestPicture
{
public:
    RequestPicture(Canvas& canvas, const Tile& tile, double top) : canvas_(canvas), tile_(tile), top_(top)
    {
        std::size_t sectors = 0;
        for (std::size_t digit = 0; digit < digit_values; ++digit) sectors += sectors_of_digit(digit);
        sector_ = (lanes * lane - (digit_values - 1) * digit_gap) / static_cast<double>(sectors);
        double x = left;
        for (std::size_t digit = 0; digit < digit_values; ++digit) {
            digit_left_.push_back(x);
            x += static_cast<double>(sectors_of_digit(digit)) * sector_ + digit_gap;
        }
    }

    void draw(std::string_view name, Colour colour, std::size_t request)
    {
        canvas_.text({left, top_}, name, {.size = label_size, .align = Align::start, .bold = true});
        const std::set<std::size_t> touched = sectors_of(tile_, request);
        draw_memory(touched, colour);
        for (std::size_t l = 0; l < lanes; ++l) draw_lane(l, request * lanes + l, colour);
        canvas_.text({left, top_ + 192},
                     fmt::format("This request: {} sectors. All {} of the tile: {}.", touched.size(),
                                 requests, sectors_of_all(tile_)),
                     {.size = label_size, .colour = colour, .align = Align::start, .bold = true});
    }

private:
    static constexpr double left = 12;
    static constexpr double lane = 18;
    static constexpr double digit_gap = 7;
    static constexpr double memory = 122; // below the top

    std::size_t first_sector(std::size_t digit) const { return tile_.begins[digit] / sector_keys; }

    std::size_t sectors_of_digit(std::size_t digit) const
    {
        const std::size_t last = tile_.begins[digit] + tile_.counts[digit] - 1;
        return last / sector_keys - first_sector(digit) + 1;
    }

    double x_of_place(std::size_t place, std::size_t digit) const
    {
        return digit_left_[digit] +
               static_cast<double>(place - first_sector(digit) * sector_keys) * sector_ / sector_keys;
    }

    void draw_memory(const std::set<std::size_t>& touched, Colour colour)
    {
        for (std::size_t digit = 0; digit < digit_values; ++digit) {
            for (std::size_t s = 0; s < sectors_of_digit(digit); ++s) {
                const bool used = touched.contains(first_sector(digit) + s);
                canvas_.box(
                    Rect{digit_left_[digit] + static_cast<double>(s) * sector_, top_ + memory, sector_, 30}
                        .inset(0.8),
                    {.fill = used ? colour : Colour::surface,
                     .stroke = used ? colour : Colour::muted,
                     .width = 1});
            }
            canvas_.text({digit_left_[digit] + static_cast<double>(sectors_of_digit(digit)) * sector_ / 2,
                          top_ + memory + 44},
                         fmt::format("{:x}", digit), quiet);
        }
    }

    void draw_lane(std::size_t l, std::size_t i, Colour colour)
    {
        const std::size_t digit = tile_.digits[i];
        const Rect rect{left + static_cast<double>(l) * lane, top_ + 20, lane, 28};
        canvas_.card(rect, fmt::format("{:x}", digit), {.fill = Colour::surface, .stroke = Colour::line},
                     {.size = label_size});
        const double x = x_of_place(tile_.places[i], digit) + sector_ / sector_keys / 2;
        canvas_.line({rect.centre().x, rect.bottom() + 1}, {x, top_ + memory},
                     {.colour = colour, .width = 1.25});
    }

    Canvas& canvas_;
    const Tile& tile_;
    double top_;
    double sector_ = 0;
    std::vector<double> digit_left_;
};

void draw_staged(Canvas& canvas)
{
    constexpr std::size_t shown = 3; // a request in the middle of the tile
    const Tile as_it_comes = random_tile(), in_order = ordered(as_it_comes);
    RequestPicture(canvas, as_it_comes, 16)
        .draw("As they come: the digits of 32 keys of 256", Colour::bad, shown);
    RequestPicture(canvas, in_order, 254)
        .draw("Put in order first: 32 neighbours of the tile", Colour::good, shown);
    canvas.text({12, 484},
                "Below the lines: the result, where each digit has its run.\nA box is a sector of 32 bytes.",
                {.size = label_size, .colour = Colour::muted, .align = Align::start});
}

const Register staged(
    {"29-staged", figure_width, 510,
     "What one request writes, from a tile as it comes and from an ordered one",
     "A tile has 256 keys with 16 digits, written by eight requests of 32 lanes. As they come, the keys of a "
     "request go to the runs of most digits, and touch a sector or two of each. From an ordered tile, they "
     "go to the runs of a few digits side by side, and touch a few sectors.",
     draw_staged});

} // namespace of_29_staged
} // namespace figures
