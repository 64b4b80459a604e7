// Tests of the histogram with counters of one byte: where they must not wrap unseen.
#include <lockstep/kernel_set.hpp>

using namespace lockstep;

namespace
{

constexpr std::size_t items = 16;

using Pixels = std::vector<std::uint8_t>;

/// Counts with so many work-groups; bin b holds 10 * b before where `begun`.
void check_histogram(const Pixels& pixels, std::size_t groups, bool begun = false)
{
    std::vector<cl_uint> counts(256);
    for (cl_uint bin = 0; begun && bin < 256; ++bin) counts[bin] = 10 * bin;
    const auto device_counts = input("counts", counts);
    launch(Exercise::get().kernel("histogram.cl", "histogram", {"global uchar*", "uint", "global uint*"}),
           covering(groups * items, items), input("pixels", pixels), pixels.size(), device_counts);
    Reference<cl_uint> expected = histogram(pixels);
    for (std::size_t bin = 0; bin < counts.size(); ++bin) expected.values[bin] += counts[bin];
    INFO(pixels.size(), " pixels, ", groups, " work-groups of 16");
    expect_agreed("counts", expected, device_counts.read());
}

/// What work-item 3 of one group meets is `value`, so often; everything else differs from pixel to pixel.
Pixels equal_for_one(std::size_t times, std::uint8_t value)
{
    Pixels pixels(times * items);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = i % items == 3 ? value : static_cast<std::uint8_t>((i * 7 + i / 256) % 200);
    return pixels;
}

} // namespace

TEST_CASE("random pixels are counted")
{
    check_histogram(random_bytes(5000, 181), 2);
    check_histogram(random_bytes(1, 182), 1);
    check_histogram(random_bytes(37, 183), 4);
}

TEST_CASE("255, 256 and 257 equal pixels of one work-item are counted")
{
    for (const std::size_t times : {255U, 256U, 257U, 512U}) check_histogram(equal_for_one(times, 250), 1);
    check_histogram(equal_for_one(300, 0), 1);
    check_histogram(equal_for_one(300, 255), 1);
}

TEST_CASE("white pages are counted")
{
    for (const std::size_t size : {4080U, 4096U, 4097U, 9000U}) check_histogram(Pixels(size, 255), 1);
    check_histogram(Pixels(20000, 255), 3);
    check_histogram(Pixels(10000, 0), 2);
}

TEST_CASE("what is in counts before stays in it")
{
    check_histogram(random_bytes(3000, 184), 2, true);
    check_histogram(random_bytes(3000, 185), 1, true);
    check_histogram(Pixels(9000, 128), 2, true);
    check_histogram({}, 2, true);
}

TEST_CASE("a work-item meets more than 65536 equal pixels")
{
    check_histogram(Pixels(clean_stage() ? 5000 : 70000 * items + 5, 90), 1);
}

TEST_CASE("every value may wrap, in every work-item and every group")
{
    const std::size_t times = 300, values = clean_stage() ? 2 : 256;
    Pixels pixels(values * times * items);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint8_t>(255 - i / (times * items));
    check_histogram(pixels, 1);
    check_histogram(pixels, 40);
}

TEST_SUITE("lens")
{
    TEST_CASE("65536 pixels of two kinds under the lens")
    {
        Pixels pixels = random_bytes(65536, 185);
        for (std::size_t i = 0; i < 32768; ++i) pixels[i] = 240;
        check_histogram(pixels, 8);
    }

    TEST_CASE("60001 pixels of two kinds under the lens")
    {
        Pixels pixels = random_bytes(60001, 186);
        for (std::size_t i = 0; i < 30001; ++i) pixels[i] = 241;
        check_histogram(pixels, 7);
    }

    TEST_CASE("counters that fill but do not wrap under the lens")
    {
        // Each of 32 work-items meets each of eight values 250 times.
        Pixels pixels(std::size_t{2} * items * 8 * 250);
        for (std::size_t i = 0; i < pixels.size(); ++i)
            pixels[i] = static_cast<std::uint8_t>(31 * (i / (2 * items) % 8));
        check_histogram(pixels, 2);
    }
}
