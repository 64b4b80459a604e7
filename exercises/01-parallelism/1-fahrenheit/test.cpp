// Tests of to_fahrenheit against double precision.
#include <lockstep/exercise.hpp>

#include <cmath>

using namespace lockstep;

namespace
{

cl::Kernel conversion()
{
    return Exercise::get().kernel("fahrenheit.cl", "to_fahrenheit", {"global float*", "global float*"});
}

// The factor, the product and the sum are rounded, each by at most 2^-24 of itself; a division by 5 would be one rounding more.
bool right(float celsius, float got)
{
    const double product = 9.0 * celsius / 5.0;
    return std::abs(product + 32.0 - got) <= (std::abs(product) + 32.0) / 4194304.0;
}

/// What was got, where it is right, and elsewhere what is right.
std::vector<float> converted(const std::vector<float>& celsius, std::vector<float> got)
{
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!right(celsius[i], got[i])) got[i] = static_cast<float>(9.0 * celsius[i] / 5.0 + 32.0);
    return got;
}

void check_conversion(const std::vector<float>& celsius, std::size_t group)
{
    const auto device_celsius = input("celsius", celsius);
    const auto fahrenheit = output<float>("fahrenheit", celsius.size());
    launch(conversion(), covering(celsius.size(), group), device_celsius, fahrenheit);
    const std::vector<float> got = fahrenheit.read();
    expect_same("fahrenheit", converted(celsius, got), got);
    expect_same("celsius", celsius, device_celsius.read());
}

} // namespace

TEST_CASE("water freezes at 32 and boils at 212 degrees")
{
    check_conversion({0.0F, 100.0F, -40.0F, 37.0F}, 4);
}

TEST_CASE("every temperature is converted")
{
    const bool clean = clean_stage();
    for (const Size1D& size : {Size1D{1, 1}, {60, 6}, {64, 64}, {320, 32}, {clean ? 384U : 100'000U, 8}})
        check_conversion(random_floats(size.count, size.count, -90.0F, 60.0F), size.group);
}

TEST_CASE("each work-item converts the temperature of its number and no other")
{
    const std::vector<float> celsius = random_floats(24, 17, -90.0F, 60.0F);
    const auto fahrenheit = output<float>("fahrenheit", 24);
    launch(conversion(), {.global = {4}, .local = {4}, .offset = cl::NDRange(8)}, input("celsius", celsius),
           fahrenheit);
    const std::vector<float> got = fahrenheit.read();
    INFO("only the work-items 8 to 11 were launched");
    expect_part("fahrenheit", converted(celsius, got), got, [](std::size_t i) { return i >= 8 && i < 12; });
}
