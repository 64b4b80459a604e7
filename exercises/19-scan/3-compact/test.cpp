// Tests of the compaction against std::copy_if.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <numeric>

using namespace lockstep;

namespace
{

constexpr std::size_t group = 256;
constexpr float infinity = std::numeric_limits<float>::infinity();
// Work-item l of a group takes itself for number 255 - l. That is the same to a kernel, unless it relies on low numbers
// running first, which they happen to do on a CPU.
const char* const numbered_backwards = R"(
#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))
)";

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

Kernels kernels_behind(const std::string& lines)
{
    kernels(); // ends the test when the file does not build: its message is better
    const cl::Program program = program_behind(lines, "compact.cl");
    return {cl::Kernel{program, "count_kept"}, cl::Kernel{program, "write_kept"}};
}

/// @param more_groups how many groups are launched for which there are no readings.
std::vector<float> compacted(const std::vector<float>& in, std::size_t each, float least,
                             std::size_t more_groups = 0, Kernels student = kernels())
{
    Exercise& exercise = Exercise::get();
    const std::size_t groups = (in.size() + each - 1) / each + more_groups;
    const auto n = static_cast<cl_uint>(in.size());
    const Launch launch{.global = cl::NDRange(groups * group), .local = cl::NDRange(group)};

    std::vector<std::uint32_t> expected_counts(groups);
    std::vector<float> expected;
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in[i] >= least) {
            ++expected_counts[i / each];
            expected.push_back(in[i]);
        }
    const auto device_in = input("in", in);
    const auto device_counts = output<std::uint32_t>("counts", groups);
    exercise.launch(student.count, launch, device_in, device_counts, n, static_cast<cl_uint>(each), least);
    exercise.expect_same("counts", expected_counts, device_counts.read());

    const Reference<std::uint32_t> places = scanned_before(expected_counts);
    const auto device_places = input("places", places.values);
    // One more than is kept, so that there is a buffer when nothing is; it must stay as it was.
    const auto device_kept = output<float>("kept", expected.size() + 1);
    const float untouched = device_kept.read().back();
    exercise.launch(student.write, launch, device_in, device_places, device_kept, n,
                    static_cast<cl_uint>(each), least);
    std::vector<float> kept = device_kept.read();
    if (std::memcmp(&kept.back(), &untouched, sizeof(float)) != 0)
        FAIL("A reading too many was written, behind the last of ", expected.size(), " kept.");
    kept.pop_back();
    expect_agreed("kept", Reference<float>{expected, places.agreed}, kept);
    exercise.expect_same("in", in, device_in.read());
    return kept;
}

void check_compact(const std::vector<float>& in, std::size_t each, float least, std::size_t more_groups = 0)
{
    INFO("n ", in.size(), ", ", each, " readings a work-group, kept from ", least, ", ", more_groups,
         " work-groups more than there are readings for");
    compacted(in, each, least, more_groups);
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
    if (Exercise::get().clean_stage()) return;
    check_compact(ramp(3 * group), group, 0);
    check_compact(ramp(3 * group), 3 * group, 0);
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
    constexpr float least = 100;
    const std::vector<std::uint32_t> places{5, 200, 460};
    std::vector<std::uint32_t> expected_counts{156, 256, 1000};
    std::vector<float> expected(460 + group, -1.0F);
    std::copy(in.begin() + 100, in.begin() + group, expected.begin() + 5);
    std::copy(in.begin() + group, in.begin() + 2 * group, expected.begin() + 200);
    Exercise& exercise = Exercise::get();
    const Launch launch{.global = cl::NDRange(2 * group), .local = cl::NDRange(group)};
    const auto n = static_cast<cl_uint>(in.size());
    const auto device_in = input("in", in);
    const auto counts = input("counts", std::vector<std::uint32_t>(3, 1000));
    const auto kept = input("kept", std::vector<float>(expected.size(), -1.0F));
    Kernels student = kernels_behind(told_of({.global = cl::NDRange(768), .local = cl::NDRange(256)}));
    INFO("launched: work-groups 0 and 1 of 3, with places 5 and 200; counts held 1000 and kept held -1");
    exercise.launch(student.count, launch, device_in, counts, n, cl_uint{group}, least);
    exercise.expect_same("counts", expected_counts, counts.read());
    const auto device_places = input("places", places);
    exercise.launch(student.write, launch, device_in, device_places, kept, n, cl_uint{group}, least);
    exercise.expect_same("kept", expected, kept.read());
}

TEST_CASE("the order does not depend on which work-item runs first")
{
    if (Exercise::get().clean_stage()) return;
    INFO("in each work-group, the work-item that runs last has number 0");
    compacted(random_floats(600, 36), 2 * group, 1.0F, 0, kernels_behind(numbered_backwards));
}

TEST_CASE("one group goes round several times")
{
    const std::size_t rounds = Exercise::get().clean_stage() ? 2 : 4;
    check_compact(random_floats(rounds * group, 31), rounds * group, 1.0F);
}

TEST_CASE("every length and any number of groups will do")
{
    check_compact(random_floats(257, 40), group, 0.0F);
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t n : {1U, 2U, 255U, 256U, 600U}) {
        check_compact(random_floats(n, 40 + n), group, 1.0F);
        check_compact(random_floats(n, 50 + n), 3 * group, 0.0F);
    }
    check_compact(random_floats(count_of_its_own("compact.cl"), 41), 3 * group, 0.5F);
    for (const std::size_t each : {1U, 2U, 5U, 64U})
        check_compact(random_floats(99991, each), each * group, 0.0F); // more than 16 bits count
    check_compact(ramp(70000), 274 * group, 0.0F); // and more than 16 bits are kept, by one group
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
