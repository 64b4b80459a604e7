// Tests of energies against sums in double precision, work-group by work-group.
#include <lockstep/exercise.hpp>

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

std::pair<std::vector<float>, Tolerance> energies_of(const System& system, std::size_t group, float softening)
{
    const std::size_t n = system.bodies.size() / 4;
    std::vector<double> sums((n + group - 1) / group);
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const float *own = &system.bodies[4 * i], *v = &system.velocities[4 * i];
        double motion = 0, potential = 0;
        for (std::size_t k = 0; k < 3; ++k) motion += double{v[k]} * v[k];
        for (std::size_t j = 0; j < n; ++j) {
            const float* other = &system.bodies[4 * j];
            double square = 0;
            for (std::size_t k = 0; k < 3; ++k)
                square += (double{other[k]} - own[k]) * (double{other[k]} - own[k]);
            if (i != j) potential += other[3] / std::sqrt(square + double{softening});
        }
        sums[i / group] += own[3] * (motion - potential) / 2;
        largest = std::max(largest, own[3] * (motion + potential) / 2);
    }
    // Each body's share rounds about n times, either way (Higham, Accuracy and Stability, 2nd ed., section 2.8).
    const double roundings = (32 + 4 * std::sqrt(static_cast<double>(n + group))) * 0x1p-24;
    return {{sums.begin(), sums.end()},
            {.absolute = roundings * largest * std::sqrt(static_cast<double>(group))}};
}

void check_system(const System& system, std::size_t group, float softening = 0.01F)
{
    const std::size_t n = system.bodies.size() / 4;
    const auto [energies, tolerance] = energies_of(system, group, softening);
    const auto out = output<float>("energies", energies.size());
    launch(Exercise::get().kernel("energy.cl", "energy",
                                  {"global float4*", "global float4*", "global float*", "uint", "float",
                                   "local float4*", "local float*"}),
           covering(n, group), input("bodies", system.bodies), input("velocities", system.velocities), out, n,
           softening, cl::Local(group * 4 * sizeof(float)), cl::Local(group * sizeof(float)));
    INFO(n, " bodies in work-groups of ", group, ", softening ", softening);
    expect_same("energies", energies, out.read(), tolerance);
}

} // namespace

TEST_CASE("a body alone has energy of motion only")
{
    check_system({{0.5F, 0.25F, -1, 3}, {1, -2, 0.5F, 0}}, 32);
}

TEST_CASE("a pair is counted once")
{
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
    check_system(system_of(40, 2231), 32, 0x1p-40F);
}

TEST_CASE("bodies may be far from the origin")
{
    System system = system_of(60, 2260);
    for (std::size_t i = 0; i < 60; ++i)
        for (std::size_t k = 0; k < 3; ++k) system.bodies[4 * i + k] += k == 1 ? -700.0F : 1000.0F;
    check_system(system, 20);
}

TEST_CASE("work-groups may have any size")
{
    for (const std::size_t group : {3U, 7U, 20U, 42U, 48U, 52U}) check_system(system_of(53, 2250), group);
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
