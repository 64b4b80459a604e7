// Tests of the tiled products against the host. All numbers are multiples of 1/2 below 10: every sum is exact.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

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

std::vector<float> halves(std::size_t count, std::uint64_t seed)
{
    std::vector<float> numbers;
    for (const std::uint32_t value : random_uints(count, seed, 19))
        numbers.push_back(0.5F + static_cast<float>(value) / 2.0F);
    return numbers;
}

cl::Kernel products_kernel()
{
    return Exercise::get().kernel(
        "tiles.cl", "products_tiled",
        {"global float*", "global float*", "global float*", "uint", "uint", "local float*", "uint"});
}

void check_numbers(const std::vector<float>& a, const std::vector<float>& b, std::size_t room,
                   std::size_t group)
{
    const std::size_t n = a.size();
    const std::size_t m = b.size();
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = products_kernel();
    const auto device_a = input("a", a);
    const auto device_b = input("b", b);
    const auto device_c = output<float>("c", n);
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)},
                    device_a, device_b, device_c, static_cast<cl_uint>(n), static_cast<cl_uint>(m),
                    cl::Local(room * sizeof(float)), static_cast<cl_uint>(room));
    INFO("n ", n, ", m ", m, ", room for ", room, ", work-groups of ", group);
    expect_agreed("c", products(a, b), device_c.read());
    exercise.expect_same("a", a, device_a.read());
    exercise.expect_same("b", b, device_b.read());
}

void check_products(const Problem& problem)
{
    check_numbers(halves(problem.n, 1600 + problem.n), halves(problem.m, 1700 + problem.m), problem.room,
                  problem.group);
}

} // namespace

TEST_CASE("one tile holds b")
{
    check_products({64, 32, 32, 32});
    check_products({64, 64, 64, 32});
}

TEST_CASE("b passes through several tiles")
{
    check_products({64, 96, 32, 32});
    check_products({128, 256, 64, 64});
}

TEST_CASE("a tile may be larger than the work-group")
{
    check_products({64, 256, 128, 32});
    check_products({48, 300, 100, 16});
}

TEST_CASE("a tile may be smaller than the work-group")
{
    check_products({128, 32, 8, 64});
    check_products({64, 21, 7, 32});
    check_products({32, 5, 1, 32});
}

TEST_CASE("the last tile need not be full")
{
    for (const std::size_t m : {1U, 31U, 33U, 63U, 65U, 100U}) check_products({64, m, 32, 32});
}

TEST_CASE("b may be shorter than a tile")
{
    check_products({64, 5, 64, 32});
    check_products({64, 1, 1000, 32});
}

TEST_CASE("work-items without a result help")
{
    for (const std::size_t n : {1U, 31U, 33U, 65U, 127U}) check_products({n, 64, 64, 64});
}

TEST_CASE("every number of a meets every number of b")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        for (const std::size_t room : {std::size_t{16}, std::size_t{50}})
            check_products({size.count, 77, room, size.group});
}

TEST_CASE("b may be long, and work-groups may have any size")
{
    check_products({40, 1300, 200, 16});
    check_products({100, 101, 70, 48});
    if (Exercise::get().clean_stage()) return;
    check_products({600, 1100, 1000, 512});
    check_products({70, 7001, 3000, 32});
}

TEST_CASE("b may be longer than a float can count")
{
    if (Exercise::get().clean_stage()) return;
    constexpr std::size_t m = (1U << 24) + 1;
    constexpr std::size_t room = 1024;
    std::vector<float> b(m);
    b.front() = 1;
    b.back() = 2;
    cl::Kernel kernel = products_kernel();
    const auto device_a = input("a", std::vector<float>{3});
    const auto device_b = input("b", b);
    const auto device_c = output<float>("c", 1);
    Exercise::get().launch(kernel, {.global = cl::NDRange(1), .local = cl::NDRange(1)}, device_a, device_b,
                           device_c, cl_uint{1}, static_cast<cl_uint>(m), cl::Local(room * sizeof(float)),
                           static_cast<cl_uint>(room));
    INFO("n 1, m ", m, ", room for ", room, "; only the first and the last value of b are not 0");
    Exercise::get().expect_same("c", std::vector<float>{9}, device_c.read());
}

TEST_CASE("the sums are of products")
{
    const Factors factors = factors_of_large_b(30);
    INFO(factors.special);
    check_numbers(factors.a, factors.b, 8, 16);
}

TEST_CASE("a value of b may be as small as a float can be")
{
    const Factors factors = factors_of_small_b(30);
    INFO(factors.special);
    check_numbers(factors.a, factors.b, 8, 16);
}

TEST_CASE("work-item x makes result x")
{
    constexpr float untouched = -1;
    const std::vector<float> a = halves(90, 1603);
    const std::vector<float> b = halves(21, 1703);
    std::vector<float> expected = products(a, b).values;
    std::fill(expected.begin() + 32, expected.end(), untouched);
    // Told of the launch that everything would take, too: in that one the other work-groups are elsewhere.
    const Launch whole{.global = cl::NDRange(96), .local = cl::NDRange(16)};
    for (cl::Kernel kernel : plain_and_told(products_kernel(), "tiles.cl", whole)) {
        const auto device_a = input("a", a);
        const auto device_b = input("b", b);
        const auto device_c = input("c", std::vector<float>(a.size(), untouched));
        Exercise::get().launch(kernel, {.global = cl::NDRange(32), .local = cl::NDRange(16)}, device_a,
                               device_b, device_c, static_cast<cl_uint>(a.size()),
                               static_cast<cl_uint>(b.size()), cl::Local(10 * sizeof(float)), cl_uint{10});
        INFO("Only two work-groups of 16 are launched for 90 results. They make the first 32, and leave the "
             "others as they are.");
        Exercise::get().expect_same("c", expected, device_c.read());
    }
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
