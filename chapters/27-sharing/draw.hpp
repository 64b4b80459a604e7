// A renderer in software, for points and for triangles: it needs no display and no GPU.
#pragma once

#include "lab.hpp"

#include <cstdint>
#include <limits>
#include <span>

// The light of one star, by the core that it began with; lights add up to 255 at most.
constexpr std::uint8_t light[2][3] = {{9, 12, 22}, {22, 14, 7}};

inline void black(Picture& picture)
{
    std::fill(picture.bytes.begin(), picture.bytes.end(), std::uint8_t{0});
}

//! [points]
// The square from -1 to 1 fills the picture, x to the right and y up.
inline void draw_points(std::span<const cl_float4> stars, Picture& picture)
{
    const float half = static_cast<float>(picture.columns) / 2;
    black(picture);
    for (const cl_float4& star : stars) {
        const float x = half + half * star.s[0], y = half - half * star.s[1];
        if (!(x >= 0 && x < 2 * half && y >= 0 && y < 2 * half)) continue;
        std::uint8_t* pixel =
            &picture.at(static_cast<std::size_t>(x), static_cast<std::size_t>(y));
        const std::uint8_t* own = light[star.s[3] > 0.5F];
        for (int k = 0; k < 3; ++k)
            pixel[k] = static_cast<std::uint8_t>(std::min(255, pixel[k] + own[k]));
    }
}
//! [points]

struct Vertex
{
    float x, y, z; // in pixels; a larger z is nearer
    float bright;
};

//! [triangle]
// Fills the pixels whose centres lie in the triangle, where nothing nearer was drawn before.
// Each of the three weights is 1 at its corner and 0 on the side across.
inline void draw_triangle(const Vertex& a, const Vertex& b, const Vertex& c,
                          Picture& picture, std::vector<float>& depths)
{
    const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area >= 0) return; // turned away, or a line
    const auto first = [](float low) { return std::max(0, static_cast<int>(low)); };
    const auto last = [](float high, std::size_t end) {
        return std::min(static_cast<int>(end) - 1, static_cast<int>(high));
    };
    for (int y = first(std::min({a.y, b.y, c.y}));
         y <= last(std::max({a.y, b.y, c.y}), picture.rows); ++y)
        for (int x = first(std::min({a.x, b.x, c.x}));
             x <= last(std::max({a.x, b.x, c.x}), picture.columns); ++x) {
            const float px = static_cast<float>(x) + 0.5F,
                        py = static_cast<float>(y) + 0.5F;
            const float of_b = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area;
            const float of_c = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
            const float of_a = 1 - of_b - of_c;
            if (of_a < 0 || of_b < 0 || of_c < 0) continue;
            const std::size_t column = static_cast<std::size_t>(x);
            const std::size_t row = static_cast<std::size_t>(y);
            float& depth = depths[row * picture.columns + column];
            const float z = of_a * a.z + of_b * b.z + of_c * c.z;
            if (z <= depth) continue;
            depth = z;
            picture.at(column, row) = static_cast<std::uint8_t>(
                of_a * a.bright + of_b * b.bright + of_c * c.bright);
        }
}
//! [triangle]

// Copies a picture into a wider one, from a column on.
inline void place_beside(const Picture& part, std::size_t column, Picture& whole)
{
    for (std::size_t row = 0; row < part.rows; ++row)
        std::copy_n(&part.bytes[row * part.columns * part.channels],
                    part.columns * part.channels, &whole.at(column, row));
}

inline Picture make_picture(std::size_t columns, std::size_t rows, std::size_t channels)
{
    return {columns, rows, channels, std::vector<std::uint8_t>(columns * rows * channels)};
}
