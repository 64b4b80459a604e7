// Tests of saxpy against the host.
#include <lockstep/probes.hpp>

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
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = saxpy_kernel();
    const std::size_t n = x.size();
    const auto device_x = input("x", x);
    const auto device_y = input("y", y);
    const std::size_t work_items = std::max(round_up(n, group), group);
    exercise.launch(kernel, {.global = cl::NDRange(work_items), .local = cl::NDRange(group)}, alpha, device_x,
                    device_y, static_cast<cl_uint>(n));
    const std::vector<float> got = device_y.read();
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i)
        expected[i] = right(alpha, x[i], y[i], got[i])
                          ? got[i]
                          : static_cast<float>(static_cast<double>(alpha) * x[i] + y[i]);
    exercise.expect_same("y", expected, got);
    exercise.expect_same("x", x, device_x.read());
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
    const bool clean = Exercise::get().clean_stage();
    check_saxpy(0.3F, count_of_its_own("saxpy.cl"), clean ? 8 : 16);
    check_saxpy(-3.1F, clean ? 29 : 1000, clean ? 6 : 48);
    if (!clean) check_saxpy(1.9F, 5000, large_group(saxpy_kernel()));
}

TEST_CASE("each work-item changes the element of its number and no other")
{
    constexpr std::size_t n = 21;
    const std::vector<float> x = random_floats(n, 17, 1.0F, 2.0F);
    const std::vector<float> before = random_floats(n, 18);
    saxpy_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel kernel = lonely_kernel("saxpy.cl", "saxpy");
    for (std::size_t number = 0; number < lonely_items; ++number) {
        const auto device_x = input("x", x);
        const auto device_y = input("y", before);
        launch_alone(kernel, number, 4.0F, device_x, device_y, static_cast<cl_uint>(n));
        expect_own_element("y", number, before, device_y.read());
    }
}

TEST_CASE("saxpy handles more elements than a float can number")
{
    if (!Exercise::get().clean_stage()) check_saxpy(1.5F, (1U << 24) + 37, 64);
}

TEST_CASE("saxpy handles a launch without elements")
{
    check_saxpy(2.5F, 0, Exercise::get().clean_stage() ? 8 : 64);
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
