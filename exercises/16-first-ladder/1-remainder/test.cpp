// Tests of the products by fours against the host. All numbers are odd multiples of 1/2 between -10 and 10: every sum is exact.
#include <lockstep/kernel_set.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

/// @param launched work-items, if not all; each makes four results.
void check_numbers(const std::vector<float>& a, const std::vector<float>& b, std::size_t group,
                   std::size_t launched = SIZE_MAX)
{
    cl::Kernel kernel =
        Exercise::get().kernel("remainder.cl", "products_by_four",
                               {"global float*", "global float*", "global float*", "uint", "uint"});
    const auto c = output<float>("c", a.size());
    launch(kernel, covering(std::min((a.size() + 3) / 4, launched), group), input("a", a), input("b", b), c,
           a.size(), b.size());
    INFO("n ", a.size(), ", m ", b.size(), ", work-groups of ", group);
    expect_part("c", products(a, b).values, c.read(), [&](std::size_t i) { return i / 4 < launched; });
}

void check_products(std::size_t n, std::size_t m, std::size_t group, std::size_t launched = SIZE_MAX)
{
    check_numbers(halves(n, 1600 + n), halves(m, 1700 + m), group, launched);
}

} // namespace

TEST_CASE("numbers that four divides are multiplied")
{
    check_products(4, 4, 1);
    check_products(256, 64, 64);
}

TEST_CASE("the last results are made")
{
    for (const std::size_t n : {5U, 6U, 7U, 127U, 257U, 258U, 259U}) check_products(n, 8, 16);
}

TEST_CASE("the last values of b count")
{
    for (const std::size_t m : {5U, 6U, 7U, 13U, 127U}) check_products(64, m, 16);
}

TEST_CASE("fewer than four are enough")
{
    for (const std::size_t n : {1U, 2U, 3U})
        for (const std::size_t m : {1U, 2U, 3U}) check_products(n, m, 1);
}

TEST_CASE("a and b may be long, and work-groups may have any size")
{
    check_products(20, 1203, 16);
    check_products(1001, 5, 48);
    if (clean_stage()) return;
    check_products(5003, 6, 512);
    check_products(100003, 33, 64);
}

TEST_CASE("there may be more numbers than 16 bits count, or a float")
{
    if (clean_stage()) return;
    check_products(3, 70001, 1);
    check_products((1U << 24U) + 37, 3, 64);
}

TEST_CASE("the sums are of products")
{
    const Factors factors = factors_of_large_b(30);
    INFO(factors.special);
    check_numbers(factors.a, factors.b, 16);
}

TEST_CASE("a value of b may be as small as a float can be")
{
    const Factors factors = factors_of_small_b(30);
    INFO(factors.special);
    check_numbers(factors.a, factors.b, 16);
}

TEST_CASE("work-item i makes results 4 i to 4 i + 3")
{
    check_products(203, 9, 16, 32);
}

TEST_SUITE("lens")
{
    TEST_CASE("4096 and 64 numbers under the lens")
    {
        check_products(4096, 64, 64);
    }

    TEST_CASE("4001 and 61 numbers under the lens")
    {
        check_products(4001, 61, 96);
    }
}
