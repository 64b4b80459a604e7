// Tests of the sum in one launch. The elements are odd multiples of 1/32: every sum of them is exact, in any
// order.
#include <lockstep/kernel_set.hpp>

using namespace lockstep;

namespace
{

struct Shape
{
    std::size_t count;
    std::size_t groups;
    std::size_t group = 256;
};

std::vector<float> exact_values(std::size_t count, std::uint64_t seed)
{
    std::vector<float> values;
    for (const std::uint32_t k : random_uints(count, seed, 32))
        values.push_back((2.0F * static_cast<float>(k) - 31.0F) / 32.0F);
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
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = one_launch(shape.group);
    const std::vector<float> no_sums(shape.groups, 0.0F);
    const std::vector<cl_uint> no_tickets{0};
    const auto device_in = input("in", in);
    const auto partial = input("partial", no_sums);
    const auto finished = input("finished", no_tickets);
    const Reference<float> expected = sum(in);
    INFO("count ", in.size(), ", ", shape.groups, " work-groups of ", shape.group);
    for (int launch = 0; launch < launches; ++launch) {
        const auto total = output<float>("total", 1);
        exercise.launch(
            kernel, {.global = cl::NDRange(shape.groups * shape.group), .local = cl::NDRange(shape.group)},
            device_in, total, static_cast<cl_uint>(in.size()), partial, finished);
        INFO("launch ", launch + 1);
        expect_agreed("total", expected, total.read());
        exercise.expect_same("partial", no_sums, partial.read());
        exercise.expect_same("finished", no_tickets, finished.read());
    }
    exercise.expect_same("in", in, device_in.read());
}

void check_sum(const Shape& shape, int launches = 1)
{
    check_values(exact_values(shape.count, 17 + shape.count), shape, launches);
}

bool clean()
{
    return Exercise::get().clean_stage();
}

} // namespace

TEST_CASE("one group sums alone")
{
    check_sum({256, 1});
    check_sum({4096, 1});
}

TEST_CASE("the groups' sums are added")
{
    check_sum({2048, 2});
    check_sum({16384, 7});
}

TEST_CASE("what does not fill four is added once")
{
    for (const std::size_t count : {1U, 2U, 3U, 5U, 1023U, 1025U, 1026U, 4099U}) check_sum({count, 2});
}

TEST_CASE("there may be groups without elements")
{
    check_sum({1, 3});
    check_sum({260, 6});
}

TEST_CASE("there may be more groups than a group has work-items")
{
    check_sum({5000, 300, 64});
    if (!clean()) check_sum({600000, 600});
}

TEST_CASE("a group may have any power of two of work-items")
{
    for (const std::size_t group : {64U, 128U, 256U}) check_sum({3001, 3, group});
    if (!clean()) check_sum({100003, 5, 512});
}

TEST_CASE("the next launch finds what this one found")
{
    check_sum({3000, 4}, 3);
    if (!clean()) check_sum({100000, 32}, 50);
}

TEST_CASE("every launch gives the same bits, whichever group is last")
{
    if (clean()) return;
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = one_launch(256);
    constexpr std::size_t count = 300000, groups = 64;
    const auto in = input("in", random_floats(count, 4));
    const auto partial = input("partial", std::vector<float>(groups, 0.0F));
    const auto finished = input("finished", std::vector<cl_uint>{0});
    std::vector<float> first;
    for (int launch = 0; launch < 50; ++launch) {
        const auto total = output<float>("total", 1);
        exercise.launch(kernel, {.global = cl::NDRange(groups * 256), .local = cl::NDRange(256)}, in, total,
                        static_cast<cl_uint>(count), partial, finished);
        if (launch == 0) first = total.read();
        INFO("launch ", launch + 1);
        exercise.expect_same("total", first, total.read());
    }
}

TEST_CASE("large inputs")
{
    check_sum({clean() ? 20000U : 3000001U, 32});
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
