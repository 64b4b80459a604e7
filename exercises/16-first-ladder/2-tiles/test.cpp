// Tests of the tiled products against the host. All numbers are odd multiples of 1/2 between -10 and 10: every sum is exact.
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
    for (const std::uint32_t value : random_uints(count, seed, 20))
        numbers.push_back(static_cast<float>(value) - 9.5F);
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
    check_products({70, 7001, 7000, 32});
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

TEST_CASE("there may be more results than a float can count")
{
    if (!Exercise::get().clean_stage()) check_products({(1U << 24U) + 37, 2, 3, 256});
}

TEST_CASE("the work-group brings the tile together")
{
    if (Exercise::get().clean_stage()) return; // what nobody brings to the tile is read from it
    constexpr std::size_t group = 256, part = 32, m = 1024;
    products_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel incomplete{program_behind(without_a_part(0, part, group), "tiles.cl"), "products_tiled"};
    std::size_t bring = 0;
    for (std::size_t absent = 0; absent < group / part; ++absent) {
        // No launch before has left these numbers in local memory.
        const std::vector<float> a = halves(group, 1605), b = halves(m, 1705 + absent);
        const auto device_a = input("a", a), device_b = input("b", b),
                   device_c = input("c", std::vector<float>(group, 0.1F)); // which is no result
        Exercise::get().launch(
            incomplete,
            {.global = cl::NDRange(group), .local = cl::NDRange(group), .offset = cl::NDRange(absent)},
            device_a, device_b, device_c, static_cast<cl_uint>(group), static_cast<cl_uint>(m),
            cl::Local(m * sizeof(float)), static_cast<cl_uint>(m));
        const std::vector<float> expected = products(a, b).values, got = device_c.read();
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < group; ++i) wrong += got[i] != expected[i] ? 1U : 0U;
        if (wrong < part)
            FAIL("A work-group of ", group, " was run without work-items ", absent * part, " to ",
                 absent * part + part - 1, ", and ", wrong,
                 " results are wrong. Other work-items make their results.");
        bring += wrong > group / 2 ? 1U : 0U;
    }
    if (bring > 0 && bring * 4 < group / part)
        FAIL("A work-group of ", group,
             " was run without some 32 of its work-items, each in their turn. For ", bring,
             " such parts alone the others missed what they bring to the tile. Let the group bring it "
             "together.");
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

    TEST_CASE("200 and 450 to 468 numbers in tiles of 90")
    {
        check_products({200, 450 + count_of_its_own("tiles.cl") % 19, 90, 96});
    }
}
