// Tests of the compaction against std::copy_if.
#include <lockstep/kernel_set.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>

using namespace lockstep;

namespace
{

constexpr std::size_t group = 256;

std::vector<float> compacted(const std::vector<float>& in, std::size_t each, float least)
{
    Exercise& exercise = Exercise::get();
    const std::size_t groups = (in.size() + each - 1) / each;
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
    cl::Kernel count = exercise.kernel("compact.cl", "count_kept",
                                       {"global float*", "global uint*", "uint", "uint", "float"});
    exercise.launch(count, launch, device_in, device_counts, n, static_cast<cl_uint>(each), least);
    exercise.expect_same("counts", expected_counts, device_counts.read());

    const Reference<std::uint32_t> places = scanned_before(expected_counts);
    const auto device_places = input("places", places.values);
    // One more than is kept, so that there is a buffer when nothing is; it must stay as it was.
    const auto device_kept = output<float>("kept", expected.size() + 1);
    const float untouched = device_kept.read().back();
    cl::Kernel write =
        exercise.kernel("compact.cl", "write_kept",
                        {"global float*", "global uint*", "global float*", "uint", "uint", "float"});
    exercise.launch(write, launch, device_in, device_places, device_kept, n, static_cast<cl_uint>(each),
                    least);
    std::vector<float> kept = device_kept.read();
    if (std::memcmp(&kept.back(), &untouched, sizeof(float)) != 0)
        FAIL("A reading too many was written, behind the last of ", expected.size(), " kept.");
    kept.pop_back();
    expect_agreed("kept", Reference<float>{expected, places.agreed}, kept);
    exercise.expect_same("in", in, device_in.read());
    return kept;
}

void check_compact(const std::vector<float>& in, std::size_t each, float least)
{
    INFO("n ", in.size(), ", ", each, " readings a work-group, kept from ", least);
    compacted(in, each, least);
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
    for (const std::size_t each : {1U, 2U, 5U, 64U})
        check_compact(random_floats(99991, each), each * group, 1.5F);
}
