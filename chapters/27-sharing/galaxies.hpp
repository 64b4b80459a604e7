// Two discs of stars around two cores that pass each other: where they begin, and a step.
#pragma once

#include "lab.hpp"

#include <array>

using Vector = std::array<double, 3>;

// The two cores, which the host moves; the stars' kernel is told where they are.
struct Cores
{
    std::array<Vector, 2> places{{{-0.42, -0.16, 0.0}, {0.42, 0.16, 0.0}}};
    std::array<Vector, 2> velocities{{{0.42, 0.0, 0.0}, {-0.42, 0.0, 0.0}}};
    double mass = 0.12;

    void move(double time)
    {
        Vector apart{};
        double square = 0.002;
        for (std::size_t k = 0; k < 3; ++k) {
            apart[k] = places[1][k] - places[0][k];
            square += apart[k] * apart[k];
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const double change = time * mass * apart[k] / (square * std::sqrt(square));
            velocities[0][k] += change;
            velocities[1][k] -= change;
            for (std::size_t core = 0; core < 2; ++core)
                places[core][k] += time * velocities[core][k];
        }
    }
    cl_float4 place(std::size_t core) const
    {
        return {{static_cast<float>(places[core][0]), static_cast<float>(places[core][1]),
                 static_cast<float>(places[core][2]), static_cast<float>(mass)}};
    }
};

struct Stars
{
    std::vector<cl_float4> places, velocities;
};

// Half of the stars around each core, in discs that lean towards us by 1 and 2 radians.
inline Stars two_discs(std::size_t n)
{
    Stars stars{std::vector<cl_float4>(n), std::vector<cl_float4>(n)};
    const Cores cores;
    Random random{27};
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t core = i % 2;
        const double radius = 0.05 + 0.27 * std::sqrt(double{random.uniform(0, 1)});
        const double angle = 6.2831853 * double{random.uniform(0, 1)};
        const double speed = std::sqrt(cores.mass * radius * radius *
                                       std::pow(radius * radius + 0.002, -1.5));
        const double lean = core == 0 ? 0.5 : 0.9;
        const double x = std::cos(angle), y = std::sin(angle);
        const Vector at{radius * x, radius * y * std::cos(lean),
                        radius * y * std::sin(lean)};
        const Vector way{-speed * y, speed * x * std::cos(lean),
                         speed * x * std::sin(lean)};
        for (std::size_t k = 0; k < 3; ++k) {
            stars.places[i].s[k] = static_cast<float>(cores.places[core][k] + at[k]);
            stars.velocities[i].s[k] =
                static_cast<float>(cores.velocities[core][k] + way[k]);
        }
        stars.places[i].s[3] = static_cast<float>(core);
        stars.velocities[i].s[3] = 0;
    }
    return stars;
}

// The stars on the device. Steps go from one buffer of places to another and back.
class Galaxies
{
public:
    static constexpr double time = 0.004;

    Galaxies(const Lab& lab, std::size_t count)
        : n(count), kernel_(lab.kernel("stars.cl", "move_stars"))
    {
        Stars stars = two_discs(n);
        velocities_ = {lab.context, stars.velocities.begin(), stars.velocities.end(),
                       false};
        begin = std::move(stars.places);
    }

    // Enqueues a step from one buffer of places to another.
    void step(const cl::CommandQueue& queue, const cl::Buffer& from, const cl::Buffer& to,
              const std::vector<cl::Event>* after = nullptr, cl::Event* event = nullptr)
    {
        cores_.move(time);
        cl_uint index = 0;
        kernel_.setArg(index++, from);
        kernel_.setArg(index++, to);
        kernel_.setArg(index++, velocities_);
        kernel_.setArg(index++, cores_.place(0));
        kernel_.setArg(index++, cores_.place(1));
        kernel_.setArg(index++, static_cast<float>(time));
        kernel_.setArg(index, static_cast<cl_uint>(n));
        queue.enqueueNDRangeKernel(kernel_, cl::NullRange,
                                   cl::NDRange((n + 255) / 256 * 256), cl::NDRange(256),
                                   after, event);
    }

    std::size_t bytes() const { return n * sizeof(cl_float4); }

    std::size_t n;
    std::vector<cl_float4> begin; // places

private:
    cl::Kernel kernel_;
    cl::Buffer velocities_;
    Cores cores_;
};
