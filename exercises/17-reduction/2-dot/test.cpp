// Tests of the dot product. The factors are small multiples of a power of two: every sum is exact, in any
// order.
#include <lockstep/probes.hpp>

#include <cmath>
#include <numeric>

using namespace lockstep;

namespace
{

struct Shape
{
    std::size_t count;
    std::size_t group;
    std::size_t groups;
};

/// @param scale a power of two.
std::vector<float> eighths(std::size_t count, std::uint64_t seed, float scale = 1)
{
    std::vector<float> values;
    for (const std::uint32_t k : random_uints(count, seed, 31))
        values.push_back((static_cast<float>(k) - 13.0F) / 8.0F * scale);
    return values;
}

/// The groups' parts, after their sum was compared with the host's.
std::vector<float> check_parts(const std::vector<float>& a, const std::vector<float>& b, const Shape& shape)
{
    const auto& [count, group, groups] = shape;
    const double expected = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);

    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel(
        "dot.cl", "dot_parts", {"global float*", "global float*", "global float*", "uint", "local float*"});
    const std::vector<float> nothing{NAN}; // a buffer cannot be empty
    const auto device_a = input("a", a.empty() ? nothing : a);
    const auto device_b = input("b", b.empty() ? nothing : b);
    const auto partial = output<float>("partial", groups);
    exercise.launch(kernel, {.global = cl::NDRange(groups * group), .local = cl::NDRange(group)}, device_a,
                    device_b, partial, static_cast<cl_uint>(count), cl::Local(group * sizeof(float)));
    INFO("count ", count, ", ", groups, " work-groups of ", group);
    const std::vector<float> parts = partial.read();
    const auto sum = static_cast<float>(std::accumulate(parts.begin(), parts.end(), 0.0));
    exercise.expect_same("the sum of all parts", std::vector{static_cast<float>(expected)}, std::vector{sum});
    if (count > 0) {
        exercise.expect_same("a", a, device_a.read());
        exercise.expect_same("b", b, device_b.read());
    }
    return parts;
}

void check_dot(const Shape& shape, float scale = 1)
{
    check_parts(eighths(shape.count, 170 + shape.count, scale),
                eighths(shape.count, 171 + shape.count, scale), shape);
}

/// All products are 1, so that a part is the number of elements its group took.
void check_shares(const Shape& shape)
{
    const std::vector<float> ones(shape.count, 1.0F);
    const std::vector<float> parts = check_parts(ones, ones, shape);
    const std::size_t share = shape.count / shape.groups;
    for (std::size_t g = 0; g < parts.size(); ++g)
        if (!(parts[g] > 0 && parts[g] < 2 * static_cast<float>(share)))
            FAIL("Group ", g, " of ", shape.groups, " took ", parts[g], " of ", shape.count,
                 " elements. Its share is ", share,
                 "; it may take more or less, but not twice as much and not none.");
}

} // namespace

TEST_CASE("one group multiplies and adds")
{
    check_dot({64, 64, 1});
    check_dot({256, 256, 1});
}

TEST_CASE("several groups each leave a part")
{
    check_dot({512, 128, 4});
    check_dot({192, 64, 3});
}

TEST_CASE("few work-items take many elements")
{
    check_dot({1000, 64, 1});
    check_dot({4096, 128, 2});
    check_dot({Exercise::get().clean_stage() ? 5000U : 1000003U, 256, 4});
}

TEST_CASE("a group may have any number of work-items")
{
    for (const std::size_t group : {1U, 2U, 3U, 5U, 6U, 7U, 33U, 96U, 100U, 255U})
        check_dot({2 * group, group, 2});
    for (const std::size_t group : {3U, 11U, 100U}) check_dot({1234, group, 3});
}

TEST_CASE("there may be more work-items than elements")
{
    check_dot({1, 64, 1});
    check_dot({1, 1, 3});
    check_dot({100, 64, 8});
    check_dot({63, 64, 1});
    check_dot({65, 64, 2});
}

TEST_CASE("the product of nothing is zero")
{
    check_dot({0, 64, 2});
    check_dot({0, 3, 3});
}

TEST_CASE("every group takes its share")
{
    check_shares({10000, 64, 5});
    if (!Exercise::get().clean_stage()) {
        check_shares({40001, 33, 16});
        check_shares({100000, 256, 64});
        check_shares({130001, 96, 300});
    }
}

TEST_CASE("the work-items of a group share its elements")
{
    if (Exercise::get().clean_stage()) return; // what nobody brings is added
    if (skipped_for_local_memory()) return;
    constexpr std::size_t group = 256, part = 32, count = 5000;
    check_dot({1, 1, 1}); // ends the test when the file does not build: its message is better
    cl::Kernel incomplete{program_behind(without_a_part(0, part, group), "dot.cl"), "dot_parts"};
    for (std::size_t absent = 0; absent < group / part; ++absent) {
        // No launch before has left these sums in local memory.
        const auto a = input("a", std::vector<float>(count, 1)),
                   b = input("b", std::vector<float>(count, 3.0F + static_cast<float>(absent))),
                   partial = input("partial", std::vector<float>{-1});
        Exercise::get().launch(
            incomplete,
            {.global = cl::NDRange(group), .local = cl::NDRange(group), .offset = cl::NDRange(absent)}, a, b,
            partial, static_cast<cl_uint>(count), cl::Local(group * sizeof(float)));
        if (partial.read().front() == (3.0F + static_cast<float>(absent)) * static_cast<float>(count))
            FAIL("A group of ", group, " was run alone over ", count, " elements, without work-items ",
                 absent * part, " to ", absent * part + part - 1,
                 ", and its part is that of all elements: somebody else does their work.");
    }
}

TEST_CASE("numbers may be tiny or huge")
{
    for (const float scale : {0x1p-40F, 0x1p40F}) check_dot({700, 64, 3}, scale);
}

TEST_CASE("there may be many groups")
{
    check_dot({3001, 3, 700});
    check_dot({9000, 48, 100});
    if (Exercise::get().clean_stage()) return;
    for (const std::size_t group : {129U, 200U}) check_dot({5003, group, 3});
    check_dot({70001, 1, 70001});
}

TEST_CASE("a walk may be long")
{
    if (!Exercise::get().clean_stage()) {
        check_dot({70001, 1, 1});
        check_dot({(1U << 24U) + 37, 256, 64}); // more than a float can number
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("eight groups of 128 take 16384 elements")
    {
        check_dot({16384, 128, 8});
    }

    TEST_CASE("seven groups of 96 take 16001 elements")
    {
        check_dot({16001, 96, 7});
    }

    TEST_CASE("six groups of 64 take 12000 to 12018 elements")
    {
        check_dot({10000 + count_of_its_own("dot.cl"), 64, 6});
    }
}
