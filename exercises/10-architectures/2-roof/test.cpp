// Tests of the forecast and of the advice: cases by hand.
#include "roof.hpp"

#include <doctest/doctest.h>
#include <lockstep/text.hpp>

#include <cmath>
#include <string>

namespace
{

/// A few divisions and multiplications of doubles lose the 15th digit or so.
void expect_close(const std::string& what, double expected, double got, double scale)
{
    if (!(std::abs(got - expected) <= 1e-11 * scale))
        FAIL(what, " should be ", lockstep::told_apart(expected, got), ", and you say ",
             lockstep::told_apart(got, expected), ".");
}

std::string in_words(Bound bound)
{
    return bound == Bound::memory ? "memory" : "arithmetic";
}

void check_forecast(const Device& device, const Work& work, const Forecast& expected)
{
    INFO(device.gflops, " GFLOP/s, ", device.gbps, " GB/s; ", work.operations, " operations, ", work.bytes,
         " bytes");
    const Forecast got = forecast(device, work);
    expect_close("The time in ms", expected.ms, got.ms, expected.ms);
    expect_close("What is reached in GFLOP/s", expected.gflops, got.gflops, expected.gflops);
    if (got.bound != expected.bound)
        FAIL("The kernel is bound by ", in_words(expected.bound), ", and you say by ", in_words(got.bound),
             ".");
}

std::string in_words(Advice advice)
{
    switch (advice) {
    case Advice::count_again:
        return "count again";
    case Advice::stop:
        return "stop";
    case Advice::fewer_bytes:
        return "fewer bytes";
    case Advice::fewer_operations:
        return "fewer operations";
    case Advice::more_under_way:
        return "more under way";
    }
    return "an advice that there is not";
}

void check_advice(const Device& device, const Work& needed, const Work& done, double ms, Advice expected)
{
    INFO(device.gflops, " GFLOP/s, ", device.gbps, " GB/s; needed: ", needed.operations, " operations, ",
         needed.bytes, " bytes; done: ", done.operations, " operations, ", done.bytes, " bytes; ", ms, " ms");
    const Advice got = advise(device, needed, done, ms);
    if (got != expected)
        FAIL("The advice is \"", in_words(expected), "\", and yours is \"", in_words(got), "\".");
}

constexpr Device example{60'000, 4'000};
constexpr Device h200{63'400, 4'230}; // as chapter 10 measures it

} // namespace

TEST_CASE("a kernel with few operations waits for memory")
{
    check_forecast(example, {30'000'000'000, 8'000'000'000}, {2, 15'000, Bound::memory});
    check_forecast(example, {1'000, 4'000'000}, {0.001, 1, Bound::memory});
}

TEST_CASE("a kernel with many operations waits for arithmetic")
{
    check_forecast(example, {600'000'000'000, 8'000'000'000}, {10, 60'000, Bound::arithmetic});
    check_forecast({10, 1'000}, {1'000'000, 200'000}, {0.1, 10, Bound::arithmetic});
}

TEST_CASE("a copy reaches no operations, and sums in registers move no bytes")
{
    check_forecast(example, {0, 4'000'000'000}, {1, 0, Bound::memory});
    check_forecast(example, {60'000'000'000, 0}, {1, 60'000, Bound::arithmetic});
}

TEST_CASE("at the ridge both take equally long")
{
    check_forecast({64, 8}, {8'000'000, 1'000'000}, {0.125, 64, Bound::memory});
    check_forecast({64, 8}, {8'000'001, 1'000'000}, {0.125000015625, 64, Bound::arithmetic});
    check_forecast({64, 8}, {7'999'999, 1'000'000}, {0.125, 63.999992, Bound::memory});
    // A millionth of a millionth more than at the ridge
    check_forecast({64, 8}, {8'000'000'000'008, 1'000'000'000'000},
                   {125'000.000000125, 64, Bound::arithmetic});
}

TEST_CASE("a kernel that does nothing takes no time")
{
    check_forecast(example, {0, 0}, {0, 0, Bound::memory});
}

TEST_CASE("what this book measured gets the advice that its chapters give")
{
    // Chapter 10's copies on an H200: of one uchar a work-item 840 GB/s, of four floats 4,225.
    check_advice(h200, {0, 2'000'000'000}, {0, 2'000'000'000}, 2'000 / 840.0, Advice::more_under_way);
    check_advice(h200, {0, 2'000'000'000}, {0, 2'000'000'000}, 2'000 / 4'225.0, Advice::stop);
    // Chapter 10's 4,096 multiply-adds for each of 2^26 floats, with four chains.
    const std::uint64_t operations = 2 * 4'096ULL << 26U, bytes = 8ULL << 26U;
    check_advice(h200, {operations, bytes}, {operations, bytes},
                 1e-6 * static_cast<double>(operations) / 63'400, Advice::stop);
    // Chapter 12's particles: 2 of 8 floats are used, and whole structures are moved.
    check_advice(h200, {0, 12ULL << 26U}, {0, 36ULL << 26U}, 0.548, Advice::fewer_bytes);
}

TEST_CASE("at nine tenths of what the job needs a kernel is done")
{
    check_advice(example, {0, 4'000'000'000}, {0, 4'000'000'000}, 1.11, Advice::stop);
    check_advice(example, {60'000'000'000, 4}, {60'000'000'000, 4'000}, 1.11, Advice::stop);
    check_advice(example, {60'000'000'000, 4}, {60'000'000'000, 4'000'000'000}, 1.11, Advice::stop);
    check_advice(example, {0, 4'000'000'000}, {0, 4'000'000'000}, 1.12, Advice::more_under_way);
}

TEST_CASE("the busier side says what to do less of")
{
    check_advice(example, {0, 4'000'000'000}, {0, 8'000'000'000}, 2.1, Advice::fewer_bytes);
    check_advice(example, {60'000'000'000, 4}, {120'000'000'000, 4}, 2.1, Advice::fewer_operations);
    check_advice(example, {0, 4'000'000'000}, {121'000'000'000, 8'000'000'000}, 2.1,
                 Advice::fewer_operations);
    check_advice(example, {60'000'000'000, 4}, {119'000'000'000, 8'000'000'000}, 2.1, Advice::fewer_bytes);
    check_advice(example, {0, 4'000'000'000}, {120'000'000'000, 8'000'000'000}, 2.1, Advice::fewer_bytes);
}

TEST_CASE("a kernel that does too much but keeps nothing busy has too little under way")
{
    check_advice(example, {0, 4'000'000'000}, {0, 8'000'000'000}, 2.3, Advice::more_under_way);
    check_advice(example, {60'000'000'000, 4}, {120'000'000'000, 8'000'000'000}, 2.3, Advice::more_under_way);
    check_advice(example, {60'000'000'000, 4'000'000'000}, {60'000'000'000, 4'000'000'000}, 9,
                 Advice::more_under_way);
}

TEST_CASE("no kernel is faster than its roof")
{
    check_advice(example, {0, 4'000'000'000}, {0, 4'000'000'000}, 0.94, Advice::count_again);
    check_advice(example, {60'000'000'000, 4}, {120'000'000'000, 4}, 0.5, Advice::count_again);
    check_advice(example, {0, 4'000'000'000}, {0, 4'000'000'000}, 0.96, Advice::stop);
    check_advice(example, {0, 4'000'000'000}, {0, 4'000'000'000}, 0.951, Advice::stop); // 0.95 is the limit
    // The bytes that are done are no roof: a cache may have some of them.
    check_advice(example, {0, 4'000'000'000}, {0, 16'000'000'000}, 2, Advice::fewer_bytes);
}

TEST_CASE("work may be larger than 32 bits can count")
{
    check_forecast({1'000, 1'000}, {std::uint64_t{1} << 50U, 1'000},
                   {1125899.906842624, 1'000, Bound::arithmetic});
    check_forecast({1'000, 1'000}, {1, std::uint64_t{1} << 50U},
                   {1125899.906842624, 1e-6 / 1125899.906842624, Bound::memory});
    constexpr std::uint64_t most = 0xFFFF'FFFF'FFFF'F000; // a double holds it
    check_forecast({1'000, 1'000}, {most, 1'000}, {1e-9 * most, 1'000, Bound::arithmetic});
    check_forecast({1'000, 1'000}, {1'000, most}, {1e-9 * most, 1e-6 * 1'000 / (1e-9 * most), Bound::memory});
    check_advice({1'000, 1'000}, {1, most / 2}, {1, most}, 1.02e-9 * most, Advice::fewer_bytes);
    check_advice({1'000, 1'000}, {most, 1}, {most, 1}, 1e-9 * most, Advice::stop);
}
