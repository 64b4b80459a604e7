// Tests of the tiled products against the host. All numbers are multiples of 1/2 below 10: every sum is exact.
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

std::vector<float> halves(std::size_t count, std::uint64_t seed)
{
    std::vector<float> numbers;
    for (const std::uint32_t value : random_uints(count, seed, 19))
        numbers.push_back(0.5F + static_cast<float>(value) / 2.0F);
    return numbers;
}

void check_products(const Problem& problem)
{
    const auto& [n, m, room, group] = problem;
    const std::vector<float> a = halves(n, 1600 + n);
    const std::vector<float> b = halves(m, 1700 + m);

    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel(
        "tiles.cl", "products_tiled",
        {"global float*", "global float*", "global float*", "uint", "uint", "local float*", "uint"});
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

TEST_SUITE("lens")
{
    TEST_CASE("2048 and 480 numbers in tiles of 96")
    {
        check_products({2048, 480, 96, 128});
    }

    TEST_CASE("1001 and 461 numbers in tiles of 90")
    {
        check_products({1001, 461, 90, 96});
    }
}
