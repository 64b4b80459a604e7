// Tests of the products in registers against the host. All numbers are multiples of 1/2 below 10: every sum is exact.
#include <lockstep/kernel_set.hpp>

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

std::vector<float> halves(std::size_t count, std::uint64_t seed)
{
    std::vector<float> numbers;
    for (const std::uint32_t value : random_uints(count, seed, 19))
        numbers.push_back(0.5F + static_cast<float>(value) / 2.0F);
    return numbers;
}

void check_products(const Problem& problem)
{
    const auto& [n, m, group, results] = problem;
    const std::vector<float> a = halves(n, 1600 + n);
    const std::vector<float> b = halves(m, 1700 + m);

    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("registers.cl", "products_in_registers",
                        {"global float*", "global float*", "global float*", "uint", "uint"},
                        "-D GROUP=" + std::to_string(group) + " -D RESULTS=" + std::to_string(results));
    const auto device_a = input("a", a);
    const auto device_b = input("b", b);
    const auto device_c = output<float>("c", n);
    exercise.launch(
        kernel,
        {.global = cl::NDRange(round_up((n + results - 1) / results, group)), .local = cl::NDRange(group)},
        device_a, device_b, device_c, static_cast<cl_uint>(n), static_cast<cl_uint>(m));
    INFO("n ", n, ", m ", m, ", work-groups of ", group, ", ", results, " results a work-item");
    expect_agreed("c", products(a, b), device_c.read());
    exercise.expect_same("a", a, device_a.read());
    exercise.expect_same("b", b, device_b.read());
}

} // namespace

TEST_CASE("one work-group makes its results")
{
    check_products({.n = 128, .m = 32});
    check_products({.n = 128, .m = 4});
}

TEST_CASE("several work-groups make theirs")
{
    check_products({.n = 512, .m = 32});
    check_products({.n = 1024, .m = 8, .group = 64, .results = 8});
}

TEST_CASE("any number of results fits into a work-item")
{
    for (const std::size_t results : {1U, 5U, 12U})
        check_products({.n = 32 * results * 2, .m = 12, .group = 32, .results = results});
}

TEST_CASE("the last values of b count")
{
    for (const std::size_t m : {1U, 2U, 3U, 5U, 6U, 7U, 63U, 65U}) check_products({.n = 128, .m = m});
}

TEST_CASE("b may be long")
{
    check_products({.n = 32, .m = 600, .results = 1});
}

TEST_CASE("results that do not fill a work-group are made, and no others")
{
    for (const std::size_t n : {1U, 3U, 31U, 33U, 97U, 127U, 129U, 250U}) check_products({.n = n, .m = 8});
}

TEST_CASE("every number of a meets every number of b")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_products({.n = size.count, .m = 37, .group = size.group});
    if (!Exercise::get().clean_stage()) check_products({.n = 1001, .m = 5003, .group = 64, .results = 8});
}

TEST_SUITE("lens")
{
    TEST_CASE("4096 and 256 numbers under the lens")
    {
        check_products({.n = 4096, .m = 256, .group = 64, .results = 8});
    }

    TEST_CASE("4001 and 251 numbers under the lens")
    {
        check_products({.n = 4001, .m = 251, .group = 96, .results = 5});
    }
}
