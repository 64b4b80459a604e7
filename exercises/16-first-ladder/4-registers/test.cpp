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

std::vector<float> halves(std::size_t count, std::uint64_t seed)
{
    std::vector<float> numbers;
    for (const std::uint32_t value : random_uints(count, seed, 20))
        numbers.push_back(static_cast<float>(value) - 9.5F);
    return numbers;
}

cl::Kernel products_kernel(std::size_t group, std::size_t results)
{
    return Exercise::get().kernel("registers.cl", "products_in_registers",
                                  {"global float*", "global float*", "global float*", "uint", "uint"},
                                  "-D GROUP=" + std::to_string(group) +
                                      " -D RESULTS=" + std::to_string(results));
}

void check_numbers(const std::vector<float>& a, const std::vector<float>& b, std::size_t group,
                   std::size_t results)
{
    const std::size_t n = a.size();
    const std::size_t m = b.size();
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = products_kernel(group, results);
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

void check_products(const Problem& problem)
{
    check_numbers(halves(problem.n, 1600 + problem.n), halves(problem.m, 1700 + problem.m), problem.group,
                  problem.results);
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
    for (const std::size_t results : {1U, 5U, 19U})
        check_products({.n = 32 * results * 2, .m = 12, .group = 32, .results = results});
    if (!Exercise::get().clean_stage())
        check_products({.n = 2000, .m = 12, .results = 20 + count_of_its_own("registers.cl") % 19});
    check_products({.n = 600, .m = 9, .group = 48, .results = 3});
    if (!Exercise::get().clean_stage()) {
        check_products({.n = 3000, .m = 9, .group = 256, .results = 2});
        check_products({.n = 3000, .m = 4500, .group = 1024, .results = 2});
    }
    check_products({.n = 1, .m = 1028, .group = 257, .results = 1});
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
    if (!Exercise::get().clean_stage()) check_products({.n = 40, .m = 70003});
}

TEST_CASE("there may be more results than a float can count")
{
    if (!Exercise::get().clean_stage())
        check_products({.n = (1U << 24U) + 37, .m = 5, .group = 64, .results = 8});
}

TEST_CASE("every work-item makes its share of the results")
{
    if (Exercise::get().clean_stage()) return; // the work-items of two parts write the same
    constexpr std::size_t group = 128, results = 4, part = 32;
    products_kernel(group, results); // ends the test when the file does not build: its message is better
    cl::Kernel incomplete{
        program_behind("#define GROUP 128\n#define RESULTS 4\n" + without_a_part(0, part, group),
                       "registers.cl"),
        "products_in_registers"};
    for (std::size_t absent = 0; absent < group / part; ++absent) {
        const std::vector<float> a = halves(group * results, 1605), b = halves(64, 1705 + absent);
        const auto device_a = input("a", a), device_b = input("b", b),
                   device_c = input("c", std::vector<float>(a.size(), 0.1F)); // which is no result
        Exercise::get().launch(
            incomplete,
            {.global = cl::NDRange(group), .local = cl::NDRange(group), .offset = cl::NDRange(absent)},
            device_a, device_b, device_c, static_cast<cl_uint>(a.size()), static_cast<cl_uint>(b.size()));
        const std::vector<float> expected = products(a, b).values, got = device_c.read();
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != expected[i] ? 1U : 0U;
        if (wrong < part * results)
            FAIL("A work-group of ", group, " with ", results, " results each was run without work-items ",
                 absent * part, " to ", absent * part + part - 1, ", and ", wrong,
                 " results are wrong. Other work-items make their ", part * results, ".");
    }
}

TEST_CASE("the sums are of products")
{
    const Factors factors = factors_of_large_b(70);
    INFO(factors.special);
    check_numbers(factors.a, factors.b, 32, 4);
}

TEST_CASE("a value of b may be as small as a float can be")
{
    const Factors factors = factors_of_small_b(30);
    INFO(factors.special);
    check_numbers(factors.a, factors.b, 32, 4);
}

TEST_CASE("work-group g makes the results from g * GROUP * RESULTS on")
{
    constexpr float untouched = -1;
    const std::vector<float> a = halves(500, 1603);
    const std::vector<float> b = halves(9, 1703);
    std::vector<float> expected = products(a, b).values;
    std::fill(expected.begin() + 256, expected.end(), untouched);
    // Told of the launch that everything would take, too: in that one the other work-groups are elsewhere.
    const Launch whole{.global = cl::NDRange(128), .local = cl::NDRange(32)};
    for (cl::Kernel kernel : plain_and_told(products_kernel(32, 4), "registers.cl", whole,
                                            "#define GROUP 32\n#define RESULTS 4\n")) {
        const auto device_a = input("a", a);
        const auto device_b = input("b", b);
        const auto device_c = input("c", std::vector<float>(a.size(), untouched));
        Exercise::get().launch(kernel, {.global = cl::NDRange(64), .local = cl::NDRange(32)}, device_a,
                               device_b, device_c, static_cast<cl_uint>(a.size()),
                               static_cast<cl_uint>(b.size()));
        INFO("GROUP is 32 and RESULTS 4, and two of four work-groups are launched. They make the first 256 "
             "results, and leave the others as they are.");
        Exercise::get().expect_same("c", expected, device_c.read());
    }
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

    TEST_CASE("1201 and 123 numbers under the lens")
    {
        check_products({.n = 1201, .m = 123, .group = 96, .results = 5});
    }

    TEST_CASE("2000 to 2018 and 123 numbers under the lens")
    {
        check_products({.n = count_of_its_own("registers.cl"), .m = 123, .group = 64, .results = 6});
    }
}
