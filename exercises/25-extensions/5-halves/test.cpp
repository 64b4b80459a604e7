// Tests of the faded line against the host. Products and sums of these numbers are exact in float, so the one rounding, to the nearest
// half, gives the same bits everywhere.
#include <lockstep/exercise.hpp>

#include <CL/cl_half.h>

#include <algorithm>

using namespace lockstep;

namespace
{

std::vector<cl_half> halves(const std::vector<float>& values)
{
    std::vector<cl_half> stored;
    for (const float value : values) stored.push_back(cl_half_from_float(value, CL_HALF_RTE));
    return stored;
}

std::vector<float> floats(const std::vector<cl_half>& stored)
{
    std::vector<float> values;
    for (const cl_half value : stored) values.push_back(cl_half_to_float(value));
    return values;
}

/// Whole numbers from -1000 to 1000.
std::vector<float> line(std::size_t n, std::uint64_t seed)
{
    std::vector<float> values;
    for (const cl_uint number : random_uints(n, seed + n, 2001))
        values.push_back(static_cast<float>(number) - 1000);
    return values;
}

std::vector<float> faded(const std::vector<float>& x, const std::vector<float>& y, float a)
{
    std::vector<float> results;
    for (std::size_t i = 0; i < x.size(); ++i) results.push_back(a * x[i] + y[i]);
    return floats(halves(results));
}

cl::Kernel fade()
{
    return Exercise::get().kernel("fade.cl", "fade", {"global half*", "global half*", "float", "uint"});
}

void check(const std::vector<float>& x, const std::vector<float>& y, float a, std::size_t group = 64)
{
    const auto stored = input("y", halves(y));
    launch(fade(), covering((x.size() + 3) / 4, group), input("x", halves(x)), stored, a, x.size());
    INFO(x.size(), " values, faded by ", a);
    expect_same("y", faded(x, y, a), floats(stored.read()));
}

void check(std::size_t n, float a, std::size_t group = 64)
{
    check(line(n, 2505), line(n, 2506), a, group);
}

} // namespace

TEST_CASE("a line is faded into another")
{
    check({1, 2, 3, 4}, {10, 20, 30, 40}, 1);
    check(1024, 0.5F);
    check(1024, -2);
}

TEST_CASE("results are rounded to the nearest half, of two equally near ones to the even one")
{
    check({1024, 1024, 1024, 1024}, {1025, 1027, 1026, 1028}, 1);
    check({1, 3, 5, 7}, {512, 512, -512, -512}, 0.25F);
    check(2000, 3.625F);
    check(2000, -3.875F);
}

TEST_CASE("lines of any length are faded, and nothing is written beyond them")
{
    for (const std::size_t n : {0U, 1U, 2U, 3U, 5U, 6U, 7U, 63U, 257U})
        for (const std::size_t group : {1U, 48U}) check(n, 1.5F, group);
    if (!clean_stage()) check(70001, 1.5F);
}

TEST_CASE("work-item w makes the four elements from 4w on, and no others")
{
    const std::size_t n = 400, begin = 16, launched = 32;
    const std::vector<float> x = line(n, 2507), y = line(n, 2508);
    const auto stored = input("y", halves(y));
    launch(fade(), {.global = cl::NDRange(launched), .local = cl::NDRange(16), .offset = cl::NDRange(begin)},
           input("x", halves(x)), stored, 2.0F, n);
    std::vector<float> expected = y;
    std::copy_n(faded(x, y, 2).begin() + 4 * begin, 4 * launched, expected.begin() + 4 * begin);
    expect_same("y", expected, floats(stored.read()));
}

TEST_SUITE("lens")
{
    TEST_CASE("a line of 4096 values is faded")
    {
        check(4096, 0.75F);
    }

    TEST_CASE("a line of 3001 values is faded")
    {
        check(3001, 0.75F);
    }
}
