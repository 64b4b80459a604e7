// Tests of the two sensors' log against the host. Integers only, so every result must agree.
#include <lockstep/exercise.hpp>

#include <bit>

using namespace lockstep;

namespace
{

using Values = std::vector<std::uint32_t>;

std::uint32_t logarithm(std::uint32_t value)
{
    const auto shift = static_cast<std::uint32_t>(std::countl_zero(value | 1));
    std::uint32_t mantissa = (value | 1) << shift >> 16;
    std::uint32_t fraction = 0;
    for (int step = 0; step < 16; ++step) {
        const std::uint32_t square = mantissa * mantissa >> 15;
        const std::uint32_t bit = square >> 16;
        mantissa = square >> bit;
        fraction = 2 * fraction + bit;
    }
    return (31 - shift) * 65536 + fraction;
}

std::uint32_t square_root(std::uint32_t value)
{
    std::uint64_t root = 0;
    for (std::uint64_t bit = 0x8000; bit != 0; bit /= 2)
        if ((root + bit) * (root + bit) <= value) root += bit;
    return static_cast<std::uint32_t>(root);
}

std::uint32_t expected_result(const Values& reading, std::size_t element)
{
    return element % 2 == 0 ? logarithm(reading[element]) : square_root(reading[element]);
}

void check_log(const Values& reading, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("two_sensors.cl", "convert", {"global uint*", "global uint*", "uint"});
    const std::size_t n = reading.size();
    const auto device_reading = input("reading", reading);
    const auto result = output<std::uint32_t>("result", n);
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)},
                    device_reading, result, static_cast<cl_uint>(n));

    Values expected(n);
    for (std::size_t e = 0; e < n; ++e) expected[e] = expected_result(reading, e);
    INFO(n, " readings, work-groups of ", group);
    exercise.expect_same("result", expected, result.read());
    exercise.expect_same("reading", reading, device_reading.read());
}

/// Launches fewer work-items than there are readings. Which elements they convert is theirs to choose, but each
/// converts one at most.
void check_part(const Values& reading, std::size_t group, std::size_t work_items)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("two_sensors.cl", "convert", {"global uint*", "global uint*", "uint"});
    Values before;
    for (std::size_t e = 0; e < reading.size(); ++e) before.push_back(~expected_result(reading, e));
    const auto device_reading = input("reading", reading);
    const auto result = input("result", before);
    exercise.launch(kernel, {.global = cl::NDRange(work_items), .local = cl::NDRange(group)}, device_reading,
                    result, static_cast<cl_uint>(reading.size()));

    const Values got = result.read();
    Values expected = before;
    std::size_t converted = 0;
    for (std::size_t e = 0; e < got.size(); ++e) {
        if (got[e] == before[e]) continue;
        expected[e] = expected_result(reading, e);
        ++converted;
    }
    INFO(reading.size(), " readings, work-groups of ", group);
    exercise.expect_same("result", expected, got);
    if (converted > work_items)
        FAIL("Only ", work_items, " work-items were launched, and ", converted,
             " readings were converted. A work-item converts one element.");
    if (converted == 0) FAIL("Of ", work_items, " work-items none converted anything.");
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

TEST_CASE("one work-group converts each of its elements")
{
    check_log(random_readings(128), 128);
}

TEST_CASE("every work-group converts its own elements")
{
    check_log(random_readings(128 * 5), 128);
}

TEST_CASE("larger work-groups convert each of their elements")
{
    check_log(random_readings(256 * 2), 256);
    check_log(random_readings(384 * 3), 384);
    check_log(random_readings(512 + 77), 512);
}

TEST_CASE("a work-item converts one element and no more")
{
    check_part(random_readings(128 * 5), 128, 128 * 2);
    check_part(random_readings(384 * 2 - 3), 384, 384);
}

TEST_CASE("a log of any length is converted, and nothing beyond it")
{
    for (const std::size_t n : {1U, 2U, 37U, 127U, 129U, 200U, 385U})
        for (const std::size_t group : {128U, 256U}) check_log(random_readings(n), group);
    if (!Exercise::get().clean_stage()) check_log(random_readings(100003), 128);
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
