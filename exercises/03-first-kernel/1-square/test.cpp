// Tests of square against the host. A product of two floats is rounded once and correctly, so it is compared
// exactly.
#include <lockstep/exercise.hpp>

using namespace lockstep;

namespace
{

void check_square(std::size_t n, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("square.cl", "square", {"global float*", "global float*", "uint"});
    const std::vector<float> x = random_floats(n, 31 + n);
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = x[i] * x[i];

    const auto device_x = input("x", x);
    const auto device_y = output<float>("y", n);
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)},
                    device_x, device_y, static_cast<cl_uint>(n));
    exercise.expect_same("y", expected, device_y.read());
    exercise.expect_same("x", x, device_x.read());
}

} // namespace

TEST_CASE("square squares every element")
{
    check_square(64, 64);
}

TEST_CASE("square handles every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_square(size.count, size.group);
}
