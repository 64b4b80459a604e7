// Tests of square against the host. A product of two floats is rounded once and correctly, so it is compared
// exactly.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace
{

cl::Kernel square_kernel()
{
    return Exercise::get().kernel("square.cl", "square", {"global float*", "global float*", "uint"});
}

void check_square(const std::vector<float>& x, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = square_kernel();
    const std::size_t n = x.size();
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = x[i] * x[i];

    const auto device_x = input("x", x);
    const auto device_y = output<float>("y", n);
    const std::size_t work_items = std::max(round_up(n, group), group);
    exercise.launch(kernel, {.global = cl::NDRange(work_items), .local = cl::NDRange(group)}, device_x,
                    device_y, static_cast<cl_uint>(n));
    exercise.expect_same("y", expected, device_y.read());
    exercise.expect_same("x", x, device_x.read());
}

void check_square(std::size_t n, std::size_t group)
{
    check_square(random_floats(n, 31 + n), group);
}

} // namespace

TEST_CASE("square squares every element")
{
    check_square(64, 64);
}

TEST_CASE("square handles every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_square(size.count, size.group);
    const bool clean = Exercise::get().clean_stage();
    check_square(count_of_its_own("square.cl"), clean ? 8 : 16);
    check_square(clean ? 29 : 1000, clean ? 6 : 48);
    if (!clean) check_square(5000, large_group(square_kernel()));
}

TEST_CASE("each work-item squares the element of its number and no other")
{
    constexpr std::size_t n = 21;
    const std::vector<float> x = random_floats(n, 17);
    const std::vector<float> before(n, 1000.0F); // no square of x
    square_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel kernel = lonely_kernel("square.cl", "square");
    for (std::size_t number = 0; number < lonely_items; ++number) {
        const auto device_x = input("x", x);
        const auto device_y = input("y", before);
        launch_alone(kernel, number, device_x, device_y, static_cast<cl_uint>(n));
        expect_own_element("y", number, before, device_y.read());
    }
}

TEST_CASE("square handles more elements than a float can number")
{
    if (!Exercise::get().clean_stage()) check_square((1U << 24) + 37, 64);
}

TEST_CASE("square handles a launch without elements")
{
    check_square(0, Exercise::get().clean_stage() ? 8 : 64);
}

TEST_CASE("square handles the large, the tiny and what is no number")
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    check_square({0.0F, 4.0F, -100.0F, 123456.789F, -1e-10F, 1e18F, 3e19F, infinity, -infinity,
                  std::numeric_limits<float>::quiet_NaN(), -7.5F},
                 8);
}
