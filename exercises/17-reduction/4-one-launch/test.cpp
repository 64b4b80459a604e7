// Tests of the sum in one launch. The elements are odd multiples of a power of two: every sum of them is
// exact, in any order.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>
#include <lockstep/text.hpp>

#include <bit>
#include <cmath>

using namespace lockstep;

namespace
{

struct Shape
{
    std::size_t count;
    std::size_t groups;
    std::size_t group = 256;
};

/// @param scale a power of two.
std::vector<float> exact_values(std::size_t count, std::uint64_t seed, float scale = 1)
{
    std::vector<float> values;
    for (const std::uint32_t k : random_uints(count, seed, 32))
        values.push_back((2.0F * static_cast<float>(k) - 31.0F) / 32.0F * scale);
    return values;
}

cl::Kernel one_launch(std::size_t group)
{
    return Exercise::get().kernel("one-launch.cl", "one_launch",
                                  {"global float*", "global float*", "uint", "global float*", "global uint*"},
                                  "-D GROUP=" + std::to_string(group));
}

/// Sums `in` several times, each time with the scratch memory that the launch before has left.
void check_values(const std::vector<float>& in, const Shape& shape, int launches)
{
    const std::vector<float> no_sums(shape.groups, 0.0F);
    const std::vector<cl_uint> no_tickets{0};
    const auto device_in = input("in", in), partial = input("partial", no_sums);
    const auto finished = input("finished", no_tickets);
    const Reference<float> expected = sum(in);
    INFO("count ", in.size(), ", ", shape.groups, " work-groups of ", shape.group);
    for (int number = 1; number <= launches; ++number) {
        const auto total = output<float>("total", 1);
        launch(one_launch(shape.group), covering(shape.groups * shape.group, shape.group), device_in, total,
               in.size(), partial, finished);
        INFO("launch ", number);
        expect_agreed("total", expected, total.read());
        expect_same("partial", no_sums, partial.read());
        expect_same("finished", no_tickets, finished.read());
    }
}

void check_sum(const Shape& shape, int launches = 1)
{
    check_values(exact_values(shape.count, 17 + shape.count), shape, launches);
}

/// What each group exchanges into `partial`, over `count` ones by groups of 256: the number of elements that it took. What it finds
/// there spoils the tickets, whether they take in its bits or its value: so no group is the last, and the sums stay.
std::vector<float> parts_left_behind(std::size_t groups, std::size_t count)
{
    const auto in = input("in", std::vector<float>(count, 1.0F));
    for (const float found : {1000.0F, std::bit_cast<float>(0xFFFFFFFFU)}) {
        const auto total = input("total", std::vector<float>{-1});
        const auto partial = input("partial", std::vector<float>(groups, found));
        const auto finished = input("finished", std::vector<cl_uint>{0});
        launch(one_launch(256), covering(groups * 256, 256), in, total, count, partial, finished);
        if (total.read().front() == -1) return partial.read();
    }
    FAIL("All groups got something other than 0 out of partial, and yet one wrote the total. Either its "
         "ticket does not depend on what its exchange returned, or something else says who adds up.");
    return {};
}

/// What five groups of 64 leave that run one after the other, this one as the last.
float total_of_five(const std::vector<float>& values, std::size_t last)
{
    const std::size_t groups = 5, group = 64;
    const cl::Kernel kernel = behind(
        "#define GROUP 64\n" + told_of(covering(groups * group, group)) +
            "#define get_group_id(d) (get_global_id(d) / GROUP)\n#define get_global_offset(d) ((size_t)0)\n",
        "one-launch.cl", one_launch(group));
    const auto in = input("in", values), partial = input("partial", std::vector<float>(groups, 0.0F));
    const auto finished = input("finished", std::vector<cl_uint>{0});
    const auto total = output<float>("total", 1);
    for (std::size_t number = 1; number <= groups; ++number) {
        const std::size_t first = (last + number) % groups * group;
        launch(kernel,
               {.global = cl::NDRange(group), .local = cl::NDRange(group), .offset = cl::NDRange(first)}, in,
               total, values.size(), partial, finished);
    }
    return total.read().front();
}

} // namespace

TEST_CASE("one group sums alone")
{
    check_sum({256, 1});
    check_sum({4096, 1});
}

TEST_CASE("the groups' sums are added, also of groups without elements")
{
    check_sum({2048, 2});
    check_sum({16384, 7});
    check_sum({260, 6});
    check_sum({0, 2});
}

TEST_CASE("what does not fill four is added once")
{
    for (const std::size_t count : {1U, 2U, 3U, 5U, 1023U, 1025U, 1026U, 4099U}) check_sum({count, 2});
}

TEST_CASE("the next launch finds what this one found")
{
    check_sum({3000, 4}, 3);
    if (!clean_stage()) check_sum({100000, 32}, 50);
}

TEST_CASE("elements may be tiny or huge")
{
    for (const float scale : {0x1p-40F, 0x1p60F}) check_values(exact_values(5003, 20, scale), {5003, 3}, 1);
}

TEST_CASE("groups and work-items may be few or many")
{
    check_sum({5000, 300, 64}); // more groups than a group has work-items
    for (const std::size_t group : {64U, 128U, 256U}) check_sum({3001, 3, group});
    if (clean_stage()) return;
    check_sum({50001, 3, 1024});
    check_sum({800003, 3001, 64}); // every group has elements
    check_sum({3001, 70001, 64});
    check_sum({(1U << 24U) + 39, 16}); // a float knows only every second number from 2^24 on
}

TEST_CASE("what the exchange returns goes into the ticket")
{
    parts_left_behind(3, 6000);
}

TEST_CASE("the total has the same bits, whichever group is last")
{
    std::vector<float> values = random_floats(1600, 21);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::ldexp(values[i], static_cast<int>(i % 24));
    const float expected = total_of_five(values, 0);
    for (std::size_t last = 1; last < 5; ++last)
        if (const float got = total_of_five(values, last); got != expected)
            FAIL("Five groups ran one after the other. With group 0 as the last the total is ",
                 told_apart(expected, got), ", and with group ", last, " it is ", told_apart(got, expected),
                 ". Add the groups' sums in the order of their numbers, the last group's own as well");
}

TEST_CASE("every group takes its share")
{
    const std::size_t groups = clean_stage() ? 3 : 130, count = clean_stage() ? 6000 : 999999;
    const float share = static_cast<float>(count / groups);
    for (const float part : parts_left_behind(groups, count))
        if (!(part > 0 && part < 2 * share))
            FAIL("Of ", count, " elements, one of ", groups, " groups took ", part, ". Its share is ", share,
                 "; it may take more or less, but not twice as much and not none.");
}

TEST_SUITE("lens")
{
    TEST_CASE("eight groups of 256 take 65536 elements")
    {
        check_sum({65536, 8});
    }

    TEST_CASE("seven groups of 128 take 65531 elements")
    {
        check_sum({65531, 7, 128});
    }
}
