// Tests of to_fahrenheit against double precision.
#include <lockstep/probes.hpp>

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

void check_conversion(const std::vector<float>& celsius, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = conversion();
    const auto device_celsius = input("celsius", celsius);
    const auto device_fahrenheit = output<float>("fahrenheit", celsius.size());
    exercise.launch(kernel, {.global = cl::NDRange(celsius.size()), .local = cl::NDRange(group)},
                    device_celsius, device_fahrenheit);
    const std::vector<float> got = device_fahrenheit.read();
    std::vector<float> expected = got;
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!right(celsius[i], got[i])) expected[i] = static_cast<float>(9.0 * celsius[i] / 5.0 + 32.0);
    exercise.expect_same("fahrenheit", expected, got);
    exercise.expect_same("celsius", celsius, device_celsius.read());
}

} // namespace

TEST_CASE("water freezes at 32 and boils at 212 degrees")
{
    check_conversion({0.0F, 100.0F, -40.0F, 37.0F}, 4);
}

TEST_CASE("every temperature is converted")
{
    const bool clean = Exercise::get().clean_stage();
    for (const Size1D& size : {Size1D{1, 1}, {60, 6}, {64, 64}, {320, 32}, {clean ? 384U : 100'000U, 8}})
        check_conversion(random_floats(size.count, size.count, -90.0F, 60.0F), size.group);
}

TEST_CASE("each work-item converts the temperature of its number and no other")
{
    constexpr std::size_t n = lonely_items;
    const std::vector<float> celsius = random_floats(n, 17, -90.0F, 60.0F);
    const std::vector<float> before(n, 1000.0F); // no temperature in the list
    conversion(); // ends the test when the file does not build: its message is better
    cl::Kernel kernel = lonely_kernel("fahrenheit.cl", "to_fahrenheit");
    for (std::size_t number = 0; number < n; ++number) {
        const auto device_celsius = input("celsius", celsius);
        const auto device_fahrenheit = input("fahrenheit", before);
        launch_alone(kernel, number, device_celsius, device_fahrenheit);
        expect_own_element("fahrenheit", number, before, device_fahrenheit.read());
    }
}
