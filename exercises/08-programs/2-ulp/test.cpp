// Tests of errors in ulp: by hand where the answer is known, then against a second way of counting, by neighbours.
#include "ulp.hpp"

#include <lockstep/exercise.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <limits>
#include <sstream>

using namespace lockstep;

namespace
{

using Limits = std::numeric_limits<float>;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr float float_infinity = Limits::infinity();
constexpr float float_nan = Limits::quiet_NaN();

std::string shown(double value)
{
    std::ostringstream text;
    text << std::setprecision(17) << value;
    if (std::isfinite(value) && value != 0) text << " (" << std::hexfloat << value << ")";
    return text.str();
}

/// Only one rounding is allowed, that of the difference, of 2^-53 of it: the units are powers of two. The same for `expected`.
void check(double exact, float got, double expected)
{
    const double answer = ulp_error(exact, got);
    const bool right = std::isfinite(expected) ? std::abs(answer - expected) <= 0x1p-52 * std::abs(expected)
                                               : answer == expected;
    if (!right)
        FAIL("The exact result is ", shown(exact), ", got was ", shown(got), ": ulp_error returned ",
             shown(answer), "; expected ", shown(expected), ".");
}

/// For both signs.
void check_both(double exact, float got, double expected)
{
    check(exact, got, expected);
    check(-exact, -got, expected);
}

/// The distance of the floats around x, from the neighbours themselves.
double distance_around(double x)
{
    x = std::abs(x);
    float below = std::abs(x) > Limits::max() ? Limits::max() : static_cast<float>(x);
    if (below > x) below = std::nextafter(below, 0.0F);
    const double from_below = static_cast<double>(below) - std::nextafter(below, 0.0F);
    if (below == 0) return Limits::denorm_min();
    if (below == x || below == Limits::max()) return from_below;
    return static_cast<double>(std::nextafter(below, float_infinity)) - below;
}

double by_neighbours(double exact, float got)
{
    if (std::isnan(exact) != std::isnan(got)) return infinite;
    if (std::isnan(exact)) return 0;
    if (std::isinf(got) || std::isinf(exact)) {
        const bool overflows = std::abs(exact) >= 0x1p128 - 0x1p103;
        return std::isinf(got) && overflows && std::signbit(got) == std::signbit(exact) ? 0 : infinite;
    }
    return std::abs(static_cast<double>(got) - exact) / distance_around(exact);
}

void check_by_neighbours(double exact, float got)
{
    check(exact, got, by_neighbours(exact, got));
}

/// A double of a size that floats have, or a little outside, with random bits.
double random_double(Random& random)
{
    const double fraction = 1 + std::ldexp(static_cast<double>(random.next() >> 12U), -52);
    const int exponent = static_cast<int>(random.below(290)) - 158;
    return std::ldexp(random.below(2) == 0 ? fraction : -fraction, exponent);
}

} // namespace

TEST_CASE("between 1 and 2 a unit is 2^-23")
{
    check_both(1.5, 1.5F, 0);
    check_both(1.5, 1.5F + 0x1p-23F, 1);
    check_both(1.5, 1.5F - 0x1p-22F, 2);
    check_both(1.5 + 0x1p-24, 1.5F, 0.5);
    check_both(1.25 + 0x1p-25, 1.25F, 0.25);
}

TEST_CASE("the unit doubles from each power of two to the next")
{
    for (int power = -126; power <= 127; ++power) {
        const double exact = std::ldexp(1.5, power);
        const auto got = static_cast<float>(exact);
        check_both(exact, std::nextafter(got, float_infinity), 1);
        check_both(exact, std::nextafter(got, 0.0F), 1);
        check_both(exact + std::ldexp(1.0, power - 25), got, 0.25);
    }
}

TEST_CASE("the exact result is not rounded first")
{
    check_both(1 + 0x1p-24 + 0x1p-40, 1.0F, 0.5 + 0x1p-17);
    check_both(0.1, 0.1F, (0.1F - 0.1) / 0x1p-27);
    check_both(1.0 / 3, 1.0F / 3, (1.0F / 3 - 1.0 / 3) / 0x1p-25);
    check_both(1e10 + 100, 1e10F, 100.0 / 1024);
}

TEST_CASE("the unit is the exact result's")
{
    check_both(1.5, 3.0F, 1.5 * 0x1p23);
    check_both(3.0, 1.5F, 1.5 * 0x1p22);
    check_both(1.75, 1024.75F, 1023 * 0x1p23);
    check_both(1.5, -1.5F, 3 * 0x1p23);
    check_both(1.5, 0.0F, 1.5 * 0x1p23);
    check_both(2 - 0x1p-30, 2.0F, 0x1p-7);
}

TEST_CASE("at a power of two the unit is the smaller one")
{
    for (int power = -125; power <= 127; ++power) {
        const double exact = std::ldexp(1.0, power);
        const auto got = static_cast<float>(exact);
        check_both(exact, got, 0);
        check_both(exact, std::nextafter(got, float_infinity), 2);
        check_both(exact, std::nextafter(got, 0.0F), 1);
        check_by_neighbours(std::nextafter(exact, infinite), got);
        check_by_neighbours(std::nextafter(exact, 0.0), got);
        check_by_neighbours(std::nextafter(exact, infinite), std::nextafter(got, float_infinity));
        check_by_neighbours(std::nextafter(exact, 0.0), std::nextafter(got, 0.0F));
    }
}

TEST_CASE("below the normal floats the unit stays 2^-149")
{
    const float smallest = Limits::denorm_min();
    check_both(smallest, smallest, 0);
    check_both(smallest, 0.0F, 1);
    check_both(smallest, 3 * smallest, 2);
    check_both(0x1p-126, Limits::min(), 0);
    check_both(0x1p-126, std::nextafter(Limits::min(), 0.0F), 1);
    check_both(0x1p-126, std::nextafter(Limits::min(), 1.0F), 1);
    check_both(0x1p-127, 0x1p-127F + smallest, 1);
    check_both(1.5 * 0x1p-149, smallest, 0.5);
    check_both(0x1p-160, 0.0F, 0x1p-11);
    check_both(1e-200, 0.0F, 1e-200 / 0x1p-149);
    check_both(5e-324, smallest, 1);
    check_both(5e-324, 0.0F, 0x1p-925);
    check_both(1e-310, 0.0F, 1e-310 / 0x1p-149);
    for (int power = -160; power <= -120; ++power) {
        check_by_neighbours(std::ldexp(1.0, power), 5 * smallest);
        check_by_neighbours(std::ldexp(1.3, power), 0x1p-126F);
    }
}

TEST_CASE("zero has a unit as well")
{
    check_both(0.0, 0.0F, 0);
    check_both(0.0, -0.0F, 0);
    check_both(0.0, Limits::denorm_min(), 1);
    check_both(0.0, -7 * Limits::denorm_min(), 7);
    check_both(0.0, 1.0F, 0x1p149);
    check_both(0.0, Limits::max(), Limits::max() * 0x1p149);
}

TEST_CASE("beyond the largest float the unit stays 2^104")
{
    const double largest = Limits::max();
    check_both(largest, Limits::max(), 0);
    check_both(largest, std::nextafter(Limits::max(), 0.0F), 1);
    check_both(largest + 0x1p102, Limits::max(), 0.25);
    check_both(0x1p128, Limits::max(), 1);
    check_both(0x1.8p128, Limits::max(), 1 + 0x1p23);
    check_both(1e300, Limits::max(), (1e300 - largest) / 0x1p104);
    check_both(1e300, -1.0F, 1e300 / 0x1p104);
}

TEST_CASE("an infinity is right where it is the nearest float, and nowhere else")
{
    const double largest = Limits::max();
    check_both(infinite, float_infinity, 0);
    check_both(infinite, -float_infinity, infinite);
    check_both(infinite, Limits::max(), infinite);
    check_both(infinite, 0.0F, infinite);
    check_both(1.5, float_infinity, infinite);
    check_both(0.0, float_infinity, infinite);
    check_both(largest, float_infinity, infinite);
    check_both(0x1p128 - 0x1p103, float_infinity, 0);
    check_both(std::nextafter(0x1p128 - 0x1p103, 0.0), float_infinity, infinite);
    check_both(0x1p128, float_infinity, 0);
    check_both(1e300, float_infinity, 0);
    check_both(1e300, -float_infinity, infinite);
}

TEST_CASE("NaN is right where NaN is expected, and nowhere else")
{
    check_both(not_a_number, float_nan, 0);
    check(not_a_number, -float_nan, 0);
    check_both(not_a_number, 1.0F, infinite);
    check_both(not_a_number, float_infinity, infinite);
    check_both(not_a_number, 0.0F, infinite);
    check_both(1.0, float_nan, infinite);
    check_both(0.0, float_nan, infinite);
    check_both(infinite, float_nan, infinite);
    check_both(1e300, float_nan, infinite);
}

TEST_CASE("numbers drawn at random are measured as their neighbours say")
{
    Random random{82};
    for (int trial = 0; trial < 12000; ++trial) {
        const double exact = random_double(random);
        auto got = static_cast<float>(exact);
        if (random.below(3) == 0) got = static_cast<float>(exact * (1 + random.uniform(-1e-5F, 1e-5F)));
        for (std::uint32_t step = random.below(5); step > 0; --step)
            got = std::nextafter(got, random.below(2) == 0 ? float_infinity : -float_infinity);
        if (random.below(20) == 0) got = static_cast<float>(random_double(random));
        check_by_neighbours(exact, got);
        check_by_neighbours(got, got);
        if (std::isfinite(got)) check_by_neighbours(got, std::nextafter(got, 0.0F));
    }
}

TEST_CASE("this machine's device is measured")
{
    const Exercise& exercise = Exercise::get();
    constexpr std::size_t count = 1000;
    const cl::Program program{exercise.context(),
                              "kernel void results(global const float* in, global float* out, uint n)\n{\n"
                              "    uint i = get_global_id(0);\n    out[i] = exp(in[i]);\n"
                              "    out[n + i] = 1.7f / in[i];\n    out[2 * n + i] = sqrt(in[i]);\n}\n",
                              true};
    const std::vector<float> in = random_floats(count, 83, 0.01F, 20.0F);
    const cl::Buffer from{exercise.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, count * sizeof(float),
                          const_cast<float*>(in.data())};
    const cl::Buffer to{exercise.context(), CL_MEM_WRITE_ONLY, 3 * count * sizeof(float)};
    cl::Kernel kernel{program, "results"};
    kernel.setArg(0, from);
    kernel.setArg(1, to);
    kernel.setArg(2, static_cast<cl_uint>(count));
    exercise.queue().enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count));
    std::vector<float> out(3 * count);
    exercise.queue().enqueueReadBuffer(to, CL_TRUE, 0, out.size() * sizeof(float), out.data());
    for (std::size_t i = 0; i < count; ++i) {
        check_by_neighbours(std::exp(static_cast<double>(in[i])), out[i]);
        check_by_neighbours(static_cast<double>(1.7F) / in[i], out[count + i]);
        check_by_neighbours(std::sqrt(static_cast<double>(in[i])), out[2 * count + i]);
    }
}
