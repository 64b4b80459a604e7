// Tests of square against the host. A product of two floats is rounded once and correctly, so it is compared
// exactly.
#include <lockstep/exercise.hpp>

#include <limits>

using namespace lockstep;

namespace
{

cl::Kernel square_kernel()
{
    return Exercise::get().kernel("square.cl", "square", {"global float*", "global float*", "uint"});
}

std::vector<float> squares(std::vector<float> x)
{
    for (float& value : x) value *= value;
    return x;
}

void check_square(const std::vector<float>& x, std::size_t group)
{
    const auto device_x = input("x", x), y = output<float>("y", x.size());
    launch(square_kernel(), covering(x.size(), group), device_x, y, x.size());
    expect_same("y", squares(x), y.read());
    expect_same("x", x, device_x.read());
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
    check_square(clean_stage() ? 29 : 1000, clean_stage() ? 6 : 48);
    if (!clean_stage()) check_square(5000, 512);
}

TEST_CASE("each work-item squares the element of its number and no other")
{
    const std::vector<float> x = random_floats(21, 17);
    const auto y = output<float>("y", 21);
    launch(square_kernel(), {.global = {3}, .local = {3}, .offset = cl::NDRange(9)}, input("x", x), y, 21U);
    INFO("only the work-items 9 to 11 were launched");
    expect_part("y", squares(x), y.read(), [](std::size_t i) { return i >= 9 && i < 12; });
}

TEST_CASE("square handles more elements than a float can number")
{
    if (!clean_stage()) check_square((1U << 24) + 37, 64);
}

TEST_CASE("square handles a launch without elements")
{
    check_square(0, clean_stage() ? 8 : 64);
}

TEST_CASE("square handles the large, the tiny and what is no number")
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    check_square({0.0F, 4.0F, -100.0F, 123456.789F, -1e-10F, 1e18F, 3e19F, infinity, -infinity,
                  std::numeric_limits<float>::quiet_NaN(), -7.5F},
                 8);
}
