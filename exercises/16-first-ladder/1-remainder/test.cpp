// Tests of the products by fours against the host. All numbers are odd multiples of 1/2 between -10 and 10: every sum is exact.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

std::vector<float> halves(std::size_t count, std::uint64_t seed)
{
    std::vector<float> numbers;
    for (const std::uint32_t value : random_uints(count, seed, 20))
        numbers.push_back(static_cast<float>(value) - 9.5F);
    return numbers;
}

cl::Kernel products_kernel()
{
    return Exercise::get().kernel("remainder.cl", "products_by_four",
                                  {"global float*", "global float*", "global float*", "uint", "uint"});
}

void check_numbers(const std::vector<float>& a, const std::vector<float>& b, std::size_t group,
                   std::size_t more_groups = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = products_kernel();
    const auto device_a = input("a", a);
    const auto device_b = input("b", b);
    const auto device_c = output<float>("c", a.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up((a.size() + 3) / 4, group) + more_groups * group),
                     .local = cl::NDRange(group)},
                    device_a, device_b, device_c, static_cast<cl_uint>(a.size()),
                    static_cast<cl_uint>(b.size()));
    INFO("n ", a.size(), ", m ", b.size(), ", work-groups of ", group);
    expect_agreed("c", products(a, b), device_c.read());
    exercise.expect_same("a", a, device_a.read());
    exercise.expect_same("b", b, device_b.read());
}

void check_products(std::size_t n, std::size_t m, std::size_t group, std::size_t more_groups = 0)
{
    check_numbers(halves(n, 1600 + n), halves(m, 1700 + m), group, more_groups);
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

TEST_CASE("a launch may have more work-items than it needs")
{
    check_products(64, 8, 16, 2);
    check_products(61, 7, 16, 3);
}

TEST_CASE("every number of a meets every number of b")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        for (const std::size_t m : {std::size_t{3}, std::size_t{33}})
            check_products(size.count, m, size.group);
}

TEST_CASE("b may be long, and work-groups may have any size")
{
    check_products(20, 1203, 16);
    check_products(1001, 5, 48);
    if (!Exercise::get().clean_stage()) check_products(5003, 6, 512);
}

TEST_CASE("there may be more numbers than 16 bits count, or a float")
{
    if (Exercise::get().clean_stage()) return;
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
    constexpr float untouched = -1;
    const std::vector<float> a = halves(203, 1603);
    const std::vector<float> b = halves(9, 1703);
    std::vector<float> expected = products(a, b).values;
    std::fill(expected.begin() + 128, expected.end(), untouched);
    // Told of the launch that everything would take, too: in that one the other work-groups are elsewhere.
    const Launch whole{.global = cl::NDRange(64), .local = cl::NDRange(16)};
    for (cl::Kernel kernel : plain_and_told(products_kernel(), "remainder.cl", whole)) {
        const auto device_a = input("a", a);
        const auto device_b = input("b", b);
        const auto device_c = input("c", std::vector<float>(a.size(), untouched));
        Exercise::get().launch(kernel, {.global = cl::NDRange(32), .local = cl::NDRange(16)}, device_a,
                               device_b, device_c, static_cast<cl_uint>(a.size()),
                               static_cast<cl_uint>(b.size()));
        INFO("Only 32 work-items are launched for 203 results. They make the first 128, and leave the others "
             "as "
             "they are.");
        Exercise::get().expect_same("c", expected, device_c.read());
    }
}

TEST_CASE("each work-item makes its own results and no others")
{
    constexpr float untouched = -1;
    const std::vector<float> a = halves(250, 1604), b = halves(7, 1704);
    const std::vector<float> all = products(a, b).values;
    products_kernel(); // ends the test when the file does not build: its message is better
    const Launch whole{.global = cl::NDRange(64), .local = cl::NDRange(64)};
    cl::Kernel alone{program_behind(item_of(whole), "remainder.cl"), "products_by_four"};
    for (const std::size_t number : {0U, 7U, 31U, 32U, 45U, 62U, 63U}) {
        std::vector<float> expected(a.size(), untouched);
        for (std::size_t i = 4 * number; i < std::min(4 * number + 4, a.size()); ++i) expected[i] = all[i];
        const auto device_a = input("a", a), device_b = input("b", b),
                   device_c = input("c", std::vector<float>(a.size(), untouched));
        Exercise::get().launch(
            alone, {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(number)},
            device_a, device_b, device_c, static_cast<cl_uint>(a.size()), static_cast<cl_uint>(b.size()));
        INFO("of a work-group of 64 for 250 results, work-item ", number,
             " was run alone: the results of the others stay -1");
        Exercise::get().expect_same("c", expected, device_c.read());
    }
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

    TEST_CASE("2000 to 2018 and 127 numbers under the lens")
    {
        check_products(count_of_its_own("remainder.cl"), 127, 64);
    }
}
