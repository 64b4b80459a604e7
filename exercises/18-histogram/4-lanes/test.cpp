// Tests of the histogram with a table for each of 32 neighbours.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <string>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

void check_histogram(const Bytes& bytes, std::size_t groups, std::size_t group, std::uint32_t before = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("histogram.cl", "histogram_lanes", {"global uchar*", "uint", "global uint*"},
                        "-D GROUP=" + std::to_string(group));
    const auto device_bytes = input("bytes", bytes.empty() ? Bytes{200} : bytes); // a buffer cannot be empty
    const auto device_counts = input("counts", std::vector<std::uint32_t>(256, before));
    exercise.launch(kernel, {.global = cl::NDRange(groups * group), .local = cl::NDRange(group)},
                    device_bytes, static_cast<cl_uint>(bytes.size()), device_counts);
    Reference<std::uint32_t> expected = histogram(bytes);
    for (std::uint32_t& count : expected.values) count += before;
    INFO(bytes.size(), " bytes, ", groups, " work-groups of ", group);
    expect_agreed("counts", expected, device_counts.read());
    if (!bytes.empty()) exercise.expect_same("bytes", bytes, device_bytes.read());
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
    if (!Exercise::get().clean_stage()) check_histogram(Bytes(5000000, 0), 2, 32);
}

TEST_CASE("larger groups share the tables")
{
    check_histogram(random_bytes(6000, 183), 1, 64);
}

TEST_CASE("several groups add to counts")
{
    check_histogram(random_bytes(3000, 186), 3, 64, 500);
}

TEST_CASE("lengths that no word divides are counted")
{
    for (const std::size_t count : {1U, 15U, 17U, 1039U})
        check_histogram(random_bytes(count, 188 + count), 2, 32);
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t count : {16U, 31U, 511U, 513U, 1000003U})
        check_histogram(random_bytes(count, 188 + count), 5, 64);
}

TEST_CASE("ramps are counted")
{
    check_histogram(ramp(2500, 1300), 1, 64);
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t step : {1U, 16U, 256U, 3000U}) check_histogram(ramp(70000, step), 1, 64);
}

TEST_CASE("no bytes add nothing")
{
    check_histogram({}, 2, 32, 5);
}

TEST_CASE("a group may have any number of work-items from 32 up")
{
    const std::size_t odd = 33 + count_of_its_own("histogram.cl") % 31; // no whole sub-groups
    check_histogram(random_bytes(1001, 194), 1, odd);
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t group : {33U, 48U, 63U, 100U, 512U}) {
        check_histogram(random_bytes(20001, 192), 3, group);
        check_histogram(Bytes(20003, 7), 2, group);
    }
}

TEST_CASE("there may be many groups")
{
    if (!Exercise::get().clean_stage()) check_histogram(random_bytes(50007, 193), 100, 64, 3);
}

TEST_CASE("every group takes its share")
{
    Exercise::get().kernel("histogram.cl", "histogram_lanes", {"global uchar*", "uint", "global uint*"},
                           "-D GROUP=64"); // ends the test when the file does not build
    expect_shared_counting({"histogram.cl", "histogram_lanes", 64, "#define GROUP 64\n"},
                           random_bytes(4099, 199), 4099, 256);
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
