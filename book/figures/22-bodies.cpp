/// Chapter 22: the bodies of its films, and how a frame is exposed.
#include "22-bodies.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace figures
{
namespace
{

/// The same numbers from 0 to 1 everywhere.
class Numbers
{
public:
    double next()
    {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<double>(state_ >> 40U) * 0x1p-24;
    }

private:
    std::uint64_t state_ = 22;
};

void add_disc(std::vector<Body>& bodies, Numbers& random, const Body& centre, double radius, int count,
              double tilt)
{
    bodies.push_back(centre);
    for (int i = 0; i < count; ++i) {
        const double r = radius * std::sqrt(0.03 + 0.97 * random.next());
        const double angle = 2 * std::numbers::pi * random.next();
        const double speed = std::sqrt(centre.mass / r);
        const double x = r * std::cos(angle), y = r * std::sin(angle);
        const double vx = -speed * std::sin(angle), vy = speed * std::cos(angle);
        const double c = std::cos(tilt), s = std::sin(tilt);
        Body body{{x, c * y, s * y}, {vx, c * vy, s * vy}, 0.1 / count};
        for (std::size_t k = 0; k < 3; ++k) {
            body.place.at(k) += centre.place.at(k);
            body.velocity.at(k) += centre.velocity.at(k);
        }
        bodies.push_back(body);
    }
}

} // namespace

std::vector<Body> falling_cloud()
{
    Numbers random;
    std::vector<Body> bodies;
    while (bodies.size() < 700) {
        Body body;
        for (double& x : body.place) x = 2 * random.next() - 1;
        const auto& [x, y, z] = body.place;
        if (x * x + y * y + z * z > 1) continue;
        body.velocity = {-0.35 * y, 0.35 * x, 0};
        body.mass = 1.0 / 700;
        bodies.push_back(body);
    }
    return bodies;
}

std::vector<Body> two_discs()
{
    Numbers random;
    std::vector<Body> bodies;
    add_disc(bodies, random, {{-0.9, -0.35, 0}, {0.42, 0.1, 0}, 0.4}, 0.55, 350, 0.3);
    add_disc(bodies, random, {{0.9, 0.35, 0}, {-0.42, -0.1, 0}, 0.4}, 0.55, 350, -0.9);
    return bodies;
}

Leapfrog::Leapfrog(std::vector<Body> bodies, double softening)
    : bodies_(std::move(bodies)), softening_(softening), accelerations_(bodies_.size())
{
    pull();
}

void Leapfrog::pull()
{
    std::ranges::fill(accelerations_, std::array<double, 3>{});
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            std::array<double, 3> d{};
            double square = softening_;
            for (std::size_t k = 0; k < 3; ++k) {
                d[k] = bodies_[j].place[k] - bodies_[i].place[k];
                square += d[k] * d[k];
            }
            const double strength = 1 / (square * std::sqrt(square));
            for (std::size_t k = 0; k < 3; ++k) {
                accelerations_[i][k] += bodies_[j].mass * strength * d[k];
                accelerations_[j][k] -= bodies_[i].mass * strength * d[k];
            }
        }
}

void Leapfrog::step(double time)
{
    const auto kick = [&] {
        for (std::size_t i = 0; i < bodies_.size(); ++i)
            for (std::size_t k = 0; k < 3; ++k) bodies_[i].velocity[k] += time / 2 * accelerations_[i][k];
    };
    kick();
    for (Body& body : bodies_)
        for (std::size_t k = 0; k < 3; ++k) body.place[k] += time * body.velocity[k];
    pull();
    kick();
}

Film filmed(std::vector<Body> bodies, double softening, double step, int steps_a_frame, int frames,
            int pixels, double half_width)
{
    Film film = empty_film(pixels, pixels, frames);
    Leapfrog leapfrog(std::move(bodies), softening);
    for (int frame = 0; frame < frames; ++frame) {
        for (const Body& body : leapfrog.bodies()) {
            const double scale = pixels / (2 * half_width);
            const int column = static_cast<int>(std::floor((body.place[0] + half_width) * scale));
            const int row = static_cast<int>(std::floor((half_width - body.place[1]) * scale));
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const int x = column + dx, y = row + dy;
                    if (x < 0 || y < 0 || x >= pixels || y >= pixels) continue;
                    std::uint8_t& pixel = film.at(frame, x, y);
                    const int light = dx == 0 && dy == 0   ? 128
                                      : dx == 0 || dy == 0 ? 32
                                                           : 0; // few levels compress well
                    pixel = static_cast<std::uint8_t>(std::min(255, pixel + light));
                }
        }
        for (int s = 0; s < steps_a_frame; ++s) leapfrog.step(step);
    }
    return film;
}

} // namespace figures
