// Tests of the smallest element of each work-group against a loop on the host.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

/// @param launched work-groups, if not as many as the elements take.
void check_smallest(const std::vector<float>& in, std::size_t group, std::size_t launched = 0)
{
    const std::size_t groups = launched > 0 ? launched : round_up(in.size(), group) / group;
    std::vector<float> values(groups, INFINITY);
    std::vector<cl_uint> places(groups);
    for (std::size_t g = 0; g < groups; ++g) {
        places[g] = static_cast<cl_uint>(g * group);
        for (std::size_t i = g * group; i < std::min(in.size(), (g + 1) * group); ++i)
            if (in[i] < values[g]) {
                values[g] = in[i];
                places[g] = static_cast<cl_uint>(i);
            }
    }
    const auto device_values = output<float>("values", groups);
    const auto device_places = output<cl_uint>("places", groups);
    cl::Kernel kernel = Exercise::get().kernel(
        "smallest.cl", "smallest_of_group",
        {"global float*", "uint", "global float*", "global uint*", "local float*", "local uint*"});
    launch(kernel, covering(groups * group, group), input("in", in), in.size(), device_values, device_places,
           cl::Local(group * sizeof(float)), cl::Local(group * sizeof(cl_uint)));
    INFO("count ", in.size(), ", groups of ", group);
    expect_same("values", values, device_values.read());
    expect_same("places", places, device_places.read());
}

} // namespace

TEST_CASE("one group finds the smallest wherever it stands")
{
    for (const std::size_t at : {0U, 1U, 31U, 32U, 47U, 63U}) {
        std::vector<float> in = random_floats(64, 1, 0, 1);
        in[at] = -1;
        check_smallest(in, 64);
    }
}

TEST_CASE("every group writes its own, whatever power of two its size is")
{
    const std::size_t largest = clean_stage() ? 512 : 1024;
    for (std::size_t group = 1; group <= largest; group *= 2)
        check_smallest(random_floats(group * 3, group), group);
}

TEST_CASE("the launch may be larger than the input")
{
    for (const std::size_t count : {1U, 33U, 100U, 255U, 257U}) {
        check_smallest(random_floats(count, count, 1, 2), 64); // what is missing is no zero
        check_smallest(random_floats(count, count, -2, -1), 128);
    }
    check_smallest(random_floats(40, 7), 32, 4); // groups that have nothing at all
    check_smallest({}, 32, 2);
}

TEST_CASE("the launch may be smaller than the input, and looks at no more than its part")
{
    std::vector<float> in = random_floats(300, 8);
    in[290] = -5;
    check_smallest(in, 32, 3);
}

TEST_CASE("of equal elements the first one is named")
{
    check_smallest(std::vector<float>(256, 4.0F), 64);
    std::vector<float> in(64, 1.0F);
    in[16] = in[32] = -3.0F; // place 32 is folded onto place 0 before the earlier one is
    check_smallest(in, 64);
}

TEST_CASE("elements are compared as floats: neighbours differ, zeros of either sign do not")
{
    std::vector<float> in(256, 0x1p-100F);
    in[200] = std::nextafter(in[0], 0.0F);
    check_smallest(in, 256);
    in.assign(64, 1.0F);
    in[32] = -0.0F; // folded onto place 0 before the earlier one is
    in[16] = 0.0F;
    check_smallest(in, 64);
    in.assign(96, INFINITY);
    in[70] = -INFINITY;
    check_smallest(in, 32);
}

TEST_CASE("a place may be more than a float can number")
{
    if (clean_stage()) return;
    std::vector<float> in((1U << 24) + 37, 1.0F);
    for (std::size_t i = 4; i < in.size(); i += 7) in[i] = 0.0F;
    check_smallest(in, 64);
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
}
