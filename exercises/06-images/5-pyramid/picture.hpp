// Pictures in double precision, and what the next level of each is: the mean of the pixels that a pixel covers, by area.
#pragma once

#include <lockstep/image_input.hpp>

#include <algorithm>
#include <cmath>

/// A picture in double precision, the channels of its pixels one after the other.
struct Picture
{
    lockstep::Extent extent;
    std::size_t channels;
    std::vector<double> values;

    std::vector<float> floats() const { return {values.begin(), values.end()}; }
    double largest() const
    {
        double most = 0;
        for (const double value : values) most = std::max(most, std::abs(value));
        return most;
    }
};

inline Picture random_picture(const lockstep::Extent& extent, std::size_t channels = 4)
{
    const std::vector<float> values =
        lockstep::random_floats(channels * extent.pixels(), 670 + extent.pixels(), 1.0F, 3.0F);
    return {extent, channels, {values.begin(), values.end()}};
}

inline lockstep::Extent next_extent(const lockstep::Extent& extent)
{
    return {std::max<std::size_t>(1, extent.columns / 2), std::max<std::size_t>(1, extent.rows / 2)};
}

/// How much of pixel i of `from` pixels in a row lies in pixel x of `to` pixels.
inline double share(std::size_t i, std::size_t x, std::size_t from, std::size_t to)
{
    const std::size_t begin = std::max(i * to, x * from), end = std::min((i + 1) * to, (x + 1) * from);
    return end > begin ? static_cast<double>(end - begin) / static_cast<double>(from) : 0;
}

inline Picture reference(const Picture& in)
{
    const auto [columns, rows] = in.extent;
    const lockstep::Extent to = next_extent(in.extent);
    Picture out{to, in.channels, std::vector<double>(to.pixels() * in.channels)};
    for (std::size_t i = 0; i < out.values.size(); ++i) {
        const std::size_t c = i % in.channels, x = i / in.channels % to.columns,
                          y = i / in.channels / to.columns;
        for (std::size_t v = y * rows / to.rows; v * to.rows < (y + 1) * rows; ++v)
            for (std::size_t u = x * columns / to.columns; u * to.columns < (x + 1) * columns; ++u)
                out.values[i] += share(u, x, columns, to.columns) * share(v, y, rows, to.rows) *
                                 in.values[(v * columns + u) * in.channels + c];
    }
    return out;
}

/// How far a value of level number `level` may be off. A level is a sum of nine products at most, with two weights each that are
/// rounded once or twice: in single precision less than 20 roundings of 2^-24 of the largest value, and 2^-19 is 32. What a
/// level is off by goes into the next one, whose mean it cannot enlarge.
inline lockstep::Tolerance tolerance(const Picture& picture, std::size_t level)
{
    return {.absolute = std::ldexp(static_cast<double>(level) * picture.largest(), -19)};
}
