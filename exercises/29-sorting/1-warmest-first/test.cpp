// Tests of the keys of readings: neighbours of every exponent, and whole lists that are sorted by their keys.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <numeric>

using namespace lockstep;

namespace
{

using Readings = std::vector<float>;
using Keys = std::vector<cl_uint>;

Readings from_bits(const Keys& bits)
{
    Readings readings;
    for (const cl_uint number : bits) readings.push_back(std::bit_cast<float>(number));
    return readings;
}

Keys keys_of(const Readings& readings, std::size_t group = 64)
{
    cl::Kernel kernel =
        Exercise::get().kernel("warmest.cl", "make_keys", {"global float*", "global uint*", "uint"});
    const auto keys = output<cl_uint>("keys", readings.size());
    launch(kernel, covering(readings.size(), group), input("readings", readings), keys, readings.size());
    return keys.read();
}

/// Whether reading a comes before b.
bool before(float a, float b)
{
    return std::isnan(b) ? !std::isnan(a) : a > b;
}

std::string with_key(float reading, cl_uint key)
{
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "%.9g, whose bits are 0x%08X, has the key 0x%08X",
                  static_cast<double>(reading), std::bit_cast<cl_uint>(reading), key);
    return text.data();
}

/// Compares the keys of each reading and the next one.
void check_neighbours(const Readings& readings)
{
    const Keys keys = keys_of(readings);
    for (std::size_t i = 1; i < readings.size(); ++i) {
        const bool less = before(readings[i - 1], readings[i]), more = before(readings[i], readings[i - 1]);
        if (less == (keys[i - 1] < keys[i]) && more == (keys[i - 1] > keys[i])) continue;
        FAIL(with_key(readings[i - 1], keys[i - 1]), ", which must be ",
             std::string{less ? "smaller than" : (more ? "larger than" : "the same as")},
             " that of the next reading: ", with_key(readings[i], keys[i]));
    }
}

/// Sorts the readings stably by their keys, and expects them in their order.
void check_sorted(const Readings& readings, std::size_t group)
{
    const Keys keys = keys_of(readings, group);
    Keys places(readings.size());
    std::iota(places.begin(), places.end(), 0U);
    Keys expected = places;
    std::ranges::stable_sort(places, {}, [&](cl_uint i) { return keys[i]; });
    std::ranges::stable_sort(expected,
                             [&](cl_uint i, cl_uint k) { return before(readings[i], readings[k]); });
    INFO(readings.size(), " readings; compared are the places that they had before the sort");
    expect_same("sorted", expected, places);
}

} // namespace

TEST_CASE("the warmer of two readings has the smaller key, above zero and below")
{
    check_neighbours({30, 21.5F, 21, 0.5F, 0, 0.5F, 21, 3e38F, INFINITY, 4});
    check_neighbours({3, 0, -1, -1.5F, -40, -273, -INFINITY, INFINITY, -INFINITY, -3e38F, 3});
}

TEST_CASE("0 and -0 have the same key")
{
    check_neighbours({1, 0, -0.0F, 0, -0.0F, -1, -0.0F, 0x1p-149F, -0.0F, -0x1p-149F});
}

TEST_CASE("all NaNs have one key, the largest")
{
    check_neighbours(from_bits({0xFF80'0000, 0x7FC0'0000, 0xFFC0'0000, 0x7F80'0001, 0xFFFF'FFFF, 0x7FFF'FFFF,
                                0xFF80'0001, 0xBF80'0000, 0xFFC0'0000, 0x7F80'0000, 0x7FC0'0001}));
}

TEST_CASE("numbers of every exponent are in order, down to the last bit")
{
    Keys bits;
    for (const cl_uint sign : {0U, 0x8000'0000U})
        for (cl_uint exponent = 0; exponent < 0x7F80'0000; exponent += 0x80'0000)
            for (const cl_uint fraction : {1U, 2U, 0x40'0000U, 0x7F'FFFFU})
                bits.push_back(sign | exponent | fraction);
    check_neighbours(from_bits(bits));
}

TEST_CASE("lists of every size are in order once they are sorted by their keys")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) {
        check_sorted(from_bits(random_uints(size.count, 2901, 0xFFFF'FFFF)), size.group);
        Readings few; // many of them equal
        for (const cl_uint number : random_uints(size.count, 2902, 5))
            few.push_back(std::array{-1.0F, -0.0F, 0.0F, NAN, 1.0F}.at(number));
        check_sorted(few, size.group);
    }
}
