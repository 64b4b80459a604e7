// Tests of the two sensors' log against the host. Integers only, so every result must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <bit>
#include <climits>

using namespace lockstep;

namespace
{

using Values = std::vector<cl_uint>;

cl_uint logarithm(cl_uint value)
{
    const auto shift = static_cast<cl_uint>(std::countl_zero(value | 1));
    cl_uint mantissa = (value | 1) << shift >> 16, fraction = 0;
    for (int step = 0; step < 16; ++step) {
        const cl_uint square = mantissa * mantissa >> 15;
        const cl_uint bit = square >> 16;
        mantissa = square >> bit;
        fraction = 2 * fraction + bit;
    }
    return (31 - shift) * 65536 + fraction;
}

cl_uint square_root(cl_uint value)
{
    std::uint64_t root = 0;
    for (std::uint64_t bit = 0x8000; bit != 0; bit /= 2)
        if ((root + bit) * (root + bit) <= value) root += bit;
    return static_cast<cl_uint>(root);
}

cl::Kernel convert()
{
    return Exercise::get().kernel("two_sensors.cl", "convert", {"global uint*", "global uint*", "uint"});
}

void check_log(const Values& reading, std::size_t group)
{
    const std::size_t n = reading.size();
    Values expected(n);
    for (std::size_t e = 0; e < n; ++e)
        expected[e] = e % 2 == 0 ? logarithm(reading[e]) : square_root(reading[e]);
    const auto result = output<cl_uint>("result", n);
    launch(convert(), covering(n, group), input("reading", reading), result, n);
    INFO(n, " readings, work-groups of ", group);
    expect_same("result", expected, result.read());
}

Values random_readings(std::size_t count)
{
    return random_uints(count, 1100 + count, 0xFFFFFFFFU);
}

} // namespace

TEST_CASE("known readings have their known results")
{
    const Values known{1, 1, 65536, 144, 0, 0, 0xFFFFFFFF, 0xFFFFFFFF};
    Values readings; // one whole work-group
    while (readings.size() < 128) readings.insert(readings.end(), known.begin(), known.end());
    check_log(readings, 128);
}

TEST_CASE("work-groups convert each of their elements")
{
    check_log(random_readings(512 * 3), 512);
}

TEST_CASE("a work-item converts one element and no more")
{
    // Which elements they convert is theirs to choose.
    const std::size_t n = 640, launched = 256;
    const auto result = input("result", Values(n, UINT_MAX));
    launch(convert(), covering(launched, 128), input("reading", random_readings(n)), result, n);
    const Values got = result.read();
    const auto converted = n - static_cast<std::size_t>(std::ranges::count(got, UINT_MAX));
    if (converted > launched) FAIL("Only ", launched, " work-items converted ", converted, " readings.");
}

TEST_CASE("a log of any length is converted, and nothing beyond it")
{
    for (const std::size_t n : {1U, 2U, 37U, 127U, 129U, 200U, 385U})
        for (const std::size_t group : {128U, 256U}) check_log(random_readings(n), group);
}

TEST_SUITE("lens")
{
    TEST_CASE("4096 readings are converted")
    {
        check_log(random_readings(4096), 128);
    }

    TEST_CASE("3001 readings are converted by work-groups of 256")
    {
        check_log(random_readings(3001), 256);
    }

    TEST_CASE("3840 readings, some of them 0, are converted by work-groups of 384")
    {
        Values readings = random_readings(3840);
        for (std::size_t e = 0; e < readings.size(); ++e)
            if (e * 7 % 64 < 9) readings[e] = 0;
        check_log(readings, 384);
    }
}
