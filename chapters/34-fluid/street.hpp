// A cylinder in a stream: how often it sheds vortices and how the stream pulls at it, beside what others computed; and pictures of it.
#pragma once

#include "fluid.hpp"
#include "progress.hpp"

#include <cstdint>

inline constexpr double reynolds = 100;
//! [scale]
inline constexpr double speed = 0.1; // of the stream, in cells a step; sound makes 0.58
// Vortices of one side while the stream goes a diameter.
inline constexpr double strouhal = 0.3;

// How many steps there are to a vortex of either side.
inline double steps_a_vortex(const Channel& channel)
{
    return channel.diameter / (strouhal * speed);
}
//! [scale]

// Both in units of the stream: forces over half its density, its speed squared, and the diameter.
struct Street
{
    double strouhal = 0;       // vortices of one side while the stream goes one diameter
    double drag = 0, lift = 0; // their largest
};

//! [street]
// Reads off what the force did in the last third of the time. Lift goes up and down once for a vortex of either side.
inline Street street_of(const std::vector<cl_float2>& forces, double steps_between,
                        double diameter)
{
    const auto unit = [&](float force) { return 2 * force / (speed * speed * diameter); };
    Street street;
    double first = 0, last = 0;
    int rises = 0;
    for (std::size_t i = 2 * forces.size() / 3; i < forces.size(); ++i) {
        street.drag = std::max(street.drag, unit(forces[i].x));
        street.lift = std::max(street.lift, unit(forces[i].y));
        if (forces[i - 1].y >= 0 || forces[i].y < 0) continue;
        const double part = forces[i - 1].y / (forces[i - 1].y - forces[i].y);
        last = static_cast<double>(i - 1) + part;
        if (rises++ == 0) first = last;
    }
    if (rises > 1)
        street.strouhal = (rises - 1) * diameter / (speed * (last - first) * steps_between);
    return street;
}
//! [street]

// How the fluid turns: red one way, blue the other, and walls grey. Its pixels are so many cells apart.
inline lockstep::Picture picture_of(const Channel& channel,
                                    const std::vector<cl_float2>& flow, int cells_apart = 1)
{
    const auto columns = static_cast<std::size_t>(channel.columns);
    const auto rows = static_cast<std::size_t>(channel.rows);
    const auto apart = static_cast<std::size_t>(cells_apart);
    lockstep::Picture picture{columns / apart, rows / apart, 3, {}};
    picture.bytes.resize(3 * picture.columns * picture.rows);
    const auto at = [&](std::size_t x, std::size_t y) { return flow[y * columns + x]; };
    for (std::size_t row = 0; row < picture.rows; ++row)
        for (std::size_t column = 0; column < picture.columns; ++column) {
            const std::size_t x = column * apart, y = row * apart;
            const std::size_t left = x > 0 ? x - 1 : x,
                              right = std::min(x + 1, columns - 1);
            const std::size_t up = y > 0 ? y - 1 : y, below = std::min(y + 1, rows - 1);
            const double turn =
                at(right, y).y - at(left, y).y - at(x, below).x + at(x, up).x;
            const double strength =
                std::clamp(turn / speed * channel.diameter / 8, -1.0, 1.0);
            const auto pale = static_cast<std::uint8_t>(255 * (1 - std::abs(strength)));
            const bool wall = channel.wall[y * columns + x] != 0;
            picture.at(column, row, 0) = wall ? 90 : strength > 0 ? 255 : pale;
            picture.at(column, row, 1) = wall ? 90 : pale;
            picture.at(column, row, 2) = wall ? 90 : strength < 0 ? 255 : pale;
        }
    return picture;
}

// Follows the fluid for the time of so many vortices, and what it does to the cylinder.
inline Street follow(const lockstep::Lab& lab, Fluid& fluid, const Channel& channel,
                     double vortices)
{
    const int steps = static_cast<int>(vortices * steps_a_vortex(channel));
    const int between = std::max(1, static_cast<int>(channel.diameter / 4));
    const auto most = static_cast<std::size_t>(steps / between + 1);
    const cl::Buffer forces = lab.output<cl_float2>(most);
    int measured = 0;
    for (int step = 0; step < steps && interrupted == 0; ++step) {
        if (step % between == 0) fluid.measure_force(forces, measured++);
        fluid.advance();
        if (step % 256 != 0) continue;
        lab.queue.finish(); // so that no more than these are waiting
        if (!lab.simulated) show_progress("the stream settles", step, steps);
    }
    if (!lab.simulated) show_progress("", steps, steps);
    const auto count = static_cast<std::size_t>(measured);
    return street_of(lab.read<cl_float2>(forces, count), between, channel.diameter);
}

// So many pictures of the next `steps` steps, or those until Ctrl-C.
inline std::vector<lockstep::Picture> film(const lockstep::Lab& lab, Fluid& fluid,
                                           const Channel& channel, double steps, int count)
{
    std::vector<lockstep::Picture> pictures;
    for (int picture = 0, step = 0; picture < count && interrupted == 0; ++picture) {
        for (; step < picture * steps / count; ++step) fluid.advance();
        pictures.push_back(picture_of(channel, fluid.flow()));
        if (!lab.simulated) show_progress("pictures", picture, count);
    }
    if (!lab.simulated) show_progress("", count, count);
    return pictures;
}
