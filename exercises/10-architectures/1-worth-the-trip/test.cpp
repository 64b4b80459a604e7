// Tests of the break-even: jobs of whole numbers, whose break-even is exact, and random ones, of which both sides are looked at.
#include "trip.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/random.hpp>

#include <string>

using namespace lockstep;

namespace
{

using Elements = std::optional<std::uint64_t>;

std::string in_words(const Elements& elements)
{
    return elements ? "from " + std::to_string(*elements) + " elements on" : std::string{"never"};
}

void check(const Job& job, const Elements& expected)
{
    const Elements got = break_even(job);
    INFO("the host takes ", job.host_ns, " ns for an element, the device ", job.device_ns,
         " ns and a start of ", job.start_us, " us; ", job.bytes, " bytes at ", job.bus_gb_per_s, " GB/s");
    if (got != expected)
        FAIL("break_even says that the device is faster ", in_words(got), "; expected ", in_words(expected),
             ".");
}

/// By how many nanoseconds the device is faster for so many elements.
long double saved(const Job& job, long double elements)
{
    return elements * (static_cast<long double>(job.host_ns) - job.device_ns -
                       static_cast<long double>(job.bytes) / job.bus_gb_per_s) -
           1000 * static_cast<long double>(job.start_us);
}

} // namespace

TEST_CASE("an addition whose arrays have to travel is never worth it")
{
    check({.host_ns = 0.5, .device_ns = 0, .bytes = 12, .bus_gb_per_s = 24, .start_us = 10}, {});
    check({.host_ns = 0.5, .device_ns = 0.003, .bytes = 12, .bus_gb_per_s = 16, .start_us = 0}, {});
}

TEST_CASE("with more arithmetic there is a number from which on it is")
{
    check({.host_ns = 20, .device_ns = 0.25, .bytes = 8, .bus_gb_per_s = 32, .start_us = 39}, 2001);
    check({.host_ns = 3, .device_ns = 0.5, .bytes = 16, .bus_gb_per_s = 8, .start_us = 7}, 14'001);
}

TEST_CASE("data that are there already need no bus")
{
    check({.host_ns = 0.5, .device_ns = 0.25, .bytes = 0, .bus_gb_per_s = 16, .start_us = 10}, 40'001);
}

TEST_CASE("where both take the same time, the device is not faster yet")
{
    check({.host_ns = 2, .device_ns = 1, .bytes = 0, .bus_gb_per_s = 1, .start_us = 1}, 1001);
    check({.host_ns = 2, .device_ns = 1, .bytes = 1, .bus_gb_per_s = 1, .start_us = 1}, {});
}

TEST_CASE("without a start, one element is enough, or none ever is")
{
    check({.host_ns = 2, .device_ns = 1, .bytes = 1, .bus_gb_per_s = 2, .start_us = 0}, 1);
    check({.host_ns = 2, .device_ns = 2, .bytes = 0, .bus_gb_per_s = 2, .start_us = 0}, {});
    check({.host_ns = 1e6, .device_ns = 1, .bytes = 8, .bus_gb_per_s = 8, .start_us = 5}, 1);
}

TEST_CASE("more elements than 32 bits count are a number, and more than 53 bits are never")
{
    check({.host_ns = 1.125, .device_ns = 1, .bytes = 0, .bus_gb_per_s = 1, .start_us = 1e9},
          8'000'000'000'001);
    check({.host_ns = 0x1p-52, .device_ns = 0, .bytes = 0, .bus_gb_per_s = 1, .start_us = 1}, {});
    check({.host_ns = 1e-300, .device_ns = 0, .bytes = 0, .bus_gb_per_s = 1, .start_us = 1}, {});
}

TEST_CASE("at the break-even the device wins, and one element before it does not")
{
    Random random{1001};
    for (int trial = 0; trial < 400; ++trial) {
        const Job job{.host_ns = random.uniform(0, 40),
                      .device_ns = random.uniform(0, 4),
                      .bytes = random.uniform(0, 64),
                      .bus_gb_per_s = random.uniform(1, 64),
                      .start_us = random.uniform(0, 50)};
        const Elements got = break_even(job);
        INFO("the host takes ", job.host_ns, " ns for an element, the device ", job.device_ns,
             " ns and a start of ", job.start_us, " us; ", job.bytes, " bytes at ", job.bus_gb_per_s,
             " GB/s");
        const long double hair = 1e-9L * (1000 * static_cast<long double>(job.start_us) + 1); // for roundings
        if (!got && saved(job, 1e15L) > hair)
            FAIL("break_even says never, and for 10^15 elements the device is faster.");
        if (got && (*got == 0 || saved(job, static_cast<long double>(*got)) < -hair))
            FAIL("break_even says ", in_words(got), ", and there the device is not faster.");
        if (got && *got > 1 && saved(job, static_cast<long double>(*got) - 1) > hair)
            FAIL("break_even says ", in_words(got), ", and the device is faster for one element less.");
    }
}
