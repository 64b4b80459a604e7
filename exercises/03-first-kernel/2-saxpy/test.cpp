// Tests of saxpy against the host.
#include <lockstep/exercise.hpp>

#include <cmath>

using namespace lockstep;

namespace
{

// One rounding for a fused multiply-add, two without: both are within one unit of the sum's last place, which
// cancellation can make many units of the result's, so the bound is absolute: |alpha x| + |y| < 16, times 2^-23.
constexpr Tolerance one_rounding{.absolute = 16.0 / 8388608.0};

void check_saxpy(float alpha, std::size_t n, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("saxpy.cl", "saxpy", {"float", "global float*", "global float*", "uint"});
    const std::vector<float> x = random_floats(n, 11 + n);
    const std::vector<float> y = random_floats(n, 12 + n);
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i)
        expected[i] = static_cast<float>(static_cast<double>(alpha) * x[i] + y[i]);

    const auto device_x = input("x", x);
    const auto device_y = input("y", y);
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)}, alpha,
                    device_x, device_y, static_cast<cl_uint>(n));
    exercise.expect_same("y", expected, device_y.read(), one_rounding);
    exercise.expect_same("x", x, device_x.read());
}

} // namespace

TEST_CASE("saxpy scales and adds")
{
    check_saxpy(2.5F, 64, 64);
}

TEST_CASE("saxpy handles every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_saxpy(-1.75F, size.count, size.group);
}
