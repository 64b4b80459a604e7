// Tests of the histograms of red, green and blue, which lie side by side in memory.
#include <lockstep/kernel_set.hpp>

#include <array>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

void check_histograms(const Bytes& pixels, std::size_t groups, cl_uint before = 0)
{
    Reference<cl_uint> expected;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        Bytes bytes;
        for (std::size_t i = channel; i < pixels.size(); i += 3) bytes.push_back(pixels[i]);
        const Reference<cl_uint> one = histogram(bytes);
        for (const cl_uint count : one.values) expected.values.push_back(before + count);
        expected.agreed = one.agreed;
    }
    const std::size_t n = pixels.size() / 3;
    const auto counts = input("counts", std::vector<cl_uint>(768, before));
    launch(
        Exercise::get().kernel("histogram.cl", "colour_histogram", {"global uchar*", "uint", "global uint*"}),
        covering(groups * 64, 64), input("pixels", pixels), n, counts);
    INFO(n, " pixels, ", groups, " work-groups of 64");
    expect_agreed("counts", expected, counts.read(), {}, 256);
}

Bytes one_colour(std::size_t n, const std::array<std::uint8_t, 3>& colour)
{
    Bytes pixels(3 * n);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = colour.at(i % 3);
    return pixels;
}

} // namespace

TEST_CASE("a picture of one colour fills one bin of each channel")
{
    check_histograms(one_colour(64, {10, 20, 30}), 1);
    check_histograms(one_colour(1000, {255, 0, 128}), 2);
}

TEST_CASE("random pixels are counted")
{
    check_histograms(random_bytes(3 * 4096, 183), 4);
    check_histograms(random_bytes(3 * 1024, 184), 1);
}

TEST_CASE("the last pixels are counted where they do not fill a word")
{
    for (const std::size_t n : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 15U, 16U, 17U, 65U, 257U})
        check_histograms(random_bytes(3 * n, 185 + n), 1);
    if (!clean_stage()) check_histograms(random_bytes(3 * 100003, 186), 7);
}

TEST_CASE("a launch may have more work-items than there are pixels")
{
    check_histograms(random_bytes(3 * 9, 187), 3);
    check_histograms(random_bytes(3 * 101, 188), 5);
}

TEST_CASE("what is in counts before stays in it")
{
    check_histograms(random_bytes(3 * 500, 189), 2, 1000);
    check_histograms(random_bytes(3 * 300, 193), 1, 77);
    check_histograms({}, 2, 5);
}

TEST_CASE("there may be many groups, and many pixels of one colour")
{
    if (clean_stage()) return;
    check_histograms(random_bytes(3 * 20011, 192), 100);
    check_histograms(one_colour(150001, {7, 7, 201}), 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("4096 pixels under the lens")
    {
        check_histograms(random_bytes(3 * 4096, 190), 4);
    }

    TEST_CASE("3999 pixels under the lens")
    {
        check_histograms(random_bytes(3 * 3999, 191), 3);
    }
}
