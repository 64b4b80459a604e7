// What the parts of the chapter share: device, queue, program, and a picture to work on.
#pragma once

#include <lockstep/device.hpp>
#include <lockstep/image.hpp>
#include <lockstep/program.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

using namespace lockstep;

inline cl::Device device_with_images()
{
    cl::Device device = choose_device();
    require_images(device); // else says so and ends the program
    return device;
}

struct Bench
{
    cl::Device device = device_with_images();
    cl::Context context{device};
    cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
    cl::Program program = build_program(context, device, CHAPTER_DIR "/images.cl");
    bool simulated = is_simulator(device);
};

constexpr cl::array<cl::size_type, 3> corner{0, 0, 0};

// The box that is the whole image.
inline cl::array<cl::size_type, 3> whole(const Picture& picture)
{
    return {picture.columns, picture.rows, 1};
}

// A colourful picture: an orange F before rings that darken to the right, in red, green, blue and opacity.
inline Picture draw_f(std::size_t columns, std::size_t rows)
{
    Picture picture{columns, rows, 4, std::vector<std::uint8_t>(columns * rows * 4)};
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) {
            const float u = (static_cast<float>(x) + 0.5F) / static_cast<float>(columns);
            const float v = (static_cast<float>(y) + 0.5F) / static_cast<float>(rows);
            const bool stem = u > 0.36F && u < 0.45F && v > 0.2F && v < 0.8F;
            const bool bars = u > 0.36F && ((v > 0.2F && v < 0.32F && u < 0.66F) ||
                                            (v > 0.45F && v < 0.56F && u < 0.58F));
            const float ring = std::cos(40.0F * std::hypot(u - 0.5F, v - 0.5F));
            const auto grey = static_cast<std::uint8_t>(120.0F + 40.0F * ring - 60.0F * u);
            picture.at(x, y, 0) = stem || bars ? 250 : grey;
            picture.at(x, y, 1) = stem || bars ? 150 : grey;
            picture.at(x, y, 2) = stem || bars ? 30 : static_cast<std::uint8_t>(grey + 60);
            picture.at(x, y, 3) = 255;
        }
    return picture;
}
