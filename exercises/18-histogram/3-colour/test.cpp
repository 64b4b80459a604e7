// Tests of the histograms of red, green and blue, which lie side by side in memory.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <array>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

void check_histograms(const Bytes& pixels, std::size_t groups, std::uint32_t before = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("histogram.cl", "colour_histogram", {"global uchar*", "uint", "global uint*"});
    Reference<std::uint32_t> expected;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        Bytes bytes;
        for (std::size_t i = channel; i < pixels.size(); i += 3) bytes.push_back(pixels[i]);
        const Reference<std::uint32_t> one = histogram(bytes);
        for (const std::uint32_t count : one.values) expected.values.push_back(before + count);
        expected.agreed = one.agreed;
    }
    const auto device_pixels =
        input("pixels", pixels.empty() ? Bytes{1, 2, 3} : pixels); // a buffer cannot be empty
    const auto device_counts = input("counts", std::vector<std::uint32_t>(768, before));
    exercise.launch(kernel, {.global = cl::NDRange(groups * 64), .local = cl::NDRange(64)}, device_pixels,
                    static_cast<cl_uint>(pixels.size() / 3), device_counts);
    const std::size_t n = pixels.size() / 3;
    INFO(n, " pixels, ", groups, " work-groups of 64");
    expect_agreed("counts", expected, device_counts.read(), {}, 256);
    if (!pixels.empty()) exercise.expect_same("pixels", pixels, device_pixels.read());
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
    if (!Exercise::get().clean_stage()) check_histograms(random_bytes(3 * 100003, 186), 7);
}

TEST_CASE("a launch may have more work-items than there are pixels")
{
    check_histograms(random_bytes(3 * 9, 187), 3);
    check_histograms(random_bytes(3 * 101, 188), 5);
}

TEST_CASE("what is in counts before stays in it")
{
    check_histograms(random_bytes(3 * 500, 189), 2, 1000);
}

TEST_CASE("a picture without pixels adds nothing")
{
    check_histograms({}, 2, 5);
}

TEST_CASE("there may be many groups, and many pixels of one colour")
{
    if (Exercise::get().clean_stage()) return;
    check_histograms(random_bytes(3 * 20011, 192), 100);
    check_histograms(one_colour(150001, {7, 7, 201}), 2);
}

TEST_CASE("a photograph of 17 million pixels is counted")
{
    if (Exercise::get().clean_stage()) return;
    // More bytes than a float counts one by one, in several places. Three numbers are all that is to be known.
    constexpr std::size_t n = 17000000;
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("histogram.cl", "colour_histogram", {"global uchar*", "uint", "global uint*"});
    const auto pixels = input("pixels", one_colour(n, {7, 8, 201}));
    const auto counts = input("counts", std::vector<std::uint32_t>(768));
    exercise.launch(kernel, {.global = cl::NDRange(std::size_t{16} * 64), .local = cl::NDRange(64)}, pixels,
                    static_cast<cl_uint>(n), counts);
    std::vector<std::uint32_t> expected(768);
    expected[7] = expected[256 + 8] = expected[512 + 201] = n;
    INFO(n, " pixels of one colour, 16 work-groups of 64");
    exercise.expect_same("counts", expected, counts.read(), {}, 256);
}

TEST_CASE("every group takes its share")
{
    Exercise::get().kernel(
        "histogram.cl", "colour_histogram",
        {"global uchar*", "uint", "global uint*"}); // ends the test when the file does not build
    expect_shared_counting({"histogram.cl", "colour_histogram", 64, ""}, random_bytes(3 * 1367, 199), 1367,
                           768);
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
