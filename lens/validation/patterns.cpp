// The patterns: what each work-item of a group asks for.
#include "patterns.hpp"

#include <lockstep/random.hpp>

#include <functional>

namespace lockstep::validation
{

namespace
{

Pattern make(std::string name, const std::function<std::uint32_t(std::uint32_t)>& place)
{
    Pattern pattern{std::move(name), {}};
    for (std::uint32_t item = 0; item < pattern_items; ++item) pattern.places.push_back(place(item));
    return pattern;
}

/// A hash of the item, so that items that agree in `key` get the same place.
std::uint32_t scatter(std::uint64_t key, std::uint64_t seed, std::size_t elements)
{
    return Random{seed * 1000003 + key}.below(static_cast<std::uint32_t>(elements));
}

} // namespace

std::vector<Pattern> patterns(std::size_t elements, std::size_t bytes, bool sharing)
{
    std::vector<Pattern> all;
    const auto add = [&](std::string name, const std::function<std::uint32_t(std::uint32_t)>& place) {
        all.push_back(make(std::move(name), place));
    };
    // Sequence `number` of random places among `range`, looked up by any key.
    const auto draw = [bytes](std::uint64_t number, std::size_t range) {
        return [seed = number * 32 + bytes, range](std::uint32_t key) { return scatter(key, seed, range); };
    };
    const auto idle_unless = [](bool active, std::uint32_t place) { return active ? place : nobody; };

    add("random", draw(1, elements));
    add("random within 512 bytes", draw(2, 512 / bytes));
    add("all the same", [](std::uint32_t) { return 5U; });
    add("half of the lanes, random", [&, coin = draw(3, 2), place = draw(4, elements)](std::uint32_t i) {
        return idle_unless(coin(i) == 0, place(i));
    });
    add("even lanes, in place", [&](std::uint32_t i) { return idle_unless(i % 2 == 0, i); });
    add("the lower quarter, random",
        [&, place = draw(5, elements)](std::uint32_t i) { return idle_unless(i % 32 < 8, place(i)); });
    add("reversed", [](std::uint32_t i) { return static_cast<std::uint32_t>(pattern_items) - 1 - i; });
    if (!sharing) return all;

    add("random within 128 bytes", draw(6, 128 / bytes));
    add("a quarter of the lanes, side by side",
        [&, coin = draw(7, 4)](std::uint32_t i) { return idle_unless(coin(i) == 0, i); });
    add("even lanes, side by side", [&](std::uint32_t i) { return idle_unless(i % 2 == 0, i / 2); });
    add("every fourth lane, random",
        [&, place = draw(8, elements)](std::uint32_t i) { return idle_unless(i % 4 == 1, place(i)); });
    add("the upper half of each half, random",
        [&, place = draw(9, elements)](std::uint32_t i) { return idle_unless(i % 16 >= 8, place(i)); });
    for (const std::uint32_t bit : {1U, 2U, 4U, 8U, 16U})
        add("lanes that differ by " + std::to_string(bit) + " share",
            [bit, place = draw(10, elements)](std::uint32_t i) { return place(i & ~bit); });
    add("four by four", [place = draw(11, elements)](std::uint32_t i) { return place(i / 4); });
    add("by one in the lower half, by two in the upper",
        [place = draw(12, elements)](std::uint32_t i) { return place(i % 32 < 16 ? i & ~1U : i & ~2U); });
    add("by one in the lower half, none in the upper",
        [place = draw(13, elements)](std::uint32_t i) { return place(i % 32 < 16 ? i & ~1U : i); });
    add("none in the lower half, by two in the upper",
        [place = draw(14, elements)](std::uint32_t i) { return place(i % 32 < 16 ? i : i & ~2U); });
    add("by one in the even quarters, by two in the odd",
        [place = draw(15, elements)](std::uint32_t i) { return place(i % 16 < 8 ? i & ~1U : i & ~2U); });
    add("by one but for one pair",
        [place = draw(16, elements)](std::uint32_t i) { return place(i % 32 == 21 ? 1000 + i : i & ~1U); });
    add("by two but for one pair",
        [place = draw(17, elements)](std::uint32_t i) { return place(i % 32 == 6 ? 1000 + i : i & ~2U); });
    add("one of each two, random which",
        [&, coin = draw(18, 2), place = draw(19, elements)](std::uint32_t i) {
            return idle_unless(coin(i / 2) == i % 2, place(i));
        });
    add("one of each two that differ by two, random which",
        [&, coin = draw(20, 2), place = draw(21, elements)](std::uint32_t i) {
            return idle_unless(coin(i & ~2U) == i / 2 % 2, place(i));
        });
    add("by one, with a third of the lanes idle",
        [&, coin = draw(22, 3), place = draw(23, elements)](std::uint32_t i) {
            return idle_unless(coin(i) != 0, place(i & ~1U));
        });
    add("by two, with a third of the lanes idle",
        [&, coin = draw(24, 3), place = draw(25, elements)](std::uint32_t i) {
            return idle_unless(coin(i) != 0, place(i & ~2U));
        });
    add("by one, the upper half idle", [&, place = draw(26, elements)](std::uint32_t i) {
        return idle_unless(i % 32 < 16, place(i & ~1U));
    });
    return all;
}

} // namespace lockstep::validation
