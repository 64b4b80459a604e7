// Tests of the compaction against std::copy_if.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

using namespace lockstep;

namespace
{

constexpr std::size_t group = 256;
constexpr float infinity = std::numeric_limits<float>::infinity();

struct Kernels
{
    cl::Kernel count;
    cl::Kernel write;
};

Kernels kernels()
{
    Exercise& exercise = Exercise::get();
    return {exercise.kernel("compact.cl", "count_kept",
                            {"global float*", "global uint*", "uint", "uint", "float"}),
            exercise.kernel("compact.cl", "write_kept",
                            {"global float*", "global uint*", "global float*", "uint", "uint", "float"})};
}

/// @param more_groups how many groups are launched for which there are no readings.
void check_compact(const std::vector<float>& in, std::size_t each, float least, std::size_t more_groups = 0,
                   const Kernels& student = kernels())
{
    INFO("n ", in.size(), ", ", each, " readings a work-group, kept from ", least, ", ", more_groups,
         " work-groups more than there are readings for");
    const std::size_t groups = round_up(in.size(), each) / each + more_groups;
    std::vector<cl_uint> expected_counts(groups);
    std::vector<float> expected;
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in[i] >= least) {
            ++expected_counts[i / each];
            expected.push_back(in[i]);
        }
    const auto device_in = input("in", in);
    const auto counts = output<cl_uint>("counts", groups);
    launch(student.count, covering(groups * group, group), device_in, counts, in.size(), each, least);
    expect_same("counts", expected_counts, counts.read());

    const Reference<cl_uint> places = scanned_before(expected_counts);
    const auto kept = output<float>("kept", expected.size());
    launch(student.write, covering(groups * group, group), device_in, input("places", places.values), kept,
           in.size(), each, least);
    expect_agreed("kept", Reference<float>{expected, places.agreed}, kept.read());
}

// A ramp 0, 1, 2 … of which every reading tells its own place.
std::vector<float> ramp(std::size_t n)
{
    std::vector<float> in(n);
    std::iota(in.begin(), in.end(), 0.0F);
    return in;
}

} // namespace

TEST_CASE("one group keeps the second half of its readings")
{
    check_compact(ramp(group), group, 128);
}

TEST_CASE("every second reading is kept, in order")
{
    std::vector<float> in = ramp(2 * group);
    for (std::size_t i = 0; i < in.size(); i += 2) in[i] = -1;
    check_compact(in, group, 0);
    check_compact(in, 2 * group, 0); // one group, two rounds
}

TEST_CASE("all readings are kept, or none")
{
    check_compact(ramp(group), group, 0);
    check_compact(ramp(group), group, 1e9F);
}

TEST_CASE("a reading of exactly the least is kept")
{
    check_compact(std::vector<float>(group, 2.5F), group, 2.5F);
}

TEST_CASE("a NaN is not kept, an infinity is")
{
    std::vector<float> in = random_floats(group, 33);
    constexpr std::array<float, 3> kinds{std::numeric_limits<float>::quiet_NaN(), infinity, -infinity};
    for (std::size_t i = 0; i < in.size(); i += 7) in[i] = kinds[i % 3];
    check_compact(in, group, 0.5F);
}

TEST_CASE("nothing stands behind the last reading, however small the least is")
{
    std::vector<float> in = random_floats(300, 34);
    in[100] = -infinity;
    check_compact(in, group, -infinity);
}

TEST_CASE("groups without readings keep none")
{
    check_compact(random_floats(100, 35), group, 0.0F, 2);
    check_compact({}, group, 0.0F, 1);
}

TEST_CASE("a group writes from its place on, and no other group's readings")
{
    // Places that leave gaps, and two groups launched of the three that there are readings for.
    const std::vector<float> in = ramp(3 * group);
    const auto device_in = input("in", in);
    const auto kept = output<float>("kept", 460 + group);
    std::vector<float> expected(460 + group);
    std::copy(in.begin() + 100, in.begin() + group, expected.begin() + 5);
    std::copy(in.begin() + group, in.begin() + 2 * group, expected.begin() + 200);
    launch(kernels().write, covering(2 * group, group), device_in,
           input("places", std::vector<cl_uint>{5, 200, 460}), kept, in.size(), group, 100.0F);
    INFO("launched: work-groups 0 and 1 of 3, with places 5 and 200");
    expect_part("kept", expected, kept.read(),
                [](std::size_t i) { return (i >= 5 && i < 161) || (i >= 200 && i < 456); });
}

TEST_CASE("the order does not depend on which work-item runs first")
{
    if (clean_stage()) return;
    INFO("in each work-group, the work-item that runs last has number 0");
    Kernels student = kernels();
    student.write = behind(numbered_backwards(), "compact.cl", student.write);
    check_compact(random_floats(600, 36), 2 * group, 1.0F, 0, student);
}

TEST_CASE("every length and any number of groups will do")
{
    check_compact(random_floats(257, 40), group, 0.0F);
    check_compact(random_floats(2 * group, 31), 2 * group, 1.0F);
    if (clean_stage()) return;
    for (const std::size_t n : {1U, 2U, 255U, 256U, 600U})
        check_compact(random_floats(n, 50 + n), 3 * group, 0.0F);
    check_compact(random_floats(99991, 5), 5 * group, 0.0F); // more than 16 bits count
    check_compact(ramp(70000), 274 * group, 0.0F);           // and are kept, by one group
}

TEST_SUITE("lens")
{
    TEST_CASE("16 groups of 1024 readings under the lens")
    {
        check_compact(random_floats(std::size_t{16} * 1024, 37), 4 * group, 0.5F);
    }

    TEST_CASE("14 groups of 768 readings, the last cut short, under the lens")
    {
        check_compact(random_floats(std::size_t{13} * 768 + 301, 38), 3 * group, 0.0F);
    }
}
