// Tests of the merged exposures against the host. Integers only, so every byte must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

std::uint8_t merged(std::uint32_t l, std::uint32_t short_exposure)
{
    const std::uint32_t s = 8 * short_exposure;
    const std::uint32_t light = l < 200 ? l : l < 248 ? (l * (248 - l) + s * (l - 200)) / 48 : s;
    return static_cast<std::uint8_t>(light < 64    ? 2 * light
                                     : light < 320 ? 128 + (light - 64) / 4
                                                   : 192 + (light - 320) / 32);
}

/// @param launched work-items, if not one for each pixel.
void check_merge(const Bytes& long_exposure, const Bytes& short_exposure, std::size_t group,
                 std::size_t launched = SIZE_MAX)
{
    const std::size_t pixels = long_exposure.size();
    Bytes expected(pixels);
    for (std::size_t i = 0; i < pixels; ++i) expected[i] = merged(long_exposure[i], short_exposure[i]);
    const auto picture = output<std::uint8_t>("picture", pixels);
    launch(Exercise::get().kernel("two_exposures.cl", "merge",
                                  {"global uchar*", "global uchar*", "global uchar*", "uint"}),
           covering(std::min(pixels, launched), group), input("long_exposure", long_exposure),
           input("short_exposure", short_exposure), picture, pixels);
    const Bytes got = picture.read();
    const std::size_t i =
        static_cast<std::size_t>(std::ranges::mismatch(expected, got).in1 - expected.begin()) % pixels;
    INFO(pixels, " pixels, work-groups of ", group, ". Of pixel ", i, " the long exposure is ",
         +long_exposure[i], " and the short one ", +short_exposure[i]);
    expect_part("picture", expected, got, [&](std::size_t pixel) { return pixel < launched; });
}

/// Every long exposure from `first` to `last` with every short one, of which the stage clean has every eleventh below a blend.
void check_range(std::uint32_t first, std::uint32_t last)
{
    const std::uint32_t step = clean_stage() && last < 200 ? 11 : 1;
    Bytes long_exposure, short_exposure;
    for (std::uint32_t l = first; l <= last; ++l)
        for (std::uint32_t s = 0; s < 256; s += step) {
            long_exposure.push_back(static_cast<std::uint8_t>(l));
            short_exposure.push_back(static_cast<std::uint8_t>(s));
        }
    check_merge(long_exposure, short_exposure, 64);
}

/// A picture in which every hundredth pixel is at a corner of the function: black, or at an end of the blend, or white.
void check_corners(std::size_t pixels, std::size_t group)
{
    constexpr std::array<std::uint8_t, 6> corners{0, 199, 200, 247, 248, 255};
    Bytes long_exposure = random_bytes(pixels, 44 + pixels);
    Bytes short_exposure = random_bytes(pixels, 45 + pixels);
    for (std::size_t i = 0; i < pixels; i += 100) {
        long_exposure[i] = corners.at(i / 100 % 6);
        short_exposure[i] = i / 600 % 2 == 0 ? 255 : 0;
    }
    check_merge(long_exposure, short_exposure, group);
}

} // namespace

TEST_CASE("dark pixels come from the long exposure, clipped ones from the short one, and others are blended")
{
    check_range(0, 199);
    check_range(248, 255);
    check_range(200, 247);
}

TEST_CASE("the three lines of the curve meet at their corners")
{
    // The short exposure alone, at each of its values: light from 0 to 2040 in steps of 8.
    Bytes short_exposure(256);
    for (std::size_t i = 0; i < 256; ++i) short_exposure[i] = static_cast<std::uint8_t>(i);
    check_merge(Bytes(256, 255), short_exposure, 8);
}

TEST_CASE("a work-item makes its own pixel and no other")
{
    for (const std::size_t launched : {48U, 96U})
        check_merge(random_bytes(250, 42), random_bytes(250, 43), 48, launched);
}

TEST_CASE("pictures of any size are merged, and nothing beyond them")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_merge(random_bytes(size.count, 40), random_bytes(size.count, 41), size.group);
}

TEST_SUITE("lens")
{
    TEST_CASE("4096 pixels are merged")
    {
        check_corners(4096, 128);
    }

    TEST_CASE("3001 pixels are merged by work-groups of 96")
    {
        check_corners(3001, 96);
    }
}
