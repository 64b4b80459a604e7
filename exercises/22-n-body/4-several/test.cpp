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

/// @param groups work-groups that are launched, if not all; they take themselves for some of all.
void check_bodies(const Shape& shape, const std::vector<float>& bodies, float softening,
                  std::size_t groups = SIZE_MAX)
{
    const std::string group = std::to_string(shape.group), each = std::to_string(shape.each);
    cl::Kernel kernel = Exercise::get().kernel("several.cl", "pull_several",
                                               {"global float4*", "global float4*", "uint", "float"},
                                               "-D GROUP=" + group + " -D BODIES=" + each);
    const Launch whole = covering((shape.n + shape.each - 1) / shape.each, shape.group);
    groups = std::min(groups, whole.global[0] / shape.group);
    if (groups * shape.group < whole.global[0])
        kernel = behind("#define GROUP " + group + "\n#define BODIES " + each + "\n" + told_of(whole),
                        "several.cl", kernel);
    const auto out = output<float>("accelerations", bodies.size());
    launch(kernel, covering(groups * shape.group, shape.group), input("bodies", bodies), out, shape.n,
           softening);
    INFO(shape.n, " bodies, softening ", softening, ", ", groups, " work-groups of ", shape.group, ", ",
         shape.each, " bodies a work-item; a row is the x, y, z, 0 of a body");
    const Accelerations right = accelerations(bodies, softening);
    const auto made = [&](std::size_t i) { return i / 4 < groups * shape.group * shape.each; };
    expect_part("accelerations", right.expected.values, out.read(), made, right.tolerance, 4);
}

void check(const Shape& shape, float softening = 0.01F)
{
    check_bodies(shape, bodies_of(shape.n, 2280 + shape.n), softening);
}

} // namespace

TEST_CASE("one work-group pulls its bodies, and several theirs")
{
    check({.n = 128});
    check({.n = 100, .group = 16, .each = 3}, 0.5F);
}

TEST_CASE("any number of bodies fits into a work-item")
{
    check({.n = 40, .group = 8, .each = 1});
    check({.n = 90, .group = 8, .each = 11});
    if (clean_stage()) return;
    check({.n = 2500, .group = 256, .each = 2});
    check({.n = 200, .group = 4, .each = 37});
}

TEST_CASE("bodies that do not fill a work-group are pulled, and no others")
{
    for (const std::size_t n : {1U, 7U, 33U, 97U}) check({.n = n});
}

TEST_CASE("coordinates may be large or small, and softening")
{
    check_bodies({.n = 70}, bodies_of(70, 2281, 1024), 0.01F * 1024 * 1024);
    check_bodies({.n = 70}, bodies_of(70, 2282, 0x1p-10F), 0.01F * 0x1p-20F);
    check_bodies({.n = 70}, bodies_of(70, 2285, 0x1p-30F), 1e-20F);
}

TEST_CASE("work-groups may be as large as the device allows")
{
    const auto largest = Exercise::get().device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    check({.n = 10, .group = std::min<std::size_t>(largest, 300), .each = 1});
    if (!clean_stage()) check({.n = 2100, .group = std::min<std::size_t>(largest, 1024), .each = 1});
}

TEST_CASE("work-group g has the bodies from g * GROUP * BODIES on")
{
    check_bodies({.n = 150, .group = 16, .each = 3}, bodies_of(150, 2283), 0.01F, 2);
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
