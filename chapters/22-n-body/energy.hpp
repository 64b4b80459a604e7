// A cloud that holds together, followed by two methods: how far energy and momentum drift.
#pragma once

#include "lab.hpp"

#include <array>
#include <cmath>
#include <cstdint>

constexpr float cloud_softening = 4e-3F; // a length squared

// Bodies with velocities, all on the device.
struct Cloud
{
    std::size_t n;
    cl::Buffer bodies, velocities, accelerations;
};

// A ball of bodies that together have the mass 1. Velocities are random.
inline Cloud make_cloud(const Lab& lab, std::size_t n)
{
    std::vector<float> bodies = random_floats(4 * n, 7, -1.0F, 1.0F);
    std::vector<float> velocities = random_floats(4 * n, 8, -0.7F, 0.7F);
    for (std::size_t i = 0; i < 4 * n; i += 4) {
        const float radius = std::hypot(bodies[i], bodies[i + 1], bodies[i + 2]);
        for (std::size_t k = 0; k < 3; ++k) bodies[i + k] *= 1 / (0.5F + radius);
        bodies[i + 3] = 1 / static_cast<float>(n);
        velocities[i + 3] = 0;
    }
    return {n, lab.input(bodies), lab.input(velocities), lab.output(4 * n)};
}

struct Conserved
{
    double energy;
    std::array<double, 3> momentum;
};

//! [energy]
// Energy of motion and energy of position, the latter with the same softening as the force.
inline Conserved conserved(const Lab& lab, const Cloud& cloud)
{
    const std::vector<float> b = lab.read(cloud.bodies, 4 * cloud.n);
    const std::vector<float> v = lab.read(cloud.velocities, 4 * cloud.n);
    Conserved sum{};
    for (std::size_t i = 0; i < b.size(); i += 4) {
        const double mass = b[i + 3];
        for (std::size_t k = 0; k < 3; ++k) {
            sum.energy += mass / 2 * v[i + k] * v[i + k];
            sum.momentum[k] += mass * v[i + k];
        }
        for (std::size_t j = 0; j < i; j += 4) {
            const double x = double{b[j]} - b[i], y = double{b[j + 1]} - b[i + 1],
                         z = double{b[j + 2]} - b[i + 2];
            sum.energy -=
                mass * b[j + 3] / std::sqrt(x * x + y * y + z * z + cloud_softening);
        }
    }
    return sum;
}
//! [energy]

class Stepper
{
public:
    explicit Stepper(const Lab& lab)
        : lab_(lab), pull_(lab.kernel("n-body.cl", "pull_of_all")),
          kick_(lab.kernel("steps.cl", "kick")), drift_(lab.kernel("steps.cl", "drift"))
    {
    }

    //! [euler]
    void euler(Cloud& cloud, float time)
    {
        pull(cloud);
        drift(cloud, time); // with the velocities of before
        kick(cloud, time);
    }
    //! [euler]

    //! [leapfrog]
    void leapfrog(Cloud& cloud, float time) // after one pull(cloud)
    {
        kick(cloud, time / 2);
        drift(cloud, time);
        pull(cloud);
        kick(cloud, time / 2);
    }
    //! [leapfrog]

    void pull(Cloud& c)
    {
        lab_.launch(pull_, c.n, c.bodies, c.accelerations, static_cast<cl_uint>(c.n),
                    cloud_softening);
    }
    void kick(Cloud& c, float time)
    {
        lab_.launch(kick_, c.n, c.velocities, c.accelerations, time);
    }
    void drift(Cloud& c, float time)
    {
        lab_.launch(drift_, c.n, c.bodies, c.velocities, time);
    }

private:
    const Lab& lab_;
    cl::Kernel pull_, kick_, drift_;
};

inline void measure_energy(const Lab& lab)
{
    const std::size_t n = lab.simulated ? 32 : 512;
    const int longest = lab.simulated ? 4 : 200;
    std::printf("\n%zu bodies for the time 4: changes of energy and momentum\n", n);
    Stepper stepper(lab);
    for (const bool leaps : {false, true})
        for (const int steps : {longest, 2 * longest, 4 * longest}) {
            Cloud cloud = make_cloud(lab, n);
            const Conserved before = conserved(lab, cloud);
            const float time = 4 / static_cast<float>(steps);
            stepper.pull(cloud);
            for (int s = 0; s < steps; ++s)
                leaps ? stepper.leapfrog(cloud, time) : stepper.euler(cloud, time);
            const Conserved after = conserved(lab, cloud);
            double moved = 0;
            for (std::size_t k = 0; k < 3; ++k)
                moved = std::hypot(moved, after.momentum[k] - before.momentum[k]);
            std::printf("  %-8s %4d steps: energy %+.4f %%, momentum %.1e\n",
                        leaps ? "leapfrog" : "Euler", steps,
                        100 * (after.energy - before.energy) / std::abs(before.energy),
                        moved);
        }
}
