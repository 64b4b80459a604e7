// The film of chapters 5 to 9: what its camera sees, and how two frames look in characters.
#pragma once

#include <CL/opencl.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

constexpr cl_uint columns = 640, rows = 360, frames = 24;
constexpr std::size_t frame_pixels = std::size_t{columns} * rows;
constexpr std::size_t frame_bytes = frame_pixels * sizeof(cl_uchar4);
constexpr float tilt = 0.2F; // of the camera, in radians

// Frame t as the camera delivers it, much too dark and tilted: a ball flies over a plain.
inline void camera(cl_uint t, cl_uchar4* frame)
{
    const float cosine = std::cos(tilt), sine = std::sin(tilt);
    const float way = static_cast<float>(t) / (frames - 1) - 0.5F; // of the ball
    for (cl_uint y = 0; y < rows; ++y)
        for (cl_uint x = 0; x < columns; ++x) {
            const float dx = static_cast<float>(x) + 0.5F - columns / 2.0F;
            const float dy = static_cast<float>(y) + 0.5F - rows / 2.0F;
            const float right = dx * cosine - dy * sine, down = dx * sine + dy * cosine;
            const float to_ball =
                std::hypot(right - 500 * way, down + 90 - 500 * way * way);
            const cl_uchar grey = to_ball < 45 ? 100 : down > 70 ? 20 : 45;
            frame[y * columns + x] = {{grey, grey, grey, 255}};
        }
}

// Two frames side by side, a character for each piece of 20 x 30 pixels.
inline void show(const cl_uchar4* left, const cl_uchar4* right)
{
    for (cl_uint y = 15; y < rows; y += 30) {
        for (const cl_uchar4* frame : {left, right}) {
            for (cl_uint x = 10; x < columns; x += 20)
                std::putchar(" .:-=+*#%@"[frame[y * columns + x].s[0] * 10 / 256]);
            std::printf("%s", frame == left ? "  " : "\n");
        }
    }
}
