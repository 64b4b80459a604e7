// Tests of the tiled products against the host. All numbers are odd multiples of 1/2 between -10 and 10: every sum is exact.
#include <lockstep/kernel_set.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

struct Problem
{
    std::size_t n;
    std::size_t m;
    std::size_t room;
    std::size_t group;
};

/// @param launched work-items, if not all.
void check_numbers(const std::vector<float>& a, const std::vector<float>& b, std::size_t room,
                   std::size_t group, std::size_t launched = SIZE_MAX)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "tiles.cl", "products_tiled",
        {"global float*", "global float*", "global float*", "uint", "uint", "local float*", "uint"});
    const auto c = output<float>("c", a.size());
    launch(kernel, covering(std::min(a.size(), launched), group), input("a", a), input("b", b), c, a.size(),
           b.size(), cl::Local(room * sizeof(float)), room);
    INFO("n ", a.size(), ", m ", b.size(), ", room for ", room, ", work-groups of ", group);
    expect_part("c", products(a, b).values, c.read(), [&](std::size_t i) { return i < launched; });
}

void check_products(const Problem& problem)
{
    check_numbers(halves(problem.n, 1600 + problem.n), halves(problem.m, 1700 + problem.m), problem.room,
                  problem.group);
}

} // namespace

TEST_CASE("b passes through one tile or several")
{
    check_products({64, 32, 32, 32});
    check_products({64, 96, 32, 32});
    check_products({128, 256, 64, 64});
}

TEST_CASE("a tile may be larger or smaller than the work-group")
{
    check_products({64, 256, 128, 32});
    check_products({128, 32, 8, 64});
    check_products({64, 21, 7, 32});
    check_products({32, 5, 1, 32});
}

TEST_CASE("the last tile need not be full, nor the only one")
{
    for (const std::size_t m : {1U, 31U, 33U, 63U, 65U, 100U}) check_products({64, m, 32, 32});
    check_products({64, 5, 64, 32});
    check_products({64, 1, 1000, 32});
}

TEST_CASE("work-items without a result help")
{
    for (const std::size_t n : {1U, 31U, 33U, 65U, 127U}) check_products({n, 64, 64, 64});
}

TEST_CASE("b may be long, and work-groups may have any size")
{
    check_products({40, 1300, 200, 16});
    check_products({100, 101, 70, 48});
    check_products({3, 5, 2, 1});
    if (clean_stage()) return;
    check_products({100'003, 33, 20, 64});
    check_products({600, 1100, 1000, 512});
    check_products({70, 7001, 3000, 32});
    check_products({70, 7001, 7000, 32});
}

TEST_CASE("the sums are of products, however small or large b is")
{
    for (const Factors& factors : {factors_of_large_b(30), factors_of_small_b(30)}) {
        INFO(factors.special);
        check_numbers(factors.a, factors.b, 8, 16);
    }
}

TEST_CASE("work-item x makes result x")
{
    check_numbers(halves(90, 1603), halves(21, 1703), 10, 16, 32);
}

TEST_SUITE("lens")
{
    TEST_CASE("1024 and 480 numbers in tiles of 96")
    {
        check_products({1024, 480, 96, 128});
    }

    TEST_CASE("301 and 461 numbers in tiles of 90")
    {
        check_products({301, 461, 90, 96});
    }

    TEST_CASE("256 and 60 numbers in a tile of 96")
    {
        check_products({256, 60, 96, 64});
    }
}
