// Tests of the accelerations through tiles against sums in double precision.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

constexpr float softening = 0.01F;

// Bodies x, y, z, mass around (0.3, 0.3, 0.3). Every fifth has no mass, and none stands where a body of zeros would.
std::vector<float> bodies_of(std::size_t n, std::uint64_t seed)
{
    std::vector<float> bodies = random_floats(4 * n, seed, -0.7F, 1.3F);
    for (std::size_t i = 0; i < n; ++i) bodies[4 * i + 3] = i % 5 == 2 ? 0 : 2 + bodies[4 * i + 3];
    return bodies;
}

cl::Kernel tiles_kernel()
{
    return Exercise::get().kernel("tiles.cl", "pull_of_tiles",
                                  {"global float4*", "global float4*", "uint", "float", "local float4*"});
}

void check_bodies(std::size_t n, std::size_t group, float softened = softening)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = tiles_kernel();
    const std::vector<float> bodies = bodies_of(n, 2200 + n);
    const auto in = input("bodies", bodies);
    const auto out = output<float>("accelerations", bodies.size());
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)}, in, out,
                    static_cast<cl_uint>(n), softened, cl::Local(group * 4 * sizeof(float)));
    INFO(n, " bodies in work-groups of ", group, ", softening ", softened,
         "; a row is the x, y, z, 0 of a body");
    const Accelerations right = accelerations(bodies, softened);
    expect_agreed("accelerations", right.expected, out.read(), right.tolerance, 4);
    exercise.expect_same("bodies", bodies, in.read(), {}, 4);
}

// More bodies than 16 bits count. Only the first 32 and the last 20 have mass, so the first ones' accelerations are those among these.
void check_first_group_of_many()
{
    const std::vector<float> few = bodies_of(52, 2202);
    std::vector<float> many(4 * 70001, 0.0F);
    std::copy_n(few.begin(), 4 * 32, many.begin());
    std::copy(few.begin() + 4 * 32, few.end(), many.end() - 4 * 20);
    const Accelerations right = accelerations(few, softening);
    cl::Kernel kernel = tiles_kernel();
    const auto in = input("bodies", many);
    const auto out = output<float>("accelerations", 4 * 32);
    Exercise::get().launch(kernel, {.global = cl::NDRange(32), .local = cl::NDRange(32)}, in, out,
                           cl_uint{70001}, softening, cl::Local(32 * 4 * sizeof(float)));
    INFO("the first work-group of 32 is launched for 70,001 bodies, of which the first 32 and the last 20 "
         "have mass");
    Exercise::get().expect_same("accelerations",
                                {right.expected.values.begin(), right.expected.values.begin() + 4 * 32},
                                out.read(), right.tolerance, 4);
}

} // namespace

TEST_CASE("whole tiles pull")
{
    check_bodies(64, 64);
    check_bodies(96, 32, 0.5F);
}

TEST_CASE("the last tile need not be full")
{
    for (const std::size_t n : {33U, 47U, 63U}) check_bodies(n, 32);
    check_bodies(100, 64);
}

TEST_CASE("there may be fewer bodies than work-items")
{
    check_bodies(1, 32);
    check_bodies(5, 64);
    check_bodies(63, 64);
}

TEST_CASE("work-groups may have any size")
{
    for (const std::size_t group : {1U, 3U, 48U}) check_bodies(37, group);
    if (Exercise::get().clean_stage()) return;
    check_bodies(700, large_group(tiles_kernel()));
    check_bodies(count_of_its_own("tiles.cl"), 48);
    check_bodies(3001, 64);
    check_first_group_of_many();
}

TEST_CASE("a work-group makes the accelerations of its own bodies and no others")
{
    const std::vector<float> bodies = bodies_of(100, 2201);
    std::vector<float> expected = accelerations(bodies, softening).expected.values;
    const Tolerance tolerance = accelerations(bodies, softening).tolerance;
    std::fill(expected.begin() + 4 * 64, expected.end(), -7.0F);
    const Launch whole{.global = cl::NDRange(128), .local = cl::NDRange(32)};
    for (cl::Kernel kernel : plain_and_told(tiles_kernel(), "tiles.cl", whole)) {
        const auto in = input("bodies", bodies);
        const auto out = input("accelerations", std::vector<float>(bodies.size(), -7.0F));
        Exercise::get().launch(kernel, {.global = cl::NDRange(64), .local = cl::NDRange(32)}, in, out,
                               cl_uint{100}, softening, cl::Local(32 * 4 * sizeof(float)));
        INFO("two of four work-groups of 32 are launched for 100 bodies. They make the first 64 "
             "accelerations, "
             "and leave the others at -7.");
        Exercise::get().expect_same("accelerations", expected, out.read(), tolerance, 4);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("256 bodies in work-groups of 64")
    {
        check_bodies(256, 64);
    }

    TEST_CASE("203 bodies in work-groups of 96")
    {
        check_bodies(203, 96);
    }
}
