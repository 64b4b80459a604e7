// Tests of the histogram with any number of bins: one table a work-group, each group's histogram written on its own.
#include <lockstep/exercise.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

struct Problem
{
    std::size_t n;
    std::size_t bins;
    std::size_t groups;
    std::size_t group;       ///< work-items of a group
    std::uint32_t range = 0; ///< values are below it; 0: below bins
};

void check_values(const std::vector<cl_uint>& values, const Problem& problem)
{
    const auto& [n, bins, groups, group, range] = problem;
    std::vector<cl_uint> expected(groups * bins);
    for (std::size_t i = 0; i < n; ++i)
        if (values[i] < bins) ++expected[i % (groups * group) / group * bins + values[i]];
    cl::Kernel kernel = Exercise::get().kernel(
        "histogram.cl", "histogram", {"global uint*", "uint", "global uint*", "uint", "local uint*"});
    const auto histograms = output<cl_uint>("histograms", groups * bins);
    launch(kernel, covering(groups * group, group), input("values", values), n, histograms, bins,
           cl::Local(bins * sizeof(cl_uint)));
    INFO(n, " values, ", bins, " bins, ", groups, " work-groups of ", group);
    expect_same("histograms", expected, histograms.read(), {}, bins);
}

void check_random(const Problem& problem)
{
    const std::uint32_t range = problem.range > 0 ? problem.range : static_cast<std::uint32_t>(problem.bins);
    check_values(random_uints(problem.n, 200 + problem.bins, range), problem);
}

} // namespace

TEST_CASE("as many work-items as bins")
{
    check_random({1000, 64, 3, 64});
}

TEST_CASE("more bins than work-items")
{
    check_random({3000, 1000, 2, 64});
    check_random({500, 65, 2, 64});
    check_random({200, 5, 3, 1});
}

TEST_CASE("more work-items than bins")
{
    check_random({3000, 7, 2, 64});
    check_random({3000, 1, 2, 100});
    check_random({3000, 63, 1, 64});
}

TEST_CASE("values out of range are left out")
{
    check_random({2000, 50, 2, 64, 75});
    check_random({2000, 50, 2, 64, 51});
    check_values({0xFFFFFFFF, 4, 0x80000000, 5, 3, 0xFFFFFFFC}, {6, 5, 1, 64});
}

TEST_CASE("a group that finds nothing writes zeros")
{
    check_random({5, 20, 4, 64});
    check_random({0, 20, 3, 64});
    check_values({9, 9, 9}, {3, 9, 2, 64});
}

TEST_CASE("as many bins as fit")
{
    const std::size_t room = Exercise::get().device().getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() / sizeof(cl_uint);
    const std::size_t bins = clean_stage() ? 2000 : std::min<std::size_t>(room, 8192);
    check_random({clean_stage() ? 500U : 100000U, bins, 2, 64});
}

TEST_CASE("any number of values is handled")
{
    for (const std::size_t n : {1U, 2U, 63U, 64U, 65U, 199U, 201U}) check_random({n, 30, 2, 100, 31});
    if (!clean_stage()) check_random({1000003, 300, 5, 100, 310});
}

TEST_CASE("groups of other sizes, and many of them")
{
    if (clean_stage()) return;
    check_random({5000, 100, 3, 48, 130});
    check_random({5000, 300, 2, 512, 310});
    check_random({20000, 11, 200, 64, 12});
    check_values(std::vector<std::uint32_t>(400000, 2), {400000, 3, 2, 64});
}

TEST_SUITE("lens")
{
    TEST_CASE("8192 values in 1000 bins under the lens")
    {
        check_random({8192, 1000, 4, 64});
    }

    TEST_CASE("8001 values in 997 bins under the lens")
    {
        check_random({8001, 997, 3, 96});
    }
}
