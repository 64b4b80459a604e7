// Tests of the smallest element of each work-group against a loop on the host.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

cl::Kernel smallest_of_group()
{
    return Exercise::get().kernel(
        "smallest.cl", "smallest_of_group",
        {"global float*", "uint", "global float*", "global uint*", "local float*", "local uint*"});
}

void check_smallest(const std::vector<float>& in, std::size_t group, std::size_t more_groups = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = smallest_of_group();
    const std::size_t groups = round_up(in.size(), group) / group + more_groups;
    std::vector<float> values(groups, INFINITY);
    std::vector<std::uint32_t> places(groups);
    for (std::size_t g = 0; g < groups; ++g) {
        places[g] = static_cast<std::uint32_t>(g * group);
        for (std::size_t i = g * group; i < std::min(in.size(), (g + 1) * group); ++i)
            if (in[i] < values[g]) {
                values[g] = in[i];
                places[g] = static_cast<std::uint32_t>(i);
            }
    }
    const auto device_in = input("in", in);
    const auto device_values = output<float>("values", groups);
    const auto device_places = output<cl_uint>("places", groups);
    exercise.launch(kernel, {.global = cl::NDRange(groups * group), .local = cl::NDRange(group)}, device_in,
                    static_cast<cl_uint>(in.size()), device_values, device_places,
                    cl::Local(group * sizeof(float)), cl::Local(group * sizeof(cl_uint)));
    INFO("count ", in.size(), ", groups of ", group);
    exercise.expect_same("values", values, device_values.read());
    exercise.expect_same("places", places, device_places.read());
    exercise.expect_same("in", in, device_in.read());
}

} // namespace

TEST_CASE("one group finds the smallest wherever it stands")
{
    const std::size_t group = 64;
    for (const std::size_t at : {0U, 1U, 31U, 32U, 47U, 63U}) {
        std::vector<float> in = random_floats(group, 1, 0, 1);
        in[at] = -1;
        check_smallest(in, group);
    }
}

TEST_CASE("every group writes its own")
{
    for (const std::size_t group : {32U, 128U}) check_smallest(random_floats(group * 5, 2), group);
}

TEST_CASE("groups of every power of two are handled")
{
    const std::size_t largest = Exercise::get().clean_stage() ? 512 : 1024;
    for (std::size_t group = 1; group <= largest; group *= 2)
        check_smallest(random_floats(group * 3, group), group);
}

TEST_CASE("the launch may be larger than the input")
{
    for (const std::size_t count : {1U, 33U, 100U, 255U, 257U}) {
        check_smallest(random_floats(count, count, 1, 2), 64); // what is missing is no zero
        check_smallest(random_floats(count, count, -2, -1), 128);
    }
    check_smallest(random_floats(40, 7), 32, 2); // groups that have nothing at all
}

TEST_CASE("of equal elements the first one is named")
{
    check_smallest(std::vector<float>(256, 4.0F), 64);
    std::vector<float> in;
    for (const std::uint32_t value : random_uints(1000, 3, 4)) in.push_back(static_cast<float>(value));
    check_smallest(in, 64);
    check_smallest(in, 256);
    std::vector<float> crossed(64, 1.0F);
    crossed[32] = -3.0F; // folded onto place 0 before the earlier one is
    crossed[16] = -3.0F;
    check_smallest(crossed, 64);
}

TEST_CASE("elements that differ by as little as floats can are not equal")
{
    std::vector<float> in(256, 1.0F);
    in[200] = std::nextafter(1.0F, 0.0F);
    check_smallest(in, 256);
    for (const float scale : {0x1p-40F, 0x1p-100F, 0x1p100F}) {
        in = random_floats(700, 11);
        for (float& value : in) value *= scale;
        check_smallest(in, 128);
    }
}

TEST_CASE("elements may be infinite")
{
    check_smallest(std::vector<float>(100, INFINITY), 32);
    std::vector<float> in(96, INFINITY);
    in[40] = 3.0e38F;
    in[70] = -INFINITY;
    check_smallest(in, 32);
}

TEST_CASE("many groups")
{
    check_smallest(random_floats(Exercise::get().clean_stage() ? 1500 : 123457, 5), 256);
}

TEST_CASE("a place may be more than a float can number")
{
    if (Exercise::get().clean_stage()) return;
    std::vector<float> in((1U << 24) + 37, 1.0F);
    for (std::size_t i = 4; i < in.size(); i += 7) in[i] = 0.0F;
    check_smallest(in, 64);
}

TEST_CASE("zero and minus zero are equal")
{
    std::vector<float> in(256, 0.0F);
    for (std::size_t i = 1; i < in.size(); i += 2) in[i] = -0.0F;
    check_smallest(in, 64);
    for (float& value : in) value = -value;
    check_smallest(in, 256);
    in.assign(64, 1.0F);
    in[32] = -0.0F; // folded onto place 0 before the earlier one is
    in[16] = 0.0F;
    check_smallest(in, 64);
}

TEST_CASE("groups that are not launched leave their places alone")
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = smallest_of_group();
    constexpr std::size_t group = 64, launched = 2, groups = 5;
    const std::vector<float> in = random_floats(group * groups, 8, 1, 2);
    std::vector<float> values(groups, 17);
    std::vector<std::uint32_t> places(groups, 17);
    const auto device_in = input("in", in);
    const auto device_values = input("values", values);
    const auto device_places = input("places", places);
    exercise.launch(kernel, {.global = cl::NDRange(launched * group), .local = cl::NDRange(group)}, device_in,
                    static_cast<cl_uint>(in.size()), device_values, device_places,
                    cl::Local(group * sizeof(float)), cl::Local(group * sizeof(cl_uint)));
    for (std::size_t g = 0; g < launched; ++g) {
        const auto begin = in.begin() + static_cast<std::ptrdiff_t>(g * group);
        const auto smallest = std::min_element(begin, begin + group);
        values[g] = *smallest;
        places[g] = static_cast<std::uint32_t>(smallest - in.begin());
    }
    INFO("2 of 5 groups launched");
    exercise.expect_same("values", values, device_values.read());
    exercise.expect_same("places", places, device_places.read());
}

TEST_CASE("nothing at all has no smallest")
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = smallest_of_group();
    const auto in = input("in", std::vector<float>{-5});
    const auto values = output<float>("values", 2);
    const auto places = output<cl_uint>("places", 2);
    exercise.launch(kernel, {.global = cl::NDRange(64), .local = cl::NDRange(32)}, in, cl_uint{0}, values,
                    places, cl::Local(32 * sizeof(float)), cl::Local(32 * sizeof(cl_uint)));
    INFO("count 0, groups of 32");
    exercise.expect_same("values", std::vector<float>{INFINITY, INFINITY}, values.read());
    exercise.expect_same("places", std::vector<cl_uint>{0, 32}, places.read());
}

TEST_CASE("every work-item brings its own element")
{
    if (Exercise::get().clean_stage()) return; // what nobody brings is compared
    constexpr std::size_t group = 256, part = 32;
    smallest_of_group(); // ends the test when the file does not build: its message is better
    cl::Kernel incomplete{program_behind(without_a_part(0, part, group), "smallest.cl"), "smallest_of_group"};
    for (std::size_t absent = 0; absent < group / part; ++absent) {
        std::vector<float> in = random_floats(group, 12 + absent);
        const std::size_t at = absent * part + 5 + absent;
        in[at] =
            -100.0F - static_cast<float>(absent); // no launch before has left this number in local memory
        const auto device_in = input("in", in), values = input("values", std::vector<float>{17});
        const auto places = input("places", std::vector<cl_uint>{17});
        Exercise::get().launch(
            incomplete,
            {.global = cl::NDRange(group), .local = cl::NDRange(group), .offset = cl::NDRange(absent)},
            device_in, static_cast<cl_uint>(group), values, places, cl::Local(group * sizeof(float)),
            cl::Local(group * sizeof(cl_uint)));
        if (values.read().front() == in[at])
            FAIL("A group of ", group, " was run without work-items ", absent * part, " to ",
                 absent * part + part - 1, ". The smallest element is number ", at,
                 ", which one of them brings, and it was found nevertheless: somebody "
                 "else does their work.");
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("16 groups of 256 under the lens")
    {
        check_smallest(random_floats(4096, 9), 256);
    }

    TEST_CASE("4001 elements in groups of 64 under the lens")
    {
        check_smallest(random_floats(4001, 10), 64);
    }

    TEST_CASE("2000 to 2018 elements in groups of 128 under the lens")
    {
        check_smallest(random_floats(count_of_its_own("smallest.cl"), 13), 128);
    }
}
