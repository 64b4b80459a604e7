// Tests of the dot product. The factors are small multiples of a power of two: every sum is exact, in any
// order.
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

/// The groups' parts, after their sum was compared with the host's.
std::vector<float> check_parts(const std::vector<float>& a, const std::vector<float>& b, const Shape& shape)
{
    const auto& [count, group, groups] = shape;
    const auto expected = static_cast<float>(std::inner_product(a.begin(), a.end(), b.begin(), 0.0));
    cl::Kernel kernel = Exercise::get().kernel(
        "dot.cl", "dot_parts", {"global float*", "global float*", "global float*", "uint", "local float*"});
    const auto partial = output<float>("partial", groups);
    launch(kernel, covering(groups * group, group), input("a", a), input("b", b), partial, count,
           cl::Local(group * sizeof(float)));
    INFO("count ", count, ", ", groups, " work-groups of ", group);
    const std::vector<float> parts = partial.read();
    const auto sum = static_cast<float>(std::accumulate(parts.begin(), parts.end(), 0.0));
    expect_same("the sum of all parts", std::vector{expected}, std::vector{sum});
    return parts;
}

void check_dot(const Shape& shape)
{
    check_parts(eighths(shape.count, 170 + shape.count), eighths(shape.count, 171 + shape.count), shape);
}

void check_shares(const Shape& shape)
{
    const std::vector<float> ones(shape.count, 1.0F);
    const float share = static_cast<float>(shape.count / shape.groups);
    for (const float part : check_parts(ones, ones, shape))
        if (!(part > 0 && part < 2 * share))
            FAIL("Of ", shape.count, " elements, one of ", shape.groups, " groups took ", part,
                 ". Its share is ", share, "; it may take more or less, but not twice as much and not none.");
}

} // namespace

TEST_CASE("each group multiplies and adds, and leaves a part")
{
    check_dot({256, 256, 1});
    check_dot({512, 128, 4});
}

TEST_CASE("a group may have any number of work-items")
{
    for (const std::size_t group : {1U, 2U, 3U, 5U, 6U, 7U, 33U, 96U, 100U, 255U})
        check_dot({10 * group + 1, group, 2});
}

TEST_CASE("there may be more work-items than elements, or fewer, or no elements")
{
    check_dot({0, 64, 2});
    check_dot({1, 1, 3});
    check_dot({100, 64, 8});
    check_dot({1000, 64, 1});
    check_dot({4096, 128, 2});
    check_dot({clean_stage() ? 5000U : 1000003U, 256, 4});
}

TEST_CASE("every group takes its share")
{
    check_shares({10000, 64, 5});
    if (!clean_stage()) check_shares({130001, 96, 300});
}

TEST_CASE("a walk may be long, and groups many")
{
    check_dot({9000, 48, 100});
    if (clean_stage()) return;
    check_dot({70001, 1, 1});
    check_dot({70001, 1, 70001});
    check_dot({(1U << 24U) + 37, 256, 64}); // more than a float can number
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
