// Tests of the bits that differ, of single passes against std::stable_sort by one digit, and of whole sorts.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

using namespace lockstep;

namespace
{

using Times = std::vector<cl_ulong>;
using Words = std::vector<cl_uint>;

constexpr std::size_t group = 256, tile = 1024, digits = 256;

std::size_t digit_of(cl_ulong time, unsigned shift)
{
    return time >> shift & (digits - 1);
}

/// Random in the bits of the mask.
Times random_times(std::size_t n, cl_ulong mask = ~cl_ulong{0}, cl_ulong added = 0)
{
    const Words low = random_uints(n, 2911 + n, 0xFFFF'FFFF), high = random_uints(n, 2912 + n, 0xFFFF'FFFF);
    Times times(n);
    for (std::size_t i = 0; i < n; ++i) times[i] = ((cl_ulong{high[i]} << 32U | low[i]) & mask) + added;
    return times;
}

/// The lower and the upper half of each time.
Words halves(const Times& times)
{
    Words words;
    for (const cl_ulong time : times)
        words.insert(words.end(), {static_cast<cl_uint>(time), static_cast<cl_uint>(time >> 32U)});
    return words;
}

/// Events, numbered from 1,000 on as they arrived.
struct Events
{
    explicit Events(Times all) : times(std::move(all)), numbers(times.size())
    {
        std::iota(numbers.begin(), numbers.end(), 1000U);
    }

    Times times;
    Words numbers;
};

/// The events after a pass, which must leave them as a stable sort by the digit does. @param launched tiles, if not all; then
/// the work-items are numbered the other way round.
Events moved(const Events& events, unsigned shift, std::size_t launched = SIZE_MAX)
{
    const std::size_t n = events.times.size(), tiles = (n + tile - 1) / tile;
    Words places(digits * tiles), order(n);
    for (std::size_t i = 0; i < n; ++i) ++places[digit_of(events.times[i], shift) * tiles + i / tile];
    std::exclusive_scan(places.begin(), places.end(), places.begin(), 0U);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](cl_uint i) { return digit_of(events.times[i], shift); });
    Events expected = events;
    for (std::size_t k = 0; k < n; ++k) {
        expected.times[k] = events.times[order[k]];
        expected.numbers[k] = events.numbers[order[k]];
    }
    cl::Kernel kernel = Exercise::get().kernel(
        "events.cl", "move_events",
        {"global ulong*", "global uint*", "global uint*", "global ulong*", "global uint*", "uint", "uint"});
    const bool part = launched < tiles;
    if (part)
        kernel = behind(told_of(covering(tiles * group, group)) + numbered_backwards(), "events.cl", kernel);
    const auto times = output<cl_ulong>("times_out", n);
    const auto numbers = output<cl_uint>("numbers_out", n);
    launch(kernel, covering(std::min(launched, tiles) * group, group), input("times", events.times),
           input("numbers", events.numbers), input("places", places), times, numbers, n, cl_uint{shift});
    INFO(n, " events in ", tiles, " tiles, shift ", shift, "; tiles launched: ", std::min(launched, tiles),
         std::string{part ? ", and in each group the work-item that runs last has number 0" : ""});
    const auto made = [&](std::size_t k) { return order[k] / tile < launched; };
    expect_part("numbers_out", expected.numbers, numbers.read(), made);
    expect_part("halves of times_out", halves(expected.times), halves(times.read()),
                [&](std::size_t k) { return made(k / 2); });
    return expected;
}

/// The bits in which the times differ.
cl_ulong check_differing(const Times& times, std::size_t groups)
{
    cl_ulong bits = 0;
    for (const cl_ulong time : times) bits |= time ^ times[0];
    cl::Kernel kernel =
        Exercise::get().kernel("events.cl", "find_differing", {"global ulong*", "global uint*", "uint"});
    const auto differing = input("differing", Words(2, 0));
    launch(kernel, covering(groups * group, group), input("times", times), differing, times.size());
    INFO(times.size(), " events, ", groups, " groups");
    expect_same("differing", halves({bits}), differing.read());
    return bits;
}

void check_sort(Events events)
{
    const cl_ulong bits = check_differing(events.times, 5);
    for (unsigned shift = 0; shift < 64; shift += 8)
        if (digit_of(bits, shift) != 0) events = moved(events, shift);
    Times expected = events.times;
    std::ranges::sort(expected);
    expect_same("halves of the sorted times", halves(expected), halves(events.times));
}

} // namespace

TEST_CASE("the bits in which times differ")
{
    check_differing(random_times(300), 1);
    check_differing({5}, 1);
    check_differing(random_times(1000, 0xFF, 0x1234'5678'9ABC'DE00), 2);
    for (std::size_t bit = 0; bit < 64; bit += clean_stage() ? 40 : 1) { // one of the events is another one
        Times times(1000, 0x0123'4567'89AB'CDEF);
        times[bit * 331 % 1000] ^= cl_ulong{1} << bit;
        check_differing(times, 1);
    }
    if (!clean_stage()) check_differing(random_times(100'001, 0xFFF0'0000'000F), 3);
}

TEST_CASE("a tile's events are moved by their digit")
{
    Times times(tile);
    for (std::size_t i = 0; i < tile; ++i) times[i] = digits - 1 - i % digits;
    if (clean_stage()) times.resize(300); // the tile is short, too
    moved(Events{times}, 0);
    if (!clean_stage()) moved(Events{random_times(tile)}, 0);
}

TEST_CASE("events with the same digit keep their order")
{
    if (clean_stage()) return; // one tile is like another
    moved(Events{random_times(tile, 0x300, 77)}, 8);
    moved(Events{Times(tile, 0xABCD'0000'0000)}, 8);
}

TEST_CASE("any digit of 64 bits, and several tiles")
{
    if (clean_stage()) return;
    for (unsigned shift = 0; shift < 64; shift += 8) moved(Events{random_times(2 * tile)}, shift);
}

TEST_CASE("the last tile may be short, and hold the largest times")
{
    if (clean_stage()) return;
    for (const std::size_t n : {1U, 31U, 300U, 1023U, 1025U}) moved(Events{random_times(n)}, 40);
    Times times = random_times(tile + 100);
    for (const std::size_t i : {0U, 500U, 1050U, 1123U}) times[i] = ~cl_ulong{0};
    moved(Events{times}, 56);
}

TEST_CASE("a group moves its own tile, whichever of its work-items runs first")
{
    if (clean_stage())
        moved(Events{random_times(tile + 150, 0x70000)}, 16, 1);
    else
        moved(Events{random_times(2 * tile + 150, 0x70000)}, 16, 2);
}

TEST_CASE("events of a minute are sorted in as many passes as they need")
{
    if (clean_stage()) return; // every pass has been looked at
    check_sort(Events{random_times(20'001, 0xF'FFFF'FFFF, 0x17A0'0000'0000'0000)});
    check_sort(Events{random_times(5'000, 0xFF'0000'0070, 3)});
}

TEST_SUITE("lens")
{
    TEST_CASE("8,192 events")
    {
        check_differing(random_times(8192), 8);
        moved(Events{random_times(8192)}, 8);
    }

    TEST_CASE("3,001 events")
    {
        check_differing(random_times(3001), 3);
        moved(Events{random_times(3001)}, 24);
    }
}
