// Tests of the histogram with a table for each of 32 neighbours.
#include <lockstep/kernel_set.hpp>

#include <string>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

void check_histogram(const Bytes& bytes, std::size_t groups, std::size_t group, cl_uint before = 0)
{
    cl::Kernel kernel =
        Exercise::get().kernel("histogram.cl", "histogram_lanes", {"global uchar*", "uint", "global uint*"},
                               "-D GROUP=" + std::to_string(group));
    const auto counts = input("counts", std::vector<cl_uint>(256, before));
    launch(kernel, covering(groups * group, group), input("bytes", bytes), bytes.size(), counts);
    Reference<cl_uint> expected = histogram(bytes);
    for (cl_uint& count : expected.values) count += before;
    INFO(bytes.size(), " bytes, ", groups, " work-groups of ", group);
    expect_agreed("counts", expected, counts.read());
}

Bytes ramp(std::size_t count, std::size_t step)
{
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(i / step);
    return bytes;
}

} // namespace

TEST_CASE("a group of 32 counts random bytes")
{
    check_histogram(random_bytes(2048, 182), 1, 32);
}

TEST_CASE("equal bytes are counted")
{
    check_histogram(Bytes(4096, 255), 1, 32);
    if (!clean_stage()) check_histogram(Bytes(5000000, 0), 2, 32);
}

TEST_CASE("larger groups share the tables")
{
    check_histogram(random_bytes(6000, 183), 1, 64);
}

TEST_CASE("several groups add to counts")
{
    check_histogram(random_bytes(3000, 186), 3, 64, 500);
    check_histogram(random_bytes(3000, 195), 1, 64, 70);
    check_histogram({}, 2, 32, 5);
    if (!clean_stage()) check_histogram(random_bytes(50007, 193), 100, 64, 3);
}

TEST_CASE("lengths that no word divides are counted")
{
    for (const std::size_t count : {1U, 15U, 17U, 1039U})
        check_histogram(random_bytes(count, 188 + count), 2, 32);
    if (clean_stage()) return;
    for (const std::size_t count : {16U, 31U, 511U, 513U, 1000003U})
        check_histogram(random_bytes(count, 188 + count), 5, 64);
}

TEST_CASE("ramps are counted")
{
    check_histogram(ramp(2500, 1300), 1, 64);
    if (clean_stage()) return;
    for (const std::size_t step : {1U, 16U, 256U, 3000U}) check_histogram(ramp(70000, step), 1, 64);
}

TEST_CASE("a group may have any number of work-items from 32 up")
{
    check_histogram(random_bytes(1001, 194), 1, 43); // no whole sub-groups
    if (clean_stage()) return;
    for (const std::size_t group : {33U, 48U, 63U, 100U, 512U})
        check_histogram(random_bytes(20001, 192), 3, group);
}

TEST_SUITE("lens")
{
    TEST_CASE("random and equal bytes under the lens")
    {
        check_histogram(random_bytes(65536, 190), 4, 64);
        check_histogram(Bytes(65536, 77), 4, 64);
    }

    TEST_CASE("lengths that no word divides under the lens")
    {
        check_histogram(random_bytes(60001, 191), 3, 96);
        check_histogram(Bytes(60003, 78), 3, 96);
    }
}
