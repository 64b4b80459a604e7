// Tests of accelerations of several bodies a work-item against sums in double precision.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <string>

using namespace lockstep;

namespace
{

struct Shape
{
    std::size_t n;
    std::size_t group = 32;
    std::size_t each = 4;
};

// Bodies x, y, z, mass around (0.3, 0.3, 0.3). Every fifth has no mass.
std::vector<float> bodies_of(std::size_t n, std::uint64_t seed, float extent = 1)
{
    std::vector<float> bodies = random_floats(4 * n, seed, -0.7F * extent, 1.3F * extent);
    for (std::size_t i = 0; i < n; ++i) bodies[4 * i + 3] = i % 5 == 2 ? 0 : 2 + bodies[4 * i + 3] / extent;
    return bodies;
}

cl::Kernel several_kernel(const Shape& shape)
{
    return Exercise::get().kernel(
        "several.cl", "pull_several", {"global float4*", "global float4*", "uint", "float"},
        "-D GROUP=" + std::to_string(shape.group) + " -D BODIES=" + std::to_string(shape.each));
}

void check_bodies(const Shape& shape, const std::vector<float>& bodies, float softening)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = several_kernel(shape);
    const auto in = input("bodies", bodies);
    const auto out = output<float>("accelerations", bodies.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up((shape.n + shape.each - 1) / shape.each, shape.group)),
                     .local = cl::NDRange(shape.group)},
                    in, out, static_cast<cl_uint>(shape.n), softening);
    INFO(shape.n, " bodies, softening ", softening, ", work-groups of ", shape.group, ", ", shape.each,
         " bodies a work-item; a row is the x, y, z, 0 of a body");
    const Accelerations right = accelerations(bodies, softening);
    expect_agreed("accelerations", right.expected, out.read(), right.tolerance, 4);
    exercise.expect_same("bodies", bodies, in.read(), {}, 4);
}

void check(const Shape& shape, float softening = 0.01F)
{
    check_bodies(shape, bodies_of(shape.n, 2280 + shape.n), softening);
}

} // namespace

TEST_CASE("one work-group pulls its bodies")
{
    check({.n = 128});
    check({.n = 128}, 0.5F);
}

TEST_CASE("several work-groups pull theirs")
{
    check({.n = 100, .group = 16, .each = 3});
}

TEST_CASE("any number of bodies fits into a work-item")
{
    check({.n = 40, .group = 8, .each = 1});
    check({.n = 90, .group = 8, .each = 11});
    if (Exercise::get().clean_stage()) return;
    check({.n = 2500, .group = 256, .each = 2});
    check({.n = count_of_its_own("several.cl"), .group = 48, .each = 5});
    check({.n = 200, .group = 4, .each = 37});
}

TEST_CASE("more bodies than 16 bits count are taken")
{
    if (Exercise::get().clean_stage()) return; // too many for it
    // Only the first 32 and the last 20 of 70,001 bodies have mass, so the first ones' accelerations are those among these.
    const std::vector<float> few = bodies_of(52, 2284);
    std::vector<float> many(4 * 70001, 0.0F);
    std::copy_n(few.begin(), 4 * 32, many.begin());
    std::copy(few.begin() + 4 * 32, few.end(), many.end() - 4 * 20);
    const Accelerations right = accelerations(few, 0.01F);
    cl::Kernel kernel = several_kernel({.n = 70001, .group = 16, .each = 2});
    const auto in = input("bodies", many);
    const auto out = output<float>("accelerations", 4 * 32);
    Exercise::get().launch(kernel, {.global = cl::NDRange(16), .local = cl::NDRange(16)}, in, out,
                           cl_uint{70001}, 0.01F);
    INFO(
        "GROUP is 16 and BODIES 2; the first work-group is launched for 70,001 bodies, of which the first 32 "
        "and the last 20 have mass");
    Exercise::get().expect_same("accelerations",
                                {right.expected.values.begin(), right.expected.values.begin() + 4 * 32},
                                out.read(), right.tolerance, 4);
}

TEST_CASE("bodies that do not fill a work-group are pulled, and no others")
{
    for (const std::size_t n : {1U, 7U, 33U, 97U}) check({.n = n});
}

TEST_CASE("coordinates may be large or small")
{
    check_bodies({.n = 70}, bodies_of(70, 2281, 1024), 0.01F * 1024 * 1024);
    check_bodies({.n = 70}, bodies_of(70, 2282, 0x1p-10F), 0.01F * 0x1p-20F);
}

TEST_CASE("softening may be as small as 1e-20")
{
    check_bodies({.n = 70}, bodies_of(70, 2285, 0x1p-30F), 1e-20F);
}

TEST_CASE("work-groups may be as large as the device allows")
{
    const cl::Device device = Exercise::get().device();
    const std::size_t largest = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    // An array that is too short may do no harm on the device, but Oclgrind sees it. So that has a group of moderate size.
    check({.n = 10, .group = std::min<std::size_t>(largest, 300), .each = 1});
    if (Exercise::get().clean_stage()) return;
    // Local memory for four bodies of each work-item.
    const std::size_t room = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() / (4 * 4 * sizeof(float));
    check({.n = 2100, .group = std::min(largest, room), .each = 1});
}

TEST_CASE("work-group g has the bodies from g * GROUP * BODIES on")
{
    const std::vector<float> bodies = bodies_of(150, 2283);
    const Accelerations right = accelerations(bodies, 0.01F);
    std::vector<float> expected = right.expected.values;
    std::fill(expected.begin() + 4 * 96, expected.end(), -7.0F);
    // Told of the launch that everything would take, too: in that one the other work-groups are elsewhere.
    const Launch whole{.global = cl::NDRange(64), .local = cl::NDRange(16)};
    for (cl::Kernel kernel : plain_and_told(several_kernel({.n = 150, .group = 16, .each = 3}), "several.cl",
                                            whole, "#define GROUP 16\n#define BODIES 3\n")) {
        const auto in = input("bodies", bodies);
        const auto out = input("accelerations", std::vector<float>(bodies.size(), -7.0F));
        Exercise::get().launch(kernel, {.global = cl::NDRange(32), .local = cl::NDRange(16)}, in, out,
                               cl_uint{150}, 0.01F);
        INFO("GROUP is 16 and BODIES 3, and two of four work-groups are launched. They make the first 96 "
             "accelerations, and leave the others at -7.");
        Exercise::get().expect_same("accelerations", expected, out.read(), right.tolerance, 4);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("512 bodies, groups of 64, 4 bodies a work-item")
    {
        check({.n = 512, .group = 64, .each = 4});
    }

    TEST_CASE("301 bodies, groups of 96, 3 bodies a work-item")
    {
        check({.n = 301, .group = 96, .each = 3});
    }
}
