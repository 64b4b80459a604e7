// Tests of the sum in one launch. The elements are odd multiples of a power of two: every sum of them is
// exact, in any order.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <bit>

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

/// What the groups share, as a launch finds it and leaves it.
struct Scratch
{
    Scratch(const std::vector<float>& sums, cl_uint tickets)
        : groups(sums.size()), partial(input("partial", sums)),
          finished(input("finished", std::vector<cl_uint>{tickets}))
    {
    }

    std::size_t groups;
    GuardedBuffer<float> partial;
    GuardedBuffer<cl_uint> finished;
};

std::size_t ones_count()
{
    return clean() ? 6000 : 40000;
}

/// One launch over `count` ones by groups of 256, so that a sum is a number of elements.
void launch_ones(std::size_t count, const GuardedBuffer<float>& total, const Scratch& scratch)
{
    cl::Kernel kernel = one_launch(256);
    const auto in = input("in", std::vector<float>(std::max(count, std::size_t{1}), 1.0F));
    Exercise::get().launch(kernel, {.global = cl::NDRange(scratch.groups * 256), .local = cl::NDRange(256)},
                           in, total, static_cast<cl_uint>(count), scratch.partial, scratch.finished);
}

/// What each group exchanges into `partial`. Something comes out of each place that spoils the tickets,
/// whether they take in its bits or its value: so nobody is the last, and nobody takes the sums away again.
std::vector<float> parts_left_behind(std::size_t groups, std::size_t count)
{
    for (const float found : {1000.0F, std::bit_cast<float>(0xFFFFFFFFU)}) {
        const Scratch scratch{std::vector<float>(groups, found), 0};
        const auto total = input("total", std::vector<float>{-1});
        launch_ones(count, total, scratch);
        if (total.read().front() == -1) return scratch.partial.read();
    }
    FAIL(
        "All groups got something other than 0 out of partial, and yet one took itself for the last "
        "and "
        "wrote the total. Either its ticket does not depend on what its exchange returned, or something else "
        "than the ticket says who adds up.");
    return {};
}

void check_shares(std::size_t groups, std::size_t count)
{
    const std::vector<float> parts = parts_left_behind(groups, count);
    const std::size_t share = count / groups;
    for (std::size_t g = 0; g < groups; ++g)
        if (!(parts[g] > 0 && parts[g] < 2 * static_cast<float>(share)))
            FAIL("Group ", g, " of ", groups, " exchanged ", parts[g], " into partial[", g, "]: so many of ",
                 count, " ones it took. Its share is ", share,
                 "; it may take more or less, but not twice as much and not none.");
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

TEST_CASE("elements may be tiny or huge")
{
    for (const float scale : {0x1p-40F, 0x1p60F}) check_values(exact_values(5003, 20, scale), {5003, 3}, 1);
}

TEST_CASE("large inputs")
{
    check_sum({clean() ? 20000U : 3000001U, 32});
}

TEST_CASE("the sum of nothing is zero")
{
    const Scratch scratch{std::vector<float>(2, 0.0F), 0};
    const auto total = input("total", std::vector<float>{-1});
    launch_ones(0, total, scratch);
    Exercise::get().expect_same("total", std::vector<float>{0}, total.read());
}

TEST_CASE("groups and work-items may be more than usual")
{
    if (clean()) return;
    check_sum({800003, 3001, 64}); // every group has elements
    check_sum({50001, 3, 1024});
    check_sum({3001, 70001, 64});
    // More than a float can number: three elements behind the last four stand where it knows only every second.
    check_values(exact_values((1U << 24U) + 39, 21), {(1U << 24U) + 39, 16}, 1);
}

TEST_CASE("what the exchange returns goes into the ticket")
{
    parts_left_behind(3, ones_count());
}

TEST_CASE("every group takes its share")
{
    check_shares(3, ones_count());
    if (clean()) return;
    check_shares(64, 400000);
    check_shares(130, 999999);
}

TEST_CASE("the work-items of a group share its elements")
{
    if (clean()) return; // what nobody brings is added
    constexpr std::size_t group = 256, part = 32, count = 8000;
    one_launch(group); // ends the test when the file does not build: its message is better
    cl::Kernel incomplete{
        program_behind("#define GROUP 256\n" + without_a_part(0, part, group), "one-launch.cl"),
        "one_launch"};
    for (std::size_t absent = 1; absent < group / part; ++absent) { // the first draw the tickets, and write
        // No launch before has left these sums in local memory.
        const float value = 3.0F + static_cast<float>(absent);
        const Scratch scratch{{0.0F}, 0};
        const auto in = input("in", std::vector<float>(count, value)),
                   total = input("total", std::vector<float>{-1});
        Exercise::get().launch(
            incomplete,
            {.global = cl::NDRange(group), .local = cl::NDRange(group), .offset = cl::NDRange(absent)}, in,
            total, static_cast<cl_uint>(count), scratch.partial, scratch.finished);
        if (total.read().front() == value * static_cast<float>(count))
            FAIL("One group of ", group, " was run over ", count, " elements without work-items ",
                 absent * part, " to ", absent * part + part - 1,
                 ", and its sum is that of all elements: somebody else does their work.");
    }
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

    TEST_CASE("five groups of 128 take 42000 to 42018 elements")
    {
        check_sum({40000 + count_of_its_own("one-launch.cl"), 5, 128});
    }
}
