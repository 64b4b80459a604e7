// The channel of Schäfer and Turek's benchmark: 22 cylinders long, 4.1 wide, and a cylinder a little off the middle of the stream.
#pragma once

#include <lockstep/image.hpp>

#include <CL/cl_platform.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

struct Channel
{
    int columns = 0, rows = 0;
    double diameter = 1;          // of what stands in the way, in cells
    std::vector<cl_uchar> wall{}; // 1 where a cell is none of the fluid's
    int left = 0;                 // the first column with a wall

    std::size_t cells() const { return wall.size(); }
};

//! [channel]
inline Channel channel_with_cylinder(int diameter)
{
    Channel channel{
        .columns = 22 * diameter, .rows = 41 * diameter / 10, .diameter = 1.0 * diameter};
    const double middle = 2.0 * diameter, radius = diameter / 2.0;
    for (int y = 0; y < channel.rows; ++y)
        for (int x = 0; x < channel.columns; ++x)
            channel.wall.push_back(std::hypot(x + 0.5 - middle, y + 0.5 - middle) < radius);
    channel.left = static_cast<int>(middle - radius);
    return channel;
}
//! [channel]

// A picture's dark pixels are walls; the stream comes from the left.
inline Channel channel_from(const lockstep::Picture& picture)
{
    Channel channel{.columns = static_cast<int>(picture.columns),
                    .rows = static_cast<int>(picture.rows),
                    .diameter = static_cast<double>(picture.rows) / 4};
    for (const auto grey : picture.bytes) channel.wall.push_back(grey < 128);
    return channel;
}
