// Tests of a body's acceleration against sums in double precision.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

// Bodies x, y, z, mass between -extent and extent. Every fifth has no mass.
std::vector<float> bodies_of(std::size_t n, std::uint64_t seed, float extent = 1)
{
    std::vector<float> bodies = random_floats(4 * n, seed, -extent, extent);
    for (std::size_t i = 0; i < n; ++i)
        bodies[4 * i + 3] = i % 5 == 2 ? 0 : 1 + 0.5F * bodies[4 * i + 3] / extent;
    return bodies;
}

void check_bodies(const std::vector<float>& bodies, float softening, std::size_t group = 32)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("pull.cl", "pull_of_all", {"global float4*", "global float4*", "uint", "float"});
    const std::size_t n = bodies.size() / 4;
    const auto in = input("bodies", bodies);
    const auto out = output<float>("accelerations", bodies.size());
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)}, in, out,
                    static_cast<cl_uint>(n), softening);
    INFO(n, " bodies, softening ", softening, ", work-groups of ", group,
         "; a row is the x, y, z, 0 of a body");
    const Accelerations right = accelerations(bodies, softening);
    expect_agreed("accelerations", right.expected, out.read(), right.tolerance, 4);
    exercise.expect_same("bodies", bodies, in.read(), {}, 4);
}

} // namespace

TEST_CASE("a body does not pull itself")
{
    check_bodies({0.5F, -0.25F, 0.125F, 3}, 0.01F);
}

TEST_CASE("two bodies pull each other")
{
    check_bodies({-1, 0.5F, 0.25F, 2, 1, -0.5F, 0.75F, 5}, 0.01F);
    check_bodies({-1, 0.5F, 0.25F, 0, 1, -0.5F, 0.75F, 5}, 0.01F);
}

TEST_CASE("bodies at the same place do not pull each other")
{
    std::vector<float> bodies = bodies_of(40, 221);
    for (std::size_t k = 0; k < 3; ++k) bodies[4 * 7 + k] = bodies[4 * 31 + k] = bodies[k];
    check_bodies(bodies, 0.01F);
}

TEST_CASE("softening weakens every pair, near and far")
{
    const std::vector<float> bodies = bodies_of(65, 222);
    for (const float softening : {1.0F, 0.1F, 1e-6F}) check_bodies(bodies, softening);
}

TEST_CASE("every number of bodies is taken")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        if (size.count <= 5000) check_bodies(bodies_of(size.count, 223), 0.01F, size.group);
    check_bodies(bodies_of(count_of_its_own("pull.cl"), 224), 0.01F, 48);
}

TEST_CASE("more bodies than 16 bits count are taken")
{
    if (Exercise::get().clean_stage()) return; // too many for it
    // Only the first 32 and the last 20 of 70,001 bodies have mass, so the first ones' accelerations are those among these.
    const std::vector<float> few = bodies_of(52, 228);
    std::vector<float> many(4 * 70001, 0.0F);
    std::copy_n(few.begin(), 4 * 32, many.begin());
    std::copy(few.begin() + 4 * 32, few.end(), many.end() - 4 * 20);
    const Accelerations right = accelerations(few, 0.01F);
    cl::Kernel kernel = Exercise::get().kernel("pull.cl", "pull_of_all",
                                               {"global float4*", "global float4*", "uint", "float"});
    const auto in = input("bodies", many);
    const auto out = output<float>("accelerations", 4 * 32);
    Exercise::get().launch(kernel, {.global = cl::NDRange(32), .local = cl::NDRange(32)}, in, out,
                           cl_uint{70001}, 0.01F);
    INFO("32 work-items are launched for 70,001 bodies, of which the first 32 and the last 20 have mass");
    Exercise::get().expect_same("accelerations",
                                {right.expected.values.begin(), right.expected.values.begin() + 4 * 32},
                                out.read(), right.tolerance, 4);
}

TEST_CASE("coordinates may be large or small")
{
    check_bodies(bodies_of(70, 225, 1024), 0.01F * 1024 * 1024);
    check_bodies(bodies_of(70, 226, 0x1p-10F), 0.01F * 0x1p-20F);
}

TEST_CASE("a work-item changes the acceleration of its own body and no other")
{
    const std::vector<float> bodies = bodies_of(20, 227), before(80, -7.0F);
    Exercise::get().kernel("pull.cl", "pull_of_all", {"global float4*", "global float4*", "uint", "float"});
    const std::vector<float> right = accelerations(bodies, 0.01F).expected.values;
    for (const std::size_t number : {0U, 3U, 19U, 20U, 23U}) {
        cl::Kernel alone = lonely_kernel("pull.cl", "pull_of_all");
        const auto in = input("bodies", bodies), out = input("accelerations", before);
        launch_alone(alone, number, in, out, cl_uint{20}, 0.01F);
        std::vector<float> expected = before;
        if (number < 20)
            for (std::size_t k = 0; k < 4; ++k) expected[4 * number + k] = right[4 * number + k];
        INFO("work-item ", number, " of 24 was run alone for 20 bodies; the others' accelerations stay -7");
        Exercise::get().expect_same("accelerations", expected, out.read(),
                                    {.absolute = 1e-3, .relative = 1e-4}, 4);
    }
}
