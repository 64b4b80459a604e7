// A stream around a cylinder that a pointer stirs, picture by picture.
#pragma once

#include "street.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// What a pointer does between two pictures: where it is and how far it has gone, in cells, and how many steps the fluid takes meanwhile.
struct Pointer
{
    float x = 0, y = 0, right = 0, down = 0;
    int steps = 1;
};

class Stirred
{
public:
    // `apart`: how many cells apart the pixels are.
    Stirred(int columns, int rows, int apart = 1)
        : channel_(channel_of(columns, rows)), apart_(apart),
          fluid_(lab_, channel_, speed, reynolds_of(rows), "-D ASKED_ONCE"),
          wall_(lab_.input(channel_.wall)),
          stir_(lockstep::find_kernel(lab_.program("stir.cl"), "stir"))
    {
    }

    // The next picture: red, green, blue and 255 of each pixel.
    const std::vector<std::uint8_t>& after(const Pointer& pointer)
    {
        const auto steps = static_cast<float>(pointer.steps);
        const float length = std::hypot(pointer.right, pointer.down) / steps;
        const float scale = length > 0 ? std::min(1.0F, fastest / length) / steps : 0;
        for (int step = 0; step < pointer.steps; ++step) {
            if (length > 0)
                stir({{pointer.x, pointer.y}},
                     {{scale * pointer.right, scale * pointer.down}});
            fluid_.advance();
        }
        const lockstep::Picture picture = picture_of(channel_, fluid_.flow(), apart_);
        pixels_.clear();
        for (std::size_t i = 0; i < picture.bytes.size(); i += 3)
            pixels_.insert(pixels_.end(), {picture.bytes[i], picture.bytes[i + 1],
                                           picture.bytes[i + 2], 255});
        return pixels_;
    }

private:
    static constexpr float fastest = 0.15F; // cells a step

    // So viscous that no pointer makes it unstable, however many cells there are.
    static double reynolds_of(int rows) { return 40 * rows / 64.0; }

    static Channel channel_of(int columns, int rows)
    {
        Channel channel{.columns = columns, .rows = rows, .diameter = rows / 6.0};
        for (int y = 0; y < rows; ++y)
            for (int x = 0; x < columns; ++x)
                channel.wall.push_back(
                    std::hypot(x + 0.5 - columns / 4.0, y + 0.5 - rows / 2.0) <
                    channel.diameter / 2);
        return channel;
    }

    void stir(cl_float2 at, cl_float2 velocity)
    {
        const auto radius = static_cast<cl_float>(channel_.rows) / 9;
        cl_uint index = 0;
        const auto set = [&](const auto&... arguments) {
            (stir_.setArg(index++, arguments), ...);
        };
        set(fluid_.state(), wall_, channel_.columns, channel_.rows, at, velocity, radius);
        lab_.queue.enqueueNDRangeKernel(stir_, cl::NullRange,
                                        {static_cast<std::size_t>(channel_.columns),
                                         static_cast<std::size_t>(channel_.rows)});
    }

    lockstep::Lab lab_;
    Channel channel_;
    int apart_;
    Fluid fluid_;
    cl::Buffer wall_;
    cl::Kernel stir_;
    std::vector<std::uint8_t> pixels_;
};
