// Tests of saxpy against the host.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lockstep;

namespace
{

cl::Kernel saxpy_kernel()
{
    return Exercise::get().kernel("saxpy.cl", "saxpy", {"float", "global float*", "global float*", "uint"});
}

// One rounding for a fused multiply-add, two without: the product's is at most 2^-24 of |alpha x|, the sum's 2^-24 of
// |alpha x| + |y|. So both are within 2^-23 of that sum of magnitudes, however much of it cancels.
bool right(float alpha, float x, float y, float got)
{
    const double product = static_cast<double>(alpha) * x;
    const double bound = (std::abs(product) + std::abs(static_cast<double>(y))) / 8388608.0;
    return std::abs(product + y - got) <= bound;
}

void check_saxpy(float alpha, const std::vector<float>& x, const std::vector<float>& y, std::size_t group)
{
    const auto device_y = input("y", y);
    launch(saxpy_kernel(), covering(x.size(), group), alpha, input("x", x), device_y, x.size());
    const std::vector<float> got = device_y.read();
    std::vector<float> expected = got;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!right(alpha, x[i], y[i], got[i]))
            expected[i] = static_cast<float>(static_cast<double>(alpha) * x[i] + y[i]);
    expect_same("y", expected, got);
}

void check_saxpy(float alpha, std::size_t n, std::size_t group)
{
    check_saxpy(alpha, random_floats(n, 11 + n), random_floats(n, 12 + n), group);
}

} // namespace

TEST_CASE("saxpy scales and adds")
{
    check_saxpy(2.5F, 64, 64);
}

TEST_CASE("saxpy handles every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_saxpy(-1.75F, size.count, size.group);
    check_saxpy(-3.1F, clean_stage() ? 29 : 1000, clean_stage() ? 6 : 48);
    if (!clean_stage()) check_saxpy(1.9F, 5000, 512);
}

TEST_CASE("each work-item changes the element of its number and no other")
{
    const std::vector<float> x(21, 2.0F);
    std::vector<float> y(21, 0.5F);
    const auto device_y = input("y", y);
    launch(saxpy_kernel(), {.global = {3}, .local = {3}, .offset = cl::NDRange(9)}, 4.0F, input("x", x),
           device_y, 21U);
    for (std::size_t i = 9; i < 12; ++i) y[i] = 8.5F;
    INFO("only the work-items 9 to 11 were launched");
    expect_same("y", y, device_y.read());
}

TEST_CASE("saxpy handles more elements than a float can number")
{
    if (!clean_stage()) check_saxpy(1.5F, (1U << 24) + 37, 64);
}

TEST_CASE("saxpy handles a launch without elements")
{
    check_saxpy(2.5F, 0, clean_stage() ? 8 : 64);
}

TEST_CASE("saxpy keeps the precision of small numbers beside large ones")
{
    // x and y of magnitudes from 2^-30 to 2^30.
    Random random{19};
    std::vector<float> x(64);
    std::vector<float> y(64);
    for (std::vector<float>* values : {&x, &y})
        for (float& value : *values)
            value = std::ldexp(random.uniform(-1.0F, 1.0F), static_cast<int>(random.below(61)) - 30);
    check_saxpy(0.7F, x, y, 8);
    check_saxpy(0.0F, x, y, 8);
    check_saxpy(-12345.678F, x, y, 8);
}

TEST_CASE("saxpy hands on infinity and what is no number")
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
    check_saxpy(-2.0F, {infinity, 1.0F, 2.0F, no_number, 3.0F}, {1.0F, infinity, no_number, 2.0F, 5.0F}, 8);
    check_saxpy(0.0F, {infinity, no_number, 1.0F, -infinity}, {1.0F, 2.0F, 3.0F, 4.0F},
                8); // 0 times these is no number
}
