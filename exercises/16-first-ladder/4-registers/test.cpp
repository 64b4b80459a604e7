// Tests of the products in registers against the host. All numbers are odd multiples of 1/2 between -10 and 10: every sum is exact.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <string>

using namespace lockstep;

namespace
{

struct Problem
{
    std::size_t n;
    std::size_t m;
    std::size_t group = 32;
    std::size_t results = 4;
};

/// @param launched work-groups, if not all; they take themselves for some of all.
void check_numbers(const std::vector<float>& a, const std::vector<float>& b, std::size_t group,
                   std::size_t results, std::size_t launched = SIZE_MAX)
{
    const std::string options[]{std::to_string(group), std::to_string(results)};
    cl::Kernel kernel =
        Exercise::get().kernel("registers.cl", "products_in_registers",
                               {"global float*", "global float*", "global float*", "uint", "uint"},
                               "-D GROUP=" + options[0] + " -D RESULTS=" + options[1]);
    const Launch all = covering((a.size() + results - 1) / results, group);
    const std::size_t items = std::min(launched == SIZE_MAX ? launched : launched * group, all.global[0]);
    if (items < all.global[0])
        kernel =
            behind("#define GROUP " + options[0] + "\n#define RESULTS " + options[1] + "\n" + told_of(all),
                   "registers.cl", kernel);
    const auto c = output<float>("c", a.size());
    launch(kernel, covering(items, group), input("a", a), input("b", b), c, a.size(), b.size());
    INFO("n ", a.size(), ", m ", b.size(), ", work-groups of ", group, ", ", results, " results a work-item");
    expect_part("c", products(a, b).values, c.read(), [&](std::size_t i) { return i < items * results; });
}

void check_products(const Problem& problem, std::size_t launched = SIZE_MAX)
{
    check_numbers(halves(problem.n, 1600 + problem.n), halves(problem.m, 1700 + problem.m), problem.group,
                  problem.results, launched);
}

} // namespace

TEST_CASE("work-groups make their results")
{
    check_products({.n = 128, .m = 32});
    check_products({.n = 1024, .m = 8, .group = 64, .results = 8});
}

TEST_CASE("any number of results fits into a work-item")
{
    for (const std::size_t results : {1U, 5U, 19U})
        check_products({.n = 32 * results * 2, .m = 12, .group = 32, .results = results});
    check_products({.n = 1, .m = 1028, .group = 257, .results = 1});
    if (clean_stage()) return;
    check_products({.n = 2000, .m = 12, .results = 31});
    check_products({.n = 3000, .m = 4500, .group = 1024, .results = 2});
}

TEST_CASE("the last values of b count")
{
    for (const std::size_t m : {1U, 2U, 3U, 5U, 6U, 7U, 63U, 65U}) check_products({.n = 128, .m = m});
}

TEST_CASE("b may be long")
{
    check_products({.n = 32, .m = 600, .results = 1});
    // More of b than the local memory of most devices holds: an array for all of it has an end that Oclgrind sees.
    check_products({.n = 1, .m = 12'503, .group = 1, .results = 1});
    if (!clean_stage()) check_products({.n = 40, .m = 70003});
}

TEST_CASE("the sums are of products, however small or large b is")
{
    for (const Factors& factors : {factors_of_large_b(70), factors_of_small_b(30)}) {
        INFO(factors.special);
        check_numbers(factors.a, factors.b, 32, 4);
    }
}

TEST_CASE("work-group g makes the results from g * GROUP * RESULTS on")
{
    check_products({.n = 500, .m = 9}, 2);
}

TEST_CASE("results that do not fill a work-group are made, and no others")
{
    for (const std::size_t n : {1U, 3U, 31U, 33U, 97U, 127U, 129U, 250U}) check_products({.n = n, .m = 8});
}

TEST_SUITE("lens")
{
    TEST_CASE("4096 and 256 numbers under the lens")
    {
        check_products({.n = 4096, .m = 256, .group = 64, .results = 8});
    }

    TEST_CASE("1201 and 123 numbers under the lens")
    {
        check_products({.n = 1201, .m = 123, .group = 96, .results = 5});
    }
}
