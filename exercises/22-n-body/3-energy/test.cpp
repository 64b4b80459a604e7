// Tests of energies against sums in double precision, work-group by work-group.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

struct System
{
    std::vector<float> bodies;
    std::vector<float> velocities;
};

System system_of(std::size_t n, std::uint64_t seed, float speed = 1)
{
    System system{random_floats(4 * n, seed, -0.7F, 1.3F), random_floats(4 * n, seed + 1, -speed, speed)};
    for (std::size_t i = 0; i < n; ++i) {
        system.bodies[4 * i + 3] = i % 5 == 2 ? 0 : 2 + system.bodies[4 * i + 3];
        system.velocities[4 * i + 3] = 0;
    }
    return system;
}

struct Energies
{
    std::vector<float> values;
    Tolerance tolerance;
};

Energies energies_of(const System& system, std::size_t group, float softening)
{
    const std::size_t n = system.bodies.size() / 4;
    std::vector<double> sums((n + group - 1) / group);
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const float* own = &system.bodies[4 * i];
        const float* v = &system.velocities[4 * i];
        const double motion = double{v[0]} * v[0] + double{v[1]} * v[1] + double{v[2]} * v[2];
        double potential = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const float* other = &system.bodies[4 * j];
            const double x = double{other[0]} - own[0], y = double{other[1]} - own[1],
                         z = double{other[2]} - own[2];
            if (i != j) potential += other[3] / std::sqrt(x * x + y * y + z * z + double{softening});
        }
        sums[i / group] += own[3] * (motion - potential) / 2;
        largest = std::max(largest, own[3] * (motion + potential) / 2);
    }
    // Each body's share rounds about n times, either way, and the group's sum no more than that (Higham, Accuracy and Stability of
    // Numerical Algorithms, 2nd ed., section 2.8).
    return {std::vector<float>(sums.begin(), sums.end()),
            {.absolute = (32 + 4 * std::sqrt(static_cast<double>(n + group))) * 0x1p-24 * largest *
                         std::sqrt(static_cast<double>(group))}};
}

cl::Kernel energy_kernel()
{
    return Exercise::get().kernel("energy.cl", "energy",
                                  {"global float4*", "global float4*", "global float*", "uint", "float",
                                   "local float4*", "local float*"});
}

void check_system(const System& system, std::size_t group, float softening = 0.01F)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = energy_kernel();
    const std::size_t n = system.bodies.size() / 4;
    const auto bodies = input("bodies", system.bodies), velocities = input("velocities", system.velocities);
    const Energies right = energies_of(system, group, softening);
    const auto out = output<float>("energies", right.values.size());
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)}, bodies,
                    velocities, out, static_cast<cl_uint>(n), softening, cl::Local(group * 4 * sizeof(float)),
                    cl::Local(group * sizeof(float)));
    INFO(n, " bodies in work-groups of ", group, ", softening ", softening);
    exercise.expect_same("energies", right.values, out.read(), right.tolerance);
    exercise.expect_same("bodies", system.bodies, bodies.read(), {}, 4);
    exercise.expect_same("velocities", system.velocities, velocities.read(), {}, 4);
}

} // namespace

TEST_CASE("a body alone has energy of motion only")
{
    check_system({{0.5F, 0.25F, -1, 3}, {1, -2, 0.5F, 0}}, 1);
    check_system({{0.5F, 0.25F, -1, 3}, {1, -2, 0.5F, 0}}, 32);
}

TEST_CASE("a pair is counted once")
{
    check_system({{-1, 0, 0, 2, 1, 0, 0, 3}, {0, 0, 0, 0, 0, 0, 0, 0}}, 2);
    check_system({{-1, 0, 0, 2, 1, 0, 0, 3}, {0, 0, 0, 0, 0, 0, 0, 0}}, 1);
    check_system({{-1, 0, 0, 2, 1, 0, 0, 3}, {0, 0, 0, 0, 0, 0, 0, 0}}, 32);
}

TEST_CASE("bodies at the same place are pairs")
{
    System system = system_of(40, 2230);
    for (std::size_t k = 0; k < 3; ++k) system.bodies[4 * 9 + k] = system.bodies[4 * 33 + k];
    for (std::size_t k = 0; k < 4; ++k) system.bodies[4 * 11 + k] = system.bodies[4 * 5 + k]; // and mass
    check_system(system, 32);
}

TEST_CASE("a small softening leaves every digit")
{
    // What a body would add for itself is a million times its mass squared: taken off again it leaves only roundings.
    check_system(system_of(40, 2231), 32, 0x1p-40F);
}

TEST_CASE("work-groups share the bodies")
{
    check_system(system_of(128, 2232), 64);
    check_system(system_of(128, 2233), 32, 0.5F);
    check_system(system_of(96, 2234, 30), 32);
}

TEST_CASE("the last work-group need not be full")
{
    for (const std::size_t n : {31U, 33U, 65U}) check_system(system_of(n, 2240 + n), 32);
}

TEST_CASE("work-groups may have any size")
{
    for (const std::size_t group : {3U, 7U, 20U, 42U, 48U}) check_system(system_of(53, 2250), group);
    if (Exercise::get().clean_stage()) return;
    check_system(system_of(700, 2251), large_group(energy_kernel()));
    check_system(system_of(count_of_its_own("energy.cl"), 2252), 48);
}

TEST_CASE("more bodies than 16 bits count are taken")
{
    if (Exercise::get().clean_stage()) return; // too many for it
    // Only the first 32 and the last 20 of 70,001 bodies have mass, so the first work-group's energy is that of these alone.
    const System few = system_of(52, 2262);
    System many{std::vector<float>(4 * 70001, 0.25F), std::vector<float>(4 * 70001, 0.0F)};
    for (std::size_t i = 0; i < 70001; ++i) many.bodies[4 * i + 3] = 0;
    std::copy_n(few.bodies.begin(), 4 * 32, many.bodies.begin());
    std::copy_n(few.velocities.begin(), 4 * 32, many.velocities.begin());
    std::copy(few.bodies.begin() + 4 * 32, few.bodies.end(), many.bodies.end() - 4 * 20);
    const Energies right = energies_of(few, 32, 0.01F);
    const auto bodies = input("bodies", many.bodies), velocities = input("velocities", many.velocities);
    const auto out = output<float>("energies", 1);
    cl::Kernel kernel = energy_kernel();
    Exercise::get().launch(kernel, {.global = cl::NDRange(32), .local = cl::NDRange(32)}, bodies, velocities,
                           out, cl_uint{70001}, 0.01F, cl::Local(32 * 4 * sizeof(float)),
                           cl::Local(32 * sizeof(float)));
    INFO("the first work-group of 32 is launched for 70,001 bodies, of which the first 32 and the last 20 "
         "have mass");
    Exercise::get().expect_same("energies", {right.values[0]}, out.read(), right.tolerance);
}

TEST_CASE("a work-group writes its own energy and no other")
{
    const System system = system_of(100, 2260);
    const Energies right = energies_of(system, 32, 0.01F);
    std::vector<float> expected = right.values;
    expected[2] = expected[3] = -7;
    const Launch whole{.global = cl::NDRange(128), .local = cl::NDRange(32)};
    for (cl::Kernel kernel : plain_and_told(energy_kernel(), "energy.cl", whole)) {
        const auto bodies = input("bodies", system.bodies),
                   velocities = input("velocities", system.velocities);
        const auto out = input("energies", std::vector<float>(4, -7.0F));
        Exercise::get().launch(kernel, {.global = cl::NDRange(64), .local = cl::NDRange(32)}, bodies,
                               velocities, out, cl_uint{100}, 0.01F, cl::Local(32 * 4 * sizeof(float)),
                               cl::Local(32 * sizeof(float)));
        INFO("two of four work-groups of 32 are launched for 100 bodies; the other two energies stay -7");
        Exercise::get().expect_same("energies", expected, out.read(), right.tolerance);
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("256 bodies in work-groups of 64")
    {
        check_system(system_of(256, 2270), 64);
    }

    TEST_CASE("203 bodies in work-groups of 96")
    {
        check_system(system_of(203, 2271), 96);
    }
}
