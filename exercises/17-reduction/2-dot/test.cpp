// Tests of the dot product. The factors are multiples of 1/8 and small: every sum is exact, in any order.
#include <lockstep/exercise.hpp>

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

std::vector<float> eighths(std::size_t count, std::uint64_t seed)
{
    std::vector<float> values;
    for (const std::uint32_t k : random_uints(count, seed, 31))
        values.push_back((static_cast<float>(k) - 13.0F) / 8.0F);
    return values;
}

void check_dot(const Shape& shape)
{
    const auto& [count, group, groups] = shape;
    const std::vector<float> a = eighths(count, 170 + count);
    const std::vector<float> b = eighths(count, 171 + count);
    const double expected = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);

    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel(
        "dot.cl", "dot_parts", {"global float*", "global float*", "global float*", "uint", "local float*"});
    const auto device_a = input("a", a);
    const auto device_b = input("b", b);
    const auto partial = output<float>("partial", groups);
    exercise.launch(kernel, {.global = cl::NDRange(groups * group), .local = cl::NDRange(group)}, device_a,
                    device_b, partial, static_cast<cl_uint>(count), cl::Local(group * sizeof(float)));
    INFO("count ", count, ", ", groups, " work-groups of ", group);
    const std::vector<float> parts = partial.read();
    const auto sum = static_cast<float>(std::accumulate(parts.begin(), parts.end(), 0.0));
    exercise.expect_same("the sum of all parts", std::vector{static_cast<float>(expected)}, std::vector{sum});
    exercise.expect_same("a", a, device_a.read());
    exercise.expect_same("b", b, device_b.read());
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
}
